"""Tests of the laws on changes of a group, and on the rounds of cooperative assignors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.stand_ins import failing
from tests.properties.verdicts import (
    broken_facts,
    changes_every_round,
    deals_in_turn,
    laws_asked_of,
    two_members,
    verdict_of,
)

FED_BACK = ["stable-group-moves-nothing", "join-only-gives-to-joiner", "leave-only-takes-from-leaver"]
THREE = group_of({"t": 6}, {"a": ["t"], "b": ["t"], "c": ["t"]})
sticky = reference_assignor("sticky").assign


@pytest.mark.parametrize("law", FED_BACK)
@pytest.mark.parametrize("partitions", [1, 2, 6, 7, 8])
def test_sticky_assignor_keeps_all_three_laws(law: str, partitions: int) -> None:
    group = replace(THREE, topics=(replace(THREE.topics[0], partitions=partitions),))

    assert Kept() == verdict_of(law, group, sticky)


def test_assignor_that_rotates_with_the_generation_is_not_stable() -> None:
    def turning(group: Group) -> Assignment:
        turn = (group.members[0].generation or 0) % len(group.members)
        members = group.members[turn:] + group.members[:turn]
        return deals_in_turn(replace(group, members=members))

    facts = broken_facts(verdict_of("stable-group-moves-nothing", THREE, turning))

    assert {"topic": "t", "partition": 0, "from": "a", "to": ["b"]} == facts["moved"][0]
    assert 6 == facts["count"]


def test_joiner_is_tried_first_and_last_by_name() -> None:
    def wrong_when_last(group: Group) -> Assignment:
        return deals_in_turn(group) if group.members[-1].id == "~joiner" else sticky(group)

    facts = broken_facts(verdict_of("join-only-gives-to-joiner", THREE, wrong_when_last))

    assert "~joiner" == facts["joiner"]


def test_joiner_gets_an_unused_name() -> None:
    group = group_of({"t": 2}, {"!joiner": ["t"], "~joiner": ["t"]})
    trial = Trial(group, ask=sticky)

    assert Kept() == LAW_BY_ID["join-only-gives-to-joiner"].judge(trial)
    assert {"!!joiner", "~~joiner"} == {
        member.id for step in trial.steps for member in step.group.members if not member.owned
    } - set(group.member_ids())


def test_roundrobin_moves_partitions_of_remaining_members_after_a_leave() -> None:
    facts = broken_facts(verdict_of("leave-only-takes-from-leaver", THREE, deals_in_turn))

    assert ("a", 2) == (facts["leaver"], facts["was"])
    assert {"topic": "t", "partition": 1, "from": "b", "to": ["c"]} == facts["moved"][0]


def test_three_members_of_a_larger_group_leave_in_turn() -> None:
    """Of six members: the first by id, the last by id, and the most loaded one."""
    group = group_of({"t": 7}, {name: ["t"] for name in "fedcba"})
    trial = Trial(group, ask=sticky)

    assert Kept() == LAW_BY_ID["leave-only-takes-from-leaver"].judge(trial)
    gone = [set("abcdef") - set(step.group.member_ids()) for step in trial.steps[1:]]
    assert [{"a"}, {"f"}] == gone[:2]
    assert 2 <= len(gone) <= 3


def test_steps_name_the_change_of_each_question() -> None:
    """The first step is the group itself."""
    trial = Trial(two_members(2), ask=deals_in_turn)

    LAW_BY_ID["leave-only-takes-from-leaver"].judge(trial)

    assert [None, "its own answer becomes the claims, and a leaves"] == [step.why for step in trial.steps][:2]


@pytest.mark.parametrize("law", FED_BACK)
def test_invalid_answer_does_not_become_the_claims(law: str) -> None:
    verdict = verdict_of(law, THREE, lambda group: {member.id: {} for member in group.members})

    assert Undecided("the answer breaks nothing-left-out (t-0), so it cannot become the next claims") == verdict


def test_leave_is_not_defined_for_a_single_member() -> None:
    alone = group_of({"t": 2}, {"a": ["t"]})

    asked = laws_asked_of(frozenset({Promise.STICKY}), alone)

    assert "leave-only-takes-from-leaver" not in asked
    assert "join-only-gives-to-joiner" in asked


def test_laws_on_ownership_are_not_defined_for_cooperative_members_at_version_0() -> None:
    """A cooperative assignor does not read what a member of version 0 owned."""
    group = replace(THREE, members=(*THREE.members[:2], replace(THREE.members[2], metadata_version=0)))
    eager = laws_asked_of(frozenset({Promise.STICKY}), group)
    cooperative = laws_asked_of(frozenset({Promise.STICKY, Promise.COOPERATIVE}), group)

    assert set(FED_BACK) <= eager
    assert {"leave-only-takes-from-leaver"} == cooperative & set(FED_BACK)


JOINED = two_members(2, a=[0, 1])


def test_assigning_a_held_partition_at_once_is_named_with_its_round() -> None:
    facts = broken_facts(verdict_of("no-double-ownership", JOINED, deals_in_turn, cooperative=True))

    assert {"granted": [{"topic": "t", "partition": 1, "holder": "a", "to": ["b"]}], "count": 1, "round": 1} == facts


def test_assignor_that_never_settles_breaks_settles() -> None:
    """For two members the search ends after six rounds."""
    facts = broken_facts(verdict_of("settles", two_members(2), changes_every_round, cooperative=True))

    assert (6, 2) == (facts["rounds"], facts["count"])


def test_settles_is_not_checked_with_a_member_of_version_0() -> None:
    group = two_members(2)
    old = replace(group, members=(replace(group.members[0], metadata_version=0), group.members[1]))
    promises = frozenset({Promise.COOPERATIVE})

    assert LAW_BY_ID["settles"].is_asked_of(promises, group)
    assert not LAW_BY_ID["settles"].is_asked_of(promises, old)


@pytest.mark.parametrize("law", ["no-double-ownership", "settles"])
def test_failure_in_a_later_round_leaves_the_laws_of_rounds_undecided(law: str) -> None:
    """The same laws are kept by an assignor that withholds a partition, then assigns it."""

    def fails_later(group: Group) -> Assignment:
        return {"a": {"t": [0]}, "b": {}} if group.members[0].generation == 1 else failing()(group)

    assert isinstance(verdict_of(law, JOINED, fails_later, cooperative=True), Undecided)
    assert Kept() == verdict_of(law, JOINED, reference_assignor("cooperative-sticky").assign, cooperative=True)
