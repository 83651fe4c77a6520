"""Tests of late failures of a host, and of the groups that they count against."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.reports.wording.sentences import explain_facts
from tests.properties.stand_ins import StandIn, right

LAW = LAW_BY_ID["returns-an-answer"]


@dataclass(frozen=True)
class LateFailure:
    """A group that was answered, and the failure after it."""

    group: Group
    failure: AssignorFailed


@dataclass(slots=True)
class FallsOverClaims(StandIn):
    """A host that answers every group, then dies after one with a claim; the next call reveals it."""

    late_failures: list[LateFailure] = field(default_factory=list)
    before: list[Group] = field(default_factory=list)

    def assign(self, group: Group) -> Assignment:
        """The right answer; a death after the previous answer is noted."""
        if self.before and any(member.owned for member in self.before[-1].members):
            self.late_failures.append(LateFailure(self.before[-1], AssignorFailed("crash", "exit code 3")))
        self.before.append(group)
        return StandIn.assign(self, group)


def test_crash_after_an_answer_breaks_the_law_on_that_group() -> None:
    record = check(FallsOverClaims(right), laws=[LAW], families=["clean"], examples=30)

    (cell,) = record.cells
    assert "broken" == cell.verdict
    assert cell.counterexample is not None
    assert any(member.owned for member in cell.counterexample.group.members)
    said = explain_facts(LAW.id, cell.counterexample.facts)
    assert "The assignor answered and then failed: crash (exit code 3)." == said


def test_one_group_is_tried_twice_to_find_a_late_failure() -> None:
    claiming = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [0]}})
    harmless = group_of({"t": 1}, {"a": ["t"]})

    verdicts = [
        check_group(FallsOverClaims(right), group, laws=[LAW]).cells[0].verdict for group in (claiming, harmless)
    ]

    assert ["broken", "kept"] == verdicts


def test_target_in_this_process_has_no_late_failure() -> None:
    record = check(StandIn(right), laws=[LAW], families=["clean"], examples=10)

    assert ["kept"] == [cell.verdict for cell in record.cells]
