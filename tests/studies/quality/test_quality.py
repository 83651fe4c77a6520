from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.model import Assignment, group_of
from studies.__main__ import main
from studies.quality.quality import SolvedGroup, solve_group, tally_answer
from studies.quality.quality_record import FORMAT, RECORD, Quality, QualityTally, merge_stretches
from studies.records import append_line, read_record
from tests.properties.stand_ins import StandIn

GROUPS = 60


def run_quality(out: Path, *arguments: str, groups: int = GROUPS) -> dict[str, Quality]:
    """Return what the record says of each target, after the command succeeded."""
    assert 0 == main(["quality", *arguments, "--groups", str(groups), "--out", str(out)])
    return {one.target: one for one in merge_stretches(read_record(out / RECORD, FORMAT)[1])}


def test_optimum_has_no_gap_and_range_has_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_quality(tmp_path, "optimal", "sticky", "range", "kafka-python:sticky")

    both = {name: one.both for name, one in found.items()}
    assert f"{tmp_path / RECORD}\n" == capsys.readouterr().out
    assert {GROUPS} == {tally.asked for tally in both.values()}
    assert {0} == {tally.not_valid + tally.unanswered + tally.undercut for tally in both.values()}
    assert (0, 0) == (both["optimal"].uneven, both["optimal"].wasted)
    assert 0 == found["sticky"].tallies["equal"].uneven + found["kafka-python:sticky"].tallies["equal"].uneven
    assert both["range"].uneven > GROUPS / 3
    assert both["range"].wasted > both["range"].even


def test_interrupted_run_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A truncated line is dropped, and a stretch that was enlarged runs again."""
    path = tmp_path / "two" / RECORD
    at_once = run_quality(tmp_path / "one", "roundrobin")
    run_quality(tmp_path / "two", "roundrobin", groups=20)
    with path.open("a", encoding="utf-8") as sink:
        sink.write('{"target": "roundro')

    grown = run_quality(tmp_path / "two", "roundrobin")
    capsys.readouterr()
    again = run_quality(tmp_path / "two", "roundrobin")

    assert at_once["roundrobin"].tallies == grown["roundrobin"].tallies == again["roundrobin"].tallies
    assert "" == capsys.readouterr().err


def test_summary_is_a_record_with_one_line_per_target(tmp_path: Path) -> None:
    summary = tmp_path / "summary.jsonl"

    found = run_quality(tmp_path, "range", "roundrobin", "--summary", str(summary), groups=700)

    first, lines = read_record(summary, FORMAT)
    assert [("range", 700), ("roundrobin", 700)] == [(line["target"], line["groups"]) for line in lines]
    assert read_record(tmp_path / RECORD, FORMAT)[0] == first
    assert [one.tallies for one in found.values()] == [one.tallies for one in merge_stretches(lines)]


def test_unavailable_target_is_skipped_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code says that not all ran."""
    code = main(["quality", "exec:./no-such-host", "range", "--groups", "3", "--out", str(tmp_path)])

    assert 3 == code
    assert "quality: skipped: exec:./no-such-host: program not found" in capsys.readouterr().err
    assert ["range"] == [one.target for one in merge_stretches(read_record(tmp_path / RECORD, FORMAT)[1])]


def test_answer_better_than_the_optimum_fails_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_quality(tmp_path, "range", groups=3)
    _, (line,) = read_record(tmp_path / RECORD, FORMAT)
    append_line(tmp_path / RECORD, {**line, "equal": {"asked": 3, "even": 3, "undercut": 1}})

    code = main(["quality", "range", "--groups", "3", "--out", str(tmp_path)])

    assert 1 == code
    assert "range is better than the optimum" in capsys.readouterr().err


ASKED = solve_group(7, group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, 1))
"""Loads 3 and 1; loads 2 and 2 need one move."""
BEST: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}


def tally_of(answer: Assignment, asked: SolvedGroup = ASKED) -> QualityTally:
    """Return the tally of one group with these answers."""
    return tally_answer(StandIn(lambda _: answer), asked)


@pytest.mark.parametrize(
    ("answer", "counts", "kind"),
    [
        (BEST, {"even": 1, "moves": 1, "needed": 1}, None),
        (
            {"a": {"t": [2, 3]}, "b": {"t": [0, 1]}},
            {"even": 1, "moves": 3, "needed": 1, "wasteful": 1, "wasted_squares": 4, "most_wasted": 2},
            "wasteful",
        ),
        (
            {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}},
            {"uneven": 1, "excess": 1, "excess_squares": 1, "most_excess": 1},
            "uneven",
        ),
        ({"a": {"t": [0, 1]}, "b": {"t": [2]}}, {"invalid": {"nothing-left-out": 1}}, "nothing-left-out"),
        ({"a": {"t": [0, 1, 2]}, "b": {"t": [2, 3]}}, {"invalid": {"one-owner-each": 1}}, "one-owner-each"),
        (
            {"a": {"t": [0, 1, 4]}, "b": {"t": [2, 3]}},
            {"invalid": {"only-existing-partitions": 1}},
            "only-existing-partitions",
        ),
        (
            {"a": {"t": [0, 1]}, "b": {"u": [0]}},
            {"invalid": {"only-existing-partitions": 1}},
            "only-existing-partitions",
        ),
    ],
)
def test_answer_is_counted_by_its_law_its_balance_or_its_moves(
    answer: Assignment, counts: dict[str, Any], kind: str | None
) -> None:
    found = tally_of(answer).to_json()

    examples = found.pop("examples", {})
    assert counts | {"asked": 1, "members": 2, "partitions": 4, "rounds": 1} == found
    assert ({} if kind is None else {kind: [7]}) == examples


def test_failure_is_no_answer_and_refusal_is_not_counted() -> None:
    def hangs(_: object) -> Assignment:
        raise AssignorFailed("hang", "no answer within 1 s")

    def refuses(_: object) -> Assignment:
        raise CannotBeAsked("its leader ends the rebalance")

    silent, refused = tally_answer(StandIn(hangs), ASKED), tally_answer(StandIn(refuses), ASKED)

    assert (1, {"hang": 1}) == (silent.asked, silent.silent)
    assert (0, 1) == (refused.asked, refused.refused)


def test_hanging_assignor_gets_a_retry_and_crashing_one_does_not() -> None:
    """A busy machine can cause a hang, but not a crash."""

    def falls_once(kind: str) -> QualityTally:
        failures = [AssignorFailed(kind, "the first time")]

        def answer(_: object) -> Assignment:
            if failures:
                raise failures.pop()
            return BEST

        return tally_answer(StandIn(answer), ASKED)

    late, fallen = falls_once("hang"), falls_once("crash")

    assert ({}, 1, 1) == (late.silent, late.even, late.asked)
    assert ({"crash": 1}, 0) == (fallen.silent, fallen.even)


def test_answer_better_than_the_optimum_is_detected() -> None:
    """By balance and by moves."""
    by_balance, by_moves = tally_of(BEST, ASKED._replace(squares=9)), tally_of(BEST, ASKED._replace(moves=2))

    assert (1, 1) == (by_balance.undercut, by_moves.undercut)


def test_cooperative_target_is_judged_after_its_last_round() -> None:
    answers = iter([{"a": {"t": [0, 1]}, "b": {"t": [3]}}, BEST, BEST])

    tally = tally_answer(StandIn(lambda _: next(answers), promises=frozenset({Promise.COOPERATIVE})), ASKED)

    assert (1, 3, {}, 1) == (tally.even, tally.rounds, tally.invalid, tally.moves)
