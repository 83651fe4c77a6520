from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.comparison import compare_records
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
from kafka_assay.benchmarks.comparison.side_record import ExpectedReason, SideRecord, SideTiming
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.properties.records.case_format import case_from_json
from kafka_assay.reports.comparison.document import read_side, side_document
from tests.benchmarks.comparison.sides import LAW, results, side
from tests.reports.comparison.records import ALL_TO_C0, case

MACHINE = Machine(processor="P", cores=2, memory_mib=1024, system="Linux", python="CPython 3.11")
FIGURES = {"moves": [1.0, 0.0, 2.5], "fewest_moves": [1.0, 0.0, 2.0]}


def timing(seconds: float, machine: Machine = MACHINE, sittings: int = 2) -> SideTiming:
    """Blocks of about these seconds."""
    blocks = tuple(seconds * one for one in (1.0, 1.01, 0.99, 1.0))
    return SideTiming(machine=machine, workloads=("w",), blocks=(blocks,) * sittings, noise=0.02)


def record(marks: str = "kbx", seconds: float = 0.001, machine: Machine = MACHINE) -> SideRecord:
    """A record of three cases."""
    found = replace(
        side(results(marks, FIGURES), expected=[ExpectedReason(law=LAW, inputs="clean", reason="by design")]),
        timing=timing(seconds, machine),
    )
    found.results.refusals["racks"] = "the client knows no racks"
    return found


def seconds_of(base: SideRecord, candidate: SideRecord) -> ComparisonLine:
    """The line about time."""
    return next(one for one in compare_records(base, candidate, TOLERANCES).lines if one.measure == "seconds")


def test_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text(json.dumps(side_document(record())))

    assert record() == read_side(tmp_path / "base.json")


def test_marks_are_text_and_whole_numbers_have_no_fraction() -> None:
    document = side_document(record())

    assert {LAW: "kbx"} == document["marks"]
    assert "[1, 0, 2.5]" == json.dumps(document["figures"]["moves"])


def test_records_are_compared_as_targets_are() -> None:
    found = compare_records(record("kkk"), record("kbk"), TOLERANCES)

    assert ("regressed", 3) == (found.verdict, found.groups)
    assert "newly-broken" == found.lines[0].outcome


def test_case_of_the_record_is_shown() -> None:
    stored = case_from_json({**case(ALL_TO_C0), "law": LAW})

    found = compare_records(record("kkk"), replace(record("kbk"), cases=(stored,)), TOLERANCES)

    assert stored == found.lines[0].case


def test_records_keep_the_time_of_each_group() -> None:
    base, candidate = record("kkk"), record("kkk", seconds=0.003)
    timings = (replace(one.timing, workloads=("small", "large")) for one in (base, candidate) if one.timing)

    line = seconds_of(*(replace(base, timing=one) for one in timings))

    assert pytest.approx([3.0, 3.0], rel=0.05) == [one.ratio for one in line.timed_groups or ()]
    assert pytest.approx(3.0) == line.ratio


def test_records_with_other_blocks_are_not_compared_in_time() -> None:
    base = record("kkk")
    shorter = replace(base, timing=replace(timing(0.001), blocks=((0.001, 0.001),)))

    assert "the groups were timed in other blocks" == seconds_of(base, shorter).reason


def test_time_of_another_machine_is_not_compared() -> None:
    other = replace(MACHINE, cores=4)

    line = seconds_of(record("kkk"), record("kkk", seconds=0.01, machine=other))

    assert ("not-comparable", False, "another machine: cores: 2, 4") == (line.outcome, line.undecided, line.reason)


@pytest.mark.parametrize(("factor", "outcome"), [(1.0, "same"), (1.3, "worse-within-tolerance"), (2.0, "worse")])
def test_time_of_two_records_needs_a_large_factor(factor: float, outcome: str) -> None:
    """No control has seen what changed between the two."""
    assert outcome == seconds_of(record("kkk"), record("kkk", seconds=0.001 * factor)).outcome


def test_records_of_other_groups_are_refused() -> None:
    with pytest.raises(AssayError, match="the records cannot be paired: seed: 0 and 1"):
        compare_records(record(), replace(record(), seed=1), TOLERANCES)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "assay-check/1"}, "format: expected 'assay-compared-side/1'"),
        ({"format": "assay-comparison/1"}, "is a whole comparison: expected base.json or candidate.json beside it"),
        ({"asked": "+"}, "asked: '+': expected 3 marks"),
        ({"marks": {LAW: "kk"}}, f"marks.{LAW}: 'kk': expected 3 marks"),
        ({"figures": {}}, "figures.rebalances: "),
        ({"groups": -1}, "groups: -1: expected an integer from 0"),
        ({"laws": None}, "laws: null: expected"),
        ({"timing": {"machine": {}}}, "timing.machine.processor: "),
    ],
)
def test_damaged_record_is_reported_with_its_place(tmp_path: Path, changes: dict[str, object], says: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(json.dumps(side_document(record()) | changes))

    with pytest.raises(AssayError) as caught:
        read_side(path)

    assert str(caught.value).startswith(f"{path}: {says}")


def test_number_that_is_none_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    path.write_text(json.dumps(side_document(record())).replace("2.5", "NaN"))

    with pytest.raises(AssayError, match=r"figures\.moves"):
        read_side(path)
