from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count

import pytest

from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.benchmarks.comparison import compare
from kafka_assay.benchmarks.comparison_record import Comparison, ComparisonLine

EVEN = frozenset({Promise.EVEN})

CLEAN = json.dumps(
    {
        "format": "assay-group/1",
        "topics": {"t0": 2},
        "members": [
            {"id": "C0", "subscription": ["t0"], "owned": {"t0": [0]}, "generation": 1},
            {"id": "C1", "subscription": ["t0"]},
        ],
    }
)

GROUPS = [
    group_of({"t0": count}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0]}}, generation=1) for count in range(2, 12)
]


@dataclass
class StandInTarget:
    """A stand-in target: the answers of a reference, changed by `spoil` if it is given."""

    name: str
    answers: str = "sticky"
    spoil: str = ""
    promises: frozenset[Promise] = EVEN
    version: str = "1"
    like: str | None = None
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        if self.spoil == "fails":
            raise AssignorFailed("ValueError", "no")
        if self.spoil == "greedy":
            everything = {topic.name: list(range(topic.partitions)) for topic in group.topics}
            return {member.id: everything if not place else {} for place, member in enumerate(group.members)}
        return reference_assignor(self.answers).assign(group)

    def close(self) -> None:
        """Do nothing."""


def compare_stand_ins(base: StandInTarget, candidate: StandInTarget) -> Comparison:
    """The record that compares two stand-ins on the small groups, without timing."""
    return compare(base, candidate, {"clean": GROUPS}, [], seed=0)


def line_of(record: Comparison, measure: str) -> ComparisonLine:
    """The record's line of one measure."""
    return next(line for line in record.lines if line.measure == measure)


def test_target_equals_itself() -> None:
    """Time is undecided, because it was not measured."""
    record = compare_stand_ins(StandInTarget("a"), StandInTarget("b"))

    assert {"same", "not-comparable"} == {line.outcome for line in record.lines}
    assert ["seconds"] == [line.measure for line in record.lines if line.outcome == "not-comparable"]
    assert "undecided" == record.verdict


def test_newly_broken_law_is_a_regression_with_the_smallest_case() -> None:
    record = compare_stand_ins(StandInTarget("a"), StandInTarget("b", spoil="greedy"))

    broken = line_of(record, "law:even-when-equal")

    assert "regressed" == record.verdict
    assert ("newly-broken", 0, 10) == (broken.outcome, broken.base, broken.candidate)
    assert broken.case is not None
    assert {"t0": 2} == broken.case.group.partition_counts()


def test_newly_kept_law_is_better() -> None:
    record = compare_stand_ins(StandInTarget("a", spoil="greedy"), StandInTarget("b"))

    assert "better" == record.verdict
    assert "newly-kept" == line_of(record, "law:even-when-equal").outcome
    assert "better" == line_of(record, "balance_gap").outcome


def test_expected_failure_is_no_regression() -> None:
    declared = ExpectedFailure(law="even-when-equal", family="clean", reason="by design", group=CLEAN)

    record = compare_stand_ins(StandInTarget("a"), StandInTarget("b", spoil="greedy", expected_failures=(declared,)))

    assert "by design" == line_of(record, "law:even-when-equal").expected
    assert "worse" == line_of(record, "balance_gap").outcome


def test_break_on_an_undeclared_kind_of_group_is_a_regression() -> None:
    """The declared group has stale claims, so the declaration does not cover clean groups."""
    stale = CLEAN.replace('"generation": 1', '"generation": 2, "metadata_version": 0')
    declared = ExpectedFailure(law="even-when-equal", family="clean", reason="by design", group=stale)

    record = compare_stand_ins(StandInTarget("a"), StandInTarget("b", spoil="greedy", expected_failures=(declared,)))

    assert line_of(record, "law:even-when-equal").expected is None


def test_case_holds_only_the_steps_of_its_own_law() -> None:
    promises = EVEN | {Promise.STICKY}

    record = compare_stand_ins(
        StandInTarget("a", promises=promises), StandInTarget("b", spoil="greedy", promises=promises)
    )

    case = line_of(record, "law:even-when-equal").case
    assert case is not None
    assert 1 == len(case.steps)


def test_interrupted_comparison_keeps_finished_families() -> None:
    asked = count()

    def tick() -> None:
        if next(asked) == len(GROUPS):
            raise KeyboardInterrupt

    groups = {"clean": GROUPS, "stale-claims": GROUPS}

    record = compare(StandInTarget("a"), StandInTarget("b", spoil="greedy"), groups, GROUPS, seed=0, tick=tick)

    assert (True, len(GROUPS), "regressed") == (record.interrupted, record.groups, record.verdict)
    assert {"clean", None} == {line.inputs for line in record.lines}
    assert "interrupted" == line_of(record, "seconds").reason


def test_needless_moves_are_worse() -> None:
    """The balance is the same; round-robin makes more moves than sticky."""
    groups = [
        group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [2, 3]}, "C1": {"t0": [0, 1]}}, generation=1),
        group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [1]}, "C1": {"t0": [0]}}, generation=1),
    ]

    record = compare(StandInTarget("a"), StandInTarget("b", answers="roundrobin"), {"clean": groups}, [], seed=0)

    moves = line_of(record, "moves")
    assert ("worse", 0.0, 2.0) == (moves.outcome, moves.base, moves.candidate)
    assert "same" == line_of(record, "balance_gap").outcome


def test_quality_of_a_target_without_answers_is_not_comparable() -> None:
    record = compare_stand_ins(StandInTarget("a"), StandInTarget("b", spoil="fails"))

    assert "newly-broken" == line_of(record, "law:returns-an-answer").outcome
    assert "not-comparable" == line_of(record, "balance_gap").outcome


def test_law_that_one_target_does_not_promise_is_not_comparable() -> None:
    record = compare_stand_ins(StandInTarget("a"), StandInTarget("b", promises=frozenset()))

    assert "the candidate does not promise it" == line_of(record, "law:even-when-equal").reason


@pytest.mark.parametrize("workloads", [1, 2])
def test_time_is_a_ratio_over_pairs_of_timed_groups(workloads: int) -> None:
    record = compare(StandInTarget("a"), StandInTarget("b"), {"clean": GROUPS}, GROUPS[:workloads], seed=0)

    seconds = line_of(record, "seconds")

    assert workloads == seconds.groups
    assert seconds.interval is not None
    assert seconds.ratio is not None
    assert seconds.interval[0] <= seconds.ratio - 1 <= seconds.interval[1]
