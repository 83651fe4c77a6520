"""Tests of `kafka_assay.properties.trials.trial`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.properties.measures.terms import NEWEST_GENERATION, feed_back
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from tests.properties.verdicts import dealt, two_members


def test_a_trial_takes_an_assignor_or_an_answer() -> None:
    """Both at once, or neither, is a mistake of the caller's."""
    with pytest.raises(ValueError, match="either an assignor to ask or an answer"):
        Trial(two_members(1))


def test_verdicts_are_compared_only_where_something_judges_them() -> None:
    """A trial that was not told how to judge another answer says so, instead of finding no difference."""
    told = Trial(two_members(2), ask=dealt, judge_answer=lambda alone: {"answered": "broken" if alone.flaw else "kept"})

    assert {"answered": "broken"} == told.verdicts_on({"a": {"t": [0]}})
    with pytest.raises(ValueError, match="how to judge another answer"):
        Trial(two_members(2), ask=dealt).verdicts_on({"a": {"t": [0]}})


def test_the_same_group_is_asked_once() -> None:
    """However many laws look at the answer, the assignor is asked once for each group."""
    trial = Trial(two_members(2), ask=dealt)

    first, second = trial.answer, trial.settled_answer(two_members(2))

    assert first is second
    assert 1 == len(trial.steps)


def test_a_failure_is_remembered_too() -> None:
    """A group on which the assignor failed is not asked again, and the step holds the failure."""
    failure = AssignorFailed("hang", "no answer within 2 s")

    def hangs(_: Group) -> Assignment:
        raise failure

    trial = Trial(two_members(2), ask=hangs)

    assert failure is trial.failure()
    assert failure is trial.failure()
    assert [failure] == [step.error for step in trial.steps]


def test_a_cooperative_assignor_is_taken_to_its_fixed_point() -> None:
    """What a round withheld is granted in the next, and the answer is the one that does not change any more."""
    group = two_members(2, a=[0, 1])

    def withholds(asked: Group) -> Assignment:
        taken = asked.members[0].claims()
        return {"a": {"t": [0]}, "b": {} if len(taken) == 2 else {"t": [1]}}

    trial = Trial(group, ask=withholds, cooperative=True)

    assert {"a": {"t": [0]}, "b": {"t": [1]}} == trial.answer
    assert 3 == len(trial.rounds())
    assert {TopicPartition("t", 0): "a", TopicPartition("t", 1): "a"} == trial.owners


def test_a_first_answer_that_agrees_with_unheard_claims_may_be_chance() -> None:
    """What a has is not heard, and the assignor goes by the age of the claims: its first answer does not come again."""
    group = two_members(2, a=[0], b=[1])
    old = replace(group, members=(replace(group.members[0], metadata_version=0, generation=9), group.members[1]))

    def goes_by_age(asked: Group) -> Assignment:
        first, second = asked.members
        older = first.claimed_generation() > second.claimed_generation()
        return {"a": {"t": [0]}, "b": {"t": [1]}} if older else {"a": {"t": [1]}, "b": {"t": [0]}}

    trial = Trial(old, ask=goes_by_age, cooperative=True)

    assert {"a": {"t": [1]}, "b": {"t": [0]}} == trial.answer


def test_rounds_end_after_two_for_each_member_and_two_more() -> None:
    """An assignor that changes its mind in every round is stopped, and all its rounds are kept."""

    def turns(asked: Group) -> Assignment:
        generation = asked.members[0].generation or 0
        return {"a": {"t": [generation % 2]}, "b": {"t": [1 - generation % 2]}}

    trial = Trial(two_members(2), ask=turns, cooperative=True)

    assert isinstance(trial.failure(), NeverSettled)
    assert 6 == len(trial.rounds())


def test_claims_are_fed_back_at_one_newer_generation() -> None:
    """Each member claims what it was given, the idle one nothing, all at the generation after the newest."""
    group = two_members(2, a=[0])
    newer = replace(group, members=(replace(group.members[0], generation=7), group.members[1]))

    members = feed_back(newer, {"a": {"t": [1, 0]}}).members

    assert [((("t", (0, 1)),), 8), ((), 8)] == [(member.owned, member.generation) for member in members]


def test_the_newest_generation_of_all_has_none_after_it() -> None:
    """Where the wire could not carry a newer generation, counting starts again at 1."""
    group = two_members(1, a=[0])
    newest = replace(group, members=(replace(group.members[0], generation=NEWEST_GENERATION), group.members[1]))

    assert [1, 1] == [member.generation for member in feed_back(newest, {"a": {"t": [0]}}).members]


def test_claims_read_from_the_subscription_need_version_1() -> None:
    """
    What a member of metadata version 0 owned is heard by eager assignors, and not by those that read the subscription.
    """
    group = two_members(2, a=[0], b=[1])
    old = replace(group, members=(replace(group.members[0], metadata_version=0), group.members[1]))

    eager = Trial(old, ask=dealt)
    cooperative = Trial(old, ask=dealt, cooperative=True)
    unadjusted = Trial(old, ask=dealt, reads_subscription=True)

    assert {"a", "b"} == set(eager.owners.values())
    assert {"b"} == set(cooperative.owners.values()) == set(unadjusted.owners.values())
