"""Tests of what a host does after its answers, and whom it is told against."""

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
    """A group that was answered, and what happened next."""

    group: Group
    failure: AssignorFailed


@dataclass(slots=True)
class FallsOverClaims(StandIn):
    """A host that answers every group, and has died of those with a claim when it is asked again."""

    late_failures: list[LateFailure] = field(default_factory=list)
    before: list[Group] = field(default_factory=list)

    def assign(self, group: Group) -> Assignment:
        """The right answer; the death of the one before comes to light."""
        if self.before and any(member.owned for member in self.before[-1].members):
            self.late_failures.append(LateFailure(self.before[-1], AssignorFailed("crash", "exit code 3")))
        self.before.append(group)
        return StandIn.assign(self, group)


def test_a_death_after_an_answer_breaks_the_law_on_that_group() -> None:
    """Everything was answered, and yet the cell is broken, by a group that has a claim."""
    record = check(FallsOverClaims(right), laws=[LAW], families=["clean"], examples=30)

    (cell,) = record.cells
    assert "broken" == cell.verdict
    assert cell.counterexample is not None
    assert any(member.owned for member in cell.counterexample.group.members)
    said = explain_facts(LAW.id, cell.counterexample.facts)
    assert "The assignor answered and then failed: crash (exit code 3)." == said


def test_one_group_is_asked_about_twice_to_see_what_follows() -> None:
    """So that the case can be repeated; a group without a late failure is kept."""
    claiming = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [0]}})
    harmless = group_of({"t": 1}, {"a": ["t"]})

    verdicts = [
        check_group(FallsOverClaims(right), group, laws=[LAW]).cells[0].verdict for group in (claiming, harmless)
    ]

    assert ["broken", "kept"] == verdicts


def test_who_keeps_no_book_has_no_late_failure() -> None:
    """A reference answers in this process."""
    record = check(StandIn(right), laws=[LAW], families=["clean"], examples=10)

    assert ["kept"] == [cell.verdict for cell in record.cells]
