"""Tests that a target is asked the very questions with which another one broke a law."""

from __future__ import annotations

from contextlib import closing

import pytest

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.benchmarks.comparison.smallest_cases import keeps_law, observe_law
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.registry import LAW_BY_ID
from tests.support.mutants.edits import swap_first_two
from tests.support.mutants.mutant import Mutant
from tests.support.mutants.registry import MUTANTS

ASKING = [mutant for mutant in MUTANTS if LAW_BY_ID[mutant.law].asks]
FIVE = group_of({"t": 6}, {name: ["t"] for name in "abcde"})


def breach(mutant: Mutant) -> Evidence:
    """The evidence that the mutant breaks its law."""
    return next(find_breaks(mutant, LAW_BY_ID[mutant.law], mutant.group, family=CLEAN))


def test_every_law_that_asks_has_a_mutant_here() -> None:
    of_one_target = [law for law in LAW_BY_ID.values() if law.kind != "agreement"]

    assert {law.id for law in of_one_target if law.asks} == {mutant.law for mutant in ASKING}


@pytest.mark.parametrize("mutant", ASKING, ids=[f"{mutant.law}:{mutant.name}" for mutant in ASKING])
def test_other_target_is_asked_the_question_that_broke_the_law(mutant: Mutant) -> None:
    broken = breach(mutant)

    with closing(ReferenceTarget(mutant.healthy)) as other:
        observed = observe_law(other, LAW_BY_ID[mutant.law], CLEAN, broken)

    assert observed is not None
    assert {} == observed.facts
    assert broken.steps[0].group == observed.steps[0].group
    assert broken.steps[-1].why == observed.steps[-1].why
    if broken.steps[0].assignment == observed.steps[0].assignment:
        assert broken.steps[-1].group == observed.steps[-1].group


class ShufflesWithoutC(ReferenceTarget):
    """Sticky, but c has most, and two members exchange a partition after c has left."""

    def assign(self, group: Group) -> Assignment:
        """The wrong answer."""
        answer = super().assign(group)
        if "c" not in group.member_ids():
            return swap_first_two(group, answer)
        owned = any(member.owned for member in group.members)
        return answer if owned else {**answer, "a": answer["c"], "c": answer["a"]}


def test_leaver_that_the_law_would_not_choose_is_asked_about() -> None:
    """In a group of five the law asks about the most loaded member, which is another one here."""
    law = LAW_BY_ID["leave-only-takes-from-leaver"]
    broken = next(find_breaks(ShufflesWithoutC("sticky"), law, FIVE, family=CLEAN))

    observed = observe_law(ReferenceTarget("sticky"), law, CLEAN, broken)

    assert observed is not None
    assert "c" == broken.facts["leaver"]
    assert ["a", "b", "d", "e"] == observed.steps[-1].group.member_ids()


class GivesNoAnswer(ReferenceTarget):
    """Leaves every partition without an owner."""

    def assign(self, group: Group) -> Assignment:
        """Nothing for anyone."""
        return {member.id: {} for member in group.members}


@pytest.mark.parametrize("law", ["join-only-gives-to-joiner", "leave-only-takes-from-leaver"])
def test_question_is_missing_where_it_cannot_follow(law: str) -> None:
    """The answer has a flaw, so it cannot become the claims."""
    broken = breach(next(mutant for mutant in ASKING if mutant.law == law))

    observed = observe_law(GivesNoAnswer("sticky"), LAW_BY_ID[law], CLEAN, broken)

    assert observed is not None
    assert 1 == len(observed.steps)


def test_law_that_cannot_be_decided_is_not_kept() -> None:
    law = LAW_BY_ID["leave-only-takes-from-leaver"]

    assert keeps_law(ReferenceTarget("sticky"), law, CLEAN, FIVE)
    assert not keeps_law(GivesNoAnswer("sticky"), law, CLEAN, FIVE)
    assert not keeps_law(ShufflesWithoutC("sticky"), law, CLEAN, FIVE)


class ReadsTwoLists(ReferenceTarget):
    """Round robin; the first member gets everything where both members and topics are listed backwards."""

    def assign(self, group: Group) -> Assignment:
        """The wrong answer."""
        members, topics = group.member_ids(), [topic.name for topic in group.topics]
        if members == sorted(members) or topics == sorted(topics):
            return super().assign(group)
        everything = {topic.name: list(range(topic.partitions)) for topic in group.topics}
        return {member: everything if member == "a" else {} for member in members}


def test_question_about_all_lists_comes_last_where_one_list_alone_changes_nothing() -> None:
    law = LAW_BY_ID["order-does-not-matter"]
    group = group_of({"t": 2, "u": 2}, {name: ["t", "u"] for name in "ab"})

    broken = next(find_breaks(ReadsTwoLists("roundrobin"), law, group, family=CLEAN))
    observed = observe_law(ReferenceTarget("roundrobin"), law, CLEAN, broken)

    assert observed is not None
    assert ["members", "topics", "subscriptions", "claims"] == broken.facts["lists"]
    assert {"t": [0, 1], "u": [0, 1]} == (broken.steps[-1].assignment or {})["a"]
    assert broken.steps[-1].why == observed.steps[-1].why


class ShufflesAfterC0(ReferenceTarget):
    """Sticky, but two members exchange their partitions if C0 is away and some partitions have no owner."""

    def assign(self, group: Group) -> Assignment:
        """The wrong answer."""
        answer = super().assign(group)
        claimed = sum(len(list(member.claims())) for member in group.members)
        owners = [member.id for member in group.members if member.owned]
        if "C0" in group.member_ids() or len(owners) < 2 or not 0 < claimed < 3:
            return answer
        first, second = owners[:2]
        return {**answer, first: answer[second], second: answer[first]}


def test_history_ends_at_the_rebalance_that_broke_the_law() -> None:
    """The upgrade of C0 leads to two rebalances, and the law breaks at the first of them."""
    law = LAW_BY_ID["newest-claim-wins"]
    four = group_of({"t": 3}, {f"C{number}": ["t"] for number in range(4)})
    runs = tuple(LifeMember(member=member, client="kafka-clients") for member in four.member_ids())
    events = (Event(miss=("C2",)), Event(upgrade=(("C0", "kafka-clients 2.8.0"),)))
    life = Life(group=four, protocol=Protocol.EAGER, runs=runs, events=events)

    broken = next(find_breaks(ShufflesAfterC0("sticky"), law, LifeRun(life=life), family=CLEAN))
    observed = observe_law(ReferenceTarget("sticky"), law, CLEAN, broken)

    assert observed is not None
    assert 3 == len([*run_rebalances(ReferenceTarget("sticky"), LifeRun(life=life))]) - 1
    assert [(step.why, step.event) for step in broken.steps] == [(step.why, step.event) for step in observed.steps]
