"""Tests of the comparison of two targets."""

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
class Stand:
    """A target for tests: a reference's answers, spoilt by `spoil` where it is given."""

    name: str
    answers: str = "sticky"
    spoil: str = ""
    promises: frozenset[Promise] = EVEN
    version: str = "1"
    like: str | None = None
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """The reference's answer, everything on the first member, or none."""
        if self.spoil == "fails":
            raise AssignorFailed("ValueError", "no")
        if self.spoil == "greedy":
            everything = {topic.name: list(range(topic.partitions)) for topic in group.topics}
            return {member.id: everything if not place else {} for place, member in enumerate(group.members)}
        return reference_assignor(self.answers).assign(group)

    def close(self) -> None:
        """Nothing is held."""


def compared(base: Stand, candidate: Stand) -> Comparison:
    """The record of two stand-ins over the small groups; nothing is timed."""
    return compare(base, candidate, {"clean": GROUPS}, [], seed=0)


def line(record: Comparison, measure: str) -> ComparisonLine:
    """The record's line of one measure."""
    return next(line for line in record.lines if line.measure == measure)


def test_a_target_compared_with_itself_is_the_same() -> None:
    """Every law and the two qualities are `same`; time, which was not measured, is said to be undecided."""
    record = compared(Stand("a"), Stand("b"))

    assert {"same", "not-comparable"} == {line.outcome for line in record.lines}
    assert ["seconds"] == [line.measure for line in record.lines if line.outcome == "not-comparable"]
    assert "undecided" == record.verdict


def test_a_law_newly_broken_is_a_regression_with_the_smallest_case() -> None:
    """All on one member: `even-when-equal` breaks, and the case is the smallest group met."""
    record = compared(Stand("a"), Stand("b", spoil="greedy"))

    broken = line(record, "law:even-when-equal")

    assert "regressed" == record.verdict
    assert ("newly-broken", 0, 10) == (broken.outcome, broken.base, broken.candidate)
    assert broken.case is not None
    assert {"t0": 2} == broken.case.group.partition_counts()


def test_a_law_mended_is_better() -> None:
    """The same pair the other way round: newly kept, and the balance gap falls."""
    record = compared(Stand("a", spoil="greedy"), Stand("b"))

    assert "better" == record.verdict
    assert "newly-kept" == line(record, "law:even-when-equal").outcome
    assert "better" == line(record, "balance_gap").outcome


def test_an_expected_failure_does_not_regress() -> None:
    """A break that the candidate declares is shown with its reason, and only the balance gap counts."""
    declared = ExpectedFailure(law="even-when-equal", family="clean", reason="by design", group=CLEAN)

    record = compared(Stand("a"), Stand("b", spoil="greedy", expected_failures=(declared,)))

    assert "by design" == line(record, "law:even-when-equal").expected
    assert "worse" == line(record, "balance_gap").outcome


def test_a_break_of_another_kind_than_declared_is_a_regression() -> None:
    """What was declared of groups with stale claims excuses nothing on clean ones, though the family is the same."""
    stale = CLEAN.replace('"generation": 1', '"generation": 2, "metadata_version": 0')
    declared = ExpectedFailure(law="even-when-equal", family="clean", reason="by design", group=stale)

    record = compared(Stand("a"), Stand("b", spoil="greedy", expected_failures=(declared,)))

    assert line(record, "law:even-when-equal").expected is None


def test_the_steps_of_a_case_are_its_laws_alone() -> None:
    """A law on one answer has one step, whatever other laws asked."""
    promises = EVEN | {Promise.STICKY}

    record = compared(Stand("a", promises=promises), Stand("b", spoil="greedy", promises=promises))

    case = line(record, "law:even-when-equal").case
    assert case is not None
    assert 1 == len(case.steps)


def test_an_interrupted_comparison_keeps_the_families_that_were_finished() -> None:
    """The second family is cut off: the first one's laws are there, time is not, and the record says why."""
    asked = count()

    def tick() -> None:
        if next(asked) == len(GROUPS):
            raise KeyboardInterrupt

    groups = {"clean": GROUPS, "stale-claims": GROUPS}

    record = compare(Stand("a"), Stand("b", spoil="greedy"), groups, GROUPS, seed=0, tick=tick)

    assert (True, len(GROUPS), "regressed") == (record.interrupted, record.groups, record.verdict)
    assert {"clean", None} == {line.inputs for line in record.lines}
    assert "interrupted" == line(record, "seconds").reason


def test_needless_moves_are_worse() -> None:
    """Round-robin beside sticky: the same balance, more moves."""
    groups = [
        group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [2, 3]}, "C1": {"t0": [0, 1]}}, generation=1),
        group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [1]}, "C1": {"t0": [0]}}, generation=1),
    ]

    record = compare(Stand("a"), Stand("b", answers="roundrobin"), {"clean": groups}, [], seed=0)

    moves = line(record, "moves")
    assert ("worse", 0.0, 2.0) == (moves.outcome, moves.base, moves.candidate)
    assert "same" == line(record, "balance_gap").outcome


def test_a_target_without_answers_cannot_be_compared_in_quality() -> None:
    """No answer breaks `returns-an-answer`; gap and moves are not comparable, never same."""
    record = compared(Stand("a"), Stand("b", spoil="fails"))

    assert "newly-broken" == line(record, "law:returns-an-answer").outcome
    assert "not-comparable" == line(record, "balance_gap").outcome


def test_a_law_that_one_side_does_not_promise_is_not_comparable() -> None:
    """The reason names the side."""
    record = compared(Stand("a"), Stand("b", promises=frozenset()))

    assert "the candidate does not promise it" == line(record, "law:even-when-equal").reason


@pytest.mark.parametrize("workloads", [1, 2])
def test_time_is_paired_over_the_timed_groups(workloads: int) -> None:
    """With timed groups the seconds have a ratio inside its interval."""
    record = compare(Stand("a"), Stand("b"), {"clean": GROUPS}, GROUPS[:workloads], seed=0)

    seconds = line(record, "seconds")

    assert workloads == seconds.groups
    assert seconds.interval is not None
    assert seconds.ratio is not None
    assert seconds.interval[0] <= seconds.ratio - 1 <= seconds.interval[1]
