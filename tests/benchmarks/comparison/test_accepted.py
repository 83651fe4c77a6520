from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.comparison import accept_regressions, parse_accepted
from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    Outcome,
    overall_verdict,
)


def record_of(*outcomes: Outcome, undecided: bool = False, interrupted: bool = False) -> Comparison:
    """A comparison in which the moves have these outcomes, one a line."""
    lines = tuple(ComparisonLine(measure="moves", outcome=one, undecided=undecided) for one in outcomes)
    target = ComparedTarget(target="t", version="1.0")
    return Comparison(
        base=target,
        candidate=target,
        seed=0,
        groups=1,
        verdict=overall_verdict(lines),
        lines=lines,
        interrupted=interrupted,
    )


MOVES = parse_accepted({"moves": {"why": "balance first, #12", "until": "2.0"}}, "pyproject.toml")


def test_accepted_regression_is_listed_and_does_not_fail() -> None:
    record = accept_regressions(record_of("worse"), MOVES, "1.4")

    (line,) = record.lines
    assert ("same", "accepted", ()) == (record.verdict, line.outcome, record.stale)
    assert "balance first, #12 (until 2.0)" == line.reason


@pytest.mark.parametrize(
    ("version", "ended"),
    [("2.0", True), ("2.1.0", True), ("v3", True), (None, False), ("source 1a2b3c4d", False), ("", False)],
)
def test_entry_ends_with_its_version(version: str | None, ended: bool) -> None:
    """It does not end without a version number."""
    record = accept_regressions(record_of("worse"), MOVES, version)

    assert ("regressed" if ended else "same") == record.verdict
    assert ((f"moves was accepted until 2.0, and the candidate is {version}",) if ended else ()) == record.stale


def test_entry_that_excuses_nothing_is_stale() -> None:
    record = accept_regressions(record_of("worse-within-tolerance"), MOVES, "1.4")

    assert ("moves is accepted as worse, but it is not worse: remove the entry",) == record.stale


@pytest.mark.parametrize(
    "record",
    [
        record_of("unstable"),
        record_of("not-comparable"),
        record_of("same", undecided=True),
        record_of("same", interrupted=True),
    ],
)
def test_entry_is_not_stale_where_nothing_is_known(record: Comparison) -> None:
    assert () == accept_regressions(record, MOVES, "1.4").stale


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({"mvoes": {"why": "a", "until": "1"}}, "f.toml: unknown law or measure 'mvoes'; did you mean 'moves'?"),
        ({"moves": {"why": "a"}}, 'f.toml: moves: expected {why = "...", until = "VERSION"}'),
        ({"moves": {"why": "", "until": "1"}}, "f.toml: moves: expected"),
        ({"moves": "because"}, "f.toml: moves: expected"),
        ({"moves": {"why": "a", "until": "1", "util": "2"}}, "f.toml: moves: unknown key 'util'"),
        ({"moves": {"why": "a", "until": "soon"}}, "f.toml: moves: until: 'soon': expected a version, such as 2.1"),
    ],
)
def test_malformed_entry_is_named(entries: dict[str, object], says: str) -> None:
    with pytest.raises(AssayError, match=says.replace("?", r"\?").replace("{", r"\{").replace("(", r"\(")):
        parse_accepted(entries, "f.toml")


def test_law_may_be_named_with_or_without_its_prefix() -> None:
    entry = {"why": "a", "until": "1"}

    (one,) = parse_accepted({"settles": entry}, "f.toml")
    (other,) = parse_accepted({"law:settles": entry}, "f.toml")

    assert one == other
    assert "law:settles" == one.measure
