from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import NEWEST_GENERATION
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    flaw_of,
    foreign_partitions,
    ghost_partitions,
    is_flawless,
    left_out_partitions,
    silent_members,
)
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from tests.properties.verdicts import deals_in_turn, two_members


def test_trial_takes_either_an_assignor_or_an_answer() -> None:
    with pytest.raises(ValueError, match="either an assignor to ask or an answer"):
        Trial(two_members(1))


def test_trial_without_a_judge_refuses_to_compare_verdicts() -> None:
    told = Trial(
        two_members(2),
        ask=deals_in_turn,
        judge_answer=lambda group, answer, _: {"answered": "broken" if flaw_of(group, answer) else "kept"},
    )

    assert {"answered": "broken"} == told.verdicts_on({"a": {"t": [0]}})
    with pytest.raises(ValueError, match="how to judge another answer"):
        Trial(two_members(2), ask=deals_in_turn).verdicts_on({"a": {"t": [0]}})


def test_assignor_is_called_once_for_each_group() -> None:
    trial = Trial(two_members(2), ask=deals_in_turn)

    first, second = trial.answer, trial.settled_answer(two_members(2))

    assert first is second
    assert 1 == len(trial.steps)


def test_failure_is_cached() -> None:
    failure = AssignorFailed("hang", "no answer within 2 s")

    def hangs(_: Group) -> Assignment:
        raise failure

    trial = Trial(two_members(2), ask=hangs)

    assert failure is trial.failure()
    assert failure is trial.failure()
    assert [failure.to_json()] == [step.error for step in trial.steps]


def test_cooperative_assignor_is_run_to_its_fixed_point() -> None:
    group = two_members(2, a=[0, 1])

    def withholds(asked: Group) -> Assignment:
        taken = asked.members[0].claims()
        return {"a": {"t": [0]}, "b": {} if len(taken) == 2 else {"t": [1]}}

    trial = Trial(group, ask=withholds, cooperative=True)

    assert {"a": {"t": [0]}, "b": {"t": [1]}} == trial.answer
    assert 3 == len(trial.rounds())
    assert {TopicPartition("t", 0): "a", TopicPartition("t", 1): "a"} == trial.owners


def test_first_answer_that_equals_ignored_claims_needs_another_round() -> None:
    """The claim of `a` is ignored because of its version, so its first answer is not a fixed point."""
    group = two_members(2, a=[0], b=[1])
    old = replace(group, members=(replace(group.members[0], metadata_version=0, generation=9), group.members[1]))

    def goes_by_age(asked: Group) -> Assignment:
        first, second = asked.members
        older = first.claimed_generation() > second.claimed_generation()
        return {"a": {"t": [0]}, "b": {"t": [1]}} if older else {"a": {"t": [1]}, "b": {"t": [0]}}

    trial = Trial(old, ask=goes_by_age, cooperative=True)

    assert {"a": {"t": [1]}, "b": {"t": [0]}} == trial.answer


def test_rounds_are_limited_to_two_for_each_member_plus_two() -> None:
    def turns(asked: Group) -> Assignment:
        generation = asked.members[0].generation or 0
        return {"a": {"t": [generation % 2]}, "b": {"t": [1 - generation % 2]}}

    trial = Trial(two_members(2), ask=turns, cooperative=True)

    assert isinstance(trial.failure(), NeverSettled)
    assert 6 == len(trial.rounds())


def test_answer_is_fed_back_at_the_next_generation() -> None:
    group = two_members(2, a=[0])
    newer = replace(group, members=(replace(group.members[0], generation=7), group.members[1]))

    members = feed_back(newer, {"a": {"t": [1, 0]}}).members

    assert [((("t", (0, 1)),), 8), ((), 8)] == [(member.owned, member.generation) for member in members]


def test_generation_after_the_largest_is_1() -> None:
    group = two_members(1, a=[0])
    newest = replace(group, members=(replace(group.members[0], generation=NEWEST_GENERATION), group.members[1]))

    assert [1, 1] == [member.generation for member in feed_back(newest, {"a": {"t": [0]}}).members]


def test_claims_in_the_subscription_need_version_1() -> None:
    """Eager assignors read the claims of version 0, cooperative ones do not."""
    group = two_members(2, a=[0], b=[1])
    old = replace(group, members=(replace(group.members[0], metadata_version=0), group.members[1]))

    eager = Trial(old, ask=deals_in_turn)
    cooperative = Trial(old, ask=deals_in_turn, cooperative=True)
    unadjusted = Trial(old, ask=deals_in_turn, reads_subscription=True)

    assert {"a", "b"} == set(eager.owners.values())
    assert {"b"} == set(cooperative.owners.values()) == set(unadjusted.owners.values())


def test_quick_look_at_an_answer_agrees_with_the_validity_laws() -> None:
    finders = (silent_members, ghost_partitions, foreign_partitions, doubled_partitions, left_out_partitions)
    random, met = Random(0), set()
    for number in range(600):
        example = drawn_example("missing-topics" if number % 2 else "clean", 0, number)
        assert isinstance(example, Group)
        answer = reference_assignor("range").assign(example)
        if number % 3:
            _spoil(answer, random)
        flawless = not any(find(example, answer) for find in finders)
        met.add(flawless)

        assert flawless == is_flawless(example, answer), (example, answer)
    assert {True, False} == met


def _spoil(answer: Assignment, random: Random) -> None:
    """One small change, or none: a partition more or less, another member, a member that is not listed."""
    member = random.choice(list(answer))
    topic = random.choice([*answer[member], "t0", "none"])
    match random.randrange(4):
        case 0:
            answer[member].setdefault(topic, []).append(random.choice([-1, 0, 1, 99]))
        case 1:
            answer[member][topic] = answer[member].get(topic, [])[1:]
        case 2:
            del answer[member]
        case _:
            answer["stranger"] = {topic: [0]}
