"""Tests of `kafka_assay.properties.laws.change`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.registry import LAW_BY_ID, applicable_laws
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.verdicts import broken, dealt, two_members, verdict_of

FED_BACK = ["stable-group-moves-nothing", "join-only-gives-to-joiner", "leave-only-takes-from-leaver"]
THREE = group_of({"t": 6}, {"a": ["t"], "b": ["t"], "c": ["t"]})


def sticky_on_one_topic(group: Group) -> Assignment:
    """
    A right assignor for members that all subscribe to the topic `t`: each keeps up to its share, the rest fills up.
    """
    floor, extras = divmod(group.partition_counts()["t"], len(group.members))
    answer: Assignment = {}
    for member in sorted(group.members, key=lambda member: -len(member.claims())):
        mine = [partition for _, partition in member.claims()]
        share = floor + (1 if extras and len(mine) > floor else 0)
        extras -= share - floor
        answer[member.id] = {"t": mine[:share]}
    taken = {partition for topics in answer.values() for partition in topics["t"]}
    for partition in range(group.partition_counts()["t"]):
        if partition not in taken:
            min(answer.values(), key=lambda topics: len(topics["t"]))["t"].append(partition)
    return answer


@pytest.mark.parametrize("law", FED_BACK)
@pytest.mark.parametrize("partitions", [1, 2, 6, 7, 8])
def test_a_sticky_assignor_keeps_all_three(law: str, partitions: int) -> None:
    """Who keeps what can be kept, keeps the laws of small changes."""
    group = replace(THREE, topics=(replace(THREE.topics[0], partitions=partitions),))

    assert Kept() == verdict_of(law, group, sticky_on_one_topic)


def test_an_assignor_that_looks_at_the_generation_is_not_stable() -> None:
    """Who turns the circle at every generation moves things in a group in which nothing happens."""

    def turning(group: Group) -> Assignment:
        turn = (group.members[0].generation or 0) % len(group.members)
        members = group.members[turn:] + group.members[:turn]
        return dealt(replace(group, members=members))

    facts = broken(verdict_of("stable-group-moves-nothing", THREE, turning))

    assert {"topic": "t", "partition": 0, "from": "a", "to": ["b"]} == facts["moved"][0]
    assert 6 == facts["count"]


def test_dealing_anew_gives_more_than_the_joiner_needs() -> None:
    """Round-robin after a join hands partitions around between members that were there."""
    facts = broken(verdict_of("join-only-gives-to-joiner", THREE, dealt))

    assert "!joiner" == facts["joiner"]
    assert all(set(move["to"]) <= {"a", "b", "c"} for move in facts["moved"])


def test_the_joiner_sorts_first_once_and_last_once() -> None:
    """An assignor that goes wrong only where the newcomer sorts last is found as well."""

    def wrong_when_last(group: Group) -> Assignment:
        if group.members[-1].id == "~joiner":
            return dealt(group)
        return sticky_on_one_topic(group)

    facts = broken(verdict_of("join-only-gives-to-joiner", THREE, wrong_when_last))

    assert "~joiner" == facts["joiner"]


def test_a_joiner_takes_a_name_that_nobody_has() -> None:
    """The group may already have a member that is called like the newcomer."""
    group = group_of({"t": 2}, {"!joiner": ["t"], "~joiner": ["t"]})
    trial = Trial(group, ask=sticky_on_one_topic)

    assert Kept() == LAW_BY_ID["join-only-gives-to-joiner"].judge(trial)
    assert {"!!joiner", "~~joiner"} == {
        member.id for step in trial.steps for member in step.group.members if not member.owned
    } - set(group.member_ids())


def test_dealing_anew_takes_from_those_who_stay() -> None:
    """Round-robin after a leave takes partitions from members that stayed, and the law names them."""
    facts = broken(verdict_of("leave-only-takes-from-leaver", THREE, dealt))

    assert ("a", 2) == (facts["leaver"], facts["was"])
    assert {"topic": "t", "partition": 1, "from": "b", "to": ["c"]} == facts["moved"][0]


def test_in_a_larger_group_three_members_leave() -> None:
    """Of six members the first by id, the last and the most loaded leave, one at a time."""
    group = group_of({"t": 7}, {name: ["t"] for name in "fedcba"})
    trial = Trial(group, ask=sticky_on_one_topic)

    assert Kept() == LAW_BY_ID["leave-only-takes-from-leaver"].judge(trial)
    gone = [set("abcdef") - set(step.group.member_ids()) for step in trial.steps[1:]]
    assert [{"a"}, {"f"}] == gone[:2]
    assert 2 <= len(gone) <= 3


def test_the_steps_say_what_makes_each_question_another() -> None:
    """A counterexample can be read: the first step is the group itself, the next ones say what changed."""
    trial = Trial(two_members(2), ask=dealt)

    LAW_BY_ID["leave-only-takes-from-leaver"].judge(trial)

    assert [None, "its own answer, fed back; a leaves"] == [step.why for step in trial.steps][:2]


@pytest.mark.parametrize("law", FED_BACK)
def test_an_answer_that_is_no_plan_is_not_fed_back(law: str) -> None:
    """Where the assignor's own answer breaks a validity law, what follows from it proves nothing."""

    def forgetful(group: Group) -> Assignment:
        return {member.id: {} for member in group.members}

    verdict = verdict_of(law, THREE, forgetful)

    assert Undecided("the answer breaks nothing-left-out (t-0), so it cannot be fed back") == verdict


def test_leaving_is_not_defined_where_nobody_would_stay() -> None:
    """One member alone cannot leave; it can be joined."""
    alone = group_of({"t": 2}, {"a": ["t"]})

    asked = {law.id for law in applicable_laws(frozenset({Promise.STICKY}), alone)}

    assert "leave-only-takes-from-leaver" not in asked
    assert "join-only-gives-to-joiner" in asked


def test_what_a_cooperative_group_keeps_is_not_defined_at_version_0() -> None:
    """
    A cooperative assignor does not hear what a member of version 0 owned: where it counts what all own, the laws are
    not asked there.
    """
    group = replace(THREE, members=(*THREE.members[:2], replace(THREE.members[2], metadata_version=0)))
    eager = applicable_laws(frozenset({Promise.STICKY}), group)
    cooperative = applicable_laws(frozenset({Promise.STICKY, Promise.COOPERATIVE}), group)

    unheard = {"join-only-gives-to-joiner", "stable-group-moves-nothing"}
    assert unheard <= {law.id for law in eager}
    assert not unheard & {law.id for law in cooperative}
    assert "leave-only-takes-from-leaver" in {law.id for law in cooperative}
