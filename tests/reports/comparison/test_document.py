"""Tests of the records of a comparison, and of comparing two records of sides."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.comparison import compare_records
from kafka_assay.benchmarks.comparison.comparison_record import (
    Comparison,
    ComparisonLine,
    ExpectedReason,
    SideRecord,
    SideTiming,
)
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.properties.records.case_format import case_from_json
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.comparison.document import comparison_document, read_side, side_document
from tests.benchmarks.comparison.sides import LAW, results, side
from tests.reports.comparison.records import ALL_TO_C0, MOVES_LINE, case, record

MACHINE = Machine(processor="P", cores=2, memory_mib=1024, system="Linux", python="CPython 3.11")
FIGURES = {"moves": [1.0, 0.0, 2.5], "fewest_moves": [1.0, 0.0, 2.0]}


def timing(seconds: float) -> SideTiming:
    """Blocks of about these seconds."""
    blocks = tuple(seconds * one for one in (1.0, 1.01, 0.99, 1.0))
    return SideTiming(machine=MACHINE, workloads=("w",), blocks=(blocks,) * 2, noise=0.02)


def side_record(marks: str = "kbx", seconds: float = 0.001) -> SideRecord:
    """A record of three cases."""
    found = replace(
        side(results(marks, FIGURES), expected=[ExpectedReason(law=LAW, inputs="clean", reason="by design")]),
        timing=timing(seconds),
    )
    found.results.refusals["racks"] = "the client knows no racks"
    return found


def seconds_of(base: SideTiming, candidate: SideTiming) -> ComparisonLine:
    """The line about time of records with these timings."""
    before, after = (replace(side_record("kkk"), timing=one) for one in (base, candidate))
    return next(one for one in compare_records(before, after, TOLERANCES).lines if one.measure == "seconds")


def test_comparison_is_written_as_it_was_read() -> None:
    """Measures that only some lines have stay in those lines."""
    with_tolerance = record(lines=[{**MOVES_LINE, "tolerance": 0.05}])
    written, again = (json.loads(json.dumps(comparison_document(one))) for one in (record(), with_tolerance))

    assert [record(), with_tolerance] == [read_record(Comparison, one) for one in (written, again)]
    keys = [list(line) for line in written["lines"]]
    always = ["measure", "inputs", "outcome", "base", "candidate", "interval", "case", "expected", "reason"]
    assert {*always, "undecided", "effect", "control"} == set(keys[0])
    assert {"groups", "worse_groups", "better_groups", "above_fewest"} == set(keys[3]) - set(keys[0])
    assert {"ratio"} == set(keys[4]) - set(keys[0])
    assert 0.05 == again["lines"][0]["tolerance"]


def test_record_of_a_side_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Marks are text, and whole numbers have no fraction."""
    document = side_document(side_record())
    (tmp_path / "base.json").write_text(json.dumps(document))

    assert side_record() == read_side(tmp_path / "base.json")
    assert {LAW: "kbx"} == document["marks"]
    assert "[1, 0, 2.5]" == json.dumps(document["figures"]["moves"])


def test_records_are_compared_as_targets_are() -> None:
    """The case of a record is shown."""
    stored = case_from_json({**case(ALL_TO_C0), "law": LAW})

    found = compare_records(side_record("kkk"), replace(side_record("kbk"), cases=(stored,)), TOLERANCES)

    assert ("regressed", 3) == (found.verdict, found.groups)
    assert ("newly-broken", stored) == (found.lines[0].outcome, found.lines[0].case)


def test_records_keep_the_time_of_each_group() -> None:
    line = seconds_of(*(replace(timing(seconds), workloads=("small", "large")) for seconds in (0.001, 0.003)))

    assert pytest.approx([3.0, 3.0], rel=0.05) == [one.ratio for one in line.timed_groups or ()]
    assert pytest.approx(3.0) == line.ratio


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (replace(timing(0.001), blocks=((0.001, 0.001),)), "the groups were timed in other blocks"),
        (replace(timing(0.01), machine=replace(MACHINE, cores=4)), "another machine: cores: 2, 4"),
    ],
)
def test_other_times_are_not_compared(candidate: SideTiming, reason: str) -> None:
    line = seconds_of(timing(0.001), candidate)

    assert ("not-comparable", False, reason) == (line.outcome, line.undecided, line.reason)


@pytest.mark.parametrize(("factor", "outcome"), [(1.0, "same"), (1.3, "worse-within-tolerance"), (2.0, "worse")])
def test_time_of_two_records_needs_a_large_factor(factor: float, outcome: str) -> None:
    """No control has seen what changed between the two."""
    assert outcome == seconds_of(timing(0.001), timing(0.001 * factor)).outcome


def test_records_of_other_groups_are_refused() -> None:
    with pytest.raises(AssayError, match="the records cannot be paired: seed: 0 and 1"):
        compare_records(side_record(), replace(side_record(), seed=1), TOLERANCES)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "assay-check/1"}, "format: expected 'assay-compared-side/1'"),
        ({"asked": "+"}, "asked: '+': expected 3 marks"),
        ({"marks": {LAW: "kk"}}, f"marks.{LAW}: 'kk': expected 3 marks"),
        ({"figures": {}}, "figures.rebalances: "),
        ({"figures": {**side_document(side_record())["figures"], "moves": [1, 0, float("nan")]}}, "figures.moves: "),
        ({"groups": -1}, "groups: -1: expected an integer from 0"),
        ({"laws": None}, "laws: null: expected"),
        ({"timing": {"machine": {}}}, "timing.machine.processor: "),
    ],
)
def test_damaged_record_is_reported_with_its_place(tmp_path: Path, changes: dict[str, object], says: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(json.dumps(side_document(side_record()) | changes))

    with pytest.raises(AssayError) as caught:
        read_side(path)

    assert str(caught.value).startswith(f"{path}: {says}")
    assert "base.json and candidate.json" in str(caught.value)
