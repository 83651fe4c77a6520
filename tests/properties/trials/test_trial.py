"""Tests of a trial: its questions, its rounds, and questions that are sent ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, TopicPartition, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.trials.ask_modes import AskModes
from kafka_assay.properties.trials.trial import Trial, TrialStep
from tests.properties.stand_ins import StandIn, failing, refusing
from tests.properties.verdicts import deals_in_turn, two_members


def test_assignor_is_called_once_for_each_group() -> None:
    """A failure is cached, too."""
    trial = Trial(two_members(2), ask=deals_in_turn)
    failed = Trial(two_members(2), ask=failing("hang", "no answer within 2 s"))

    first, second = trial.answer, trial.settled_answer(two_members(2))
    failure = failed.failure

    assert first is second
    assert failure is not None
    assert failure is failed.failure
    assert [[None], [failure.to_json()]] == [[step.error for step in one.steps] for one in (trial, failed)]


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


def test_claims_in_the_subscription_need_version_1() -> None:
    """Eager assignors read the claims of version 0, cooperative ones do not."""
    group = two_members(2, a=[0], b=[1])
    old = replace(group, members=(replace(group.members[0], metadata_version=0), group.members[1]))

    eager = Trial(old, ask=deals_in_turn)
    cooperative = Trial(old, ask=deals_in_turn, cooperative=True)
    unadjusted = Trial(old, ask=deals_in_turn, reads_subscription=True)

    assert {"a", "b"} == set(eager.owners.values())
    assert {"b"} == set(cooperative.owners.values()) == set(unadjusted.owners.values())


@dataclass(slots=True)
class Batching(StandIn):
    """A stand-in that takes several groups at once."""

    batches: list[int] = field(default_factory=list)

    def assign_all(self, groups: Sequence[Group]) -> list[Assignment | AssignorFailed]:
        """The outcome of each group."""
        self.batches.append(len(groups))
        outcomes: list[Assignment | AssignorFailed] = []
        for group in groups:
            try:
                outcomes.append(self.assign(group))
            except AssignorFailed as failure:
                outcomes.append(failure)
        return outcomes


def trial_of(target: Batching, group: Group, *, cooperative: bool = False) -> Trial:
    """A trial that can send several questions at once."""
    modes = AskModes(assign_all=target.assign_all)
    return Trial(group, ask=target.assign, cooperative=cooperative, ask_modes=modes)


def judged(target: StandIn, family: str, number: int) -> tuple[list[tuple[object, ...]], list[TrialStep]]:
    """All findings and steps of a drawn example."""
    example, laws = drawn_example(family, 1, number), promised_laws(target.promises)
    findings = list(judge_example(target, laws, example, family=family))
    trials = {id(finding.rebalance): finding.rebalance.trial for finding in findings}
    steps = [step for trial in trials.values() for step in trial.steps]
    return [(one.law, one.verdict, one.since, one.until) for one in findings], steps


@pytest.mark.parametrize("name", ["range", "sticky", "cooperative-sticky"])
@pytest.mark.parametrize("family", ["clean", "racks", "old-metadata", "sequences"])
def test_verdicts_and_steps_are_those_of_single_questions(name: str, family: str) -> None:
    reference = reference_assignor(name)
    sizes = []

    for number in range(12):
        together = Batching(reference.assign, reference.promises)
        assert judged(StandIn(reference.assign, reference.promises), family, number) == judged(together, family, number)
        sizes += together.batches

    assert max(sizes) > 2


def test_faults_in_further_questions_are_found_as_with_single_questions() -> None:
    fails_on_claims = refusing(lambda group: any(member.owned for member in group.members))
    promises = frozenset({Promise.STICKY, Promise.REPEATABLE})

    for number in range(6):
        single, together = (kind(fails_on_claims, promises) for kind in (StandIn, Batching))
        assert judged(single, "clean", number) == judged(together, "clean", number)


def test_nothing_is_a_step_before_it_is_asked() -> None:
    target = Batching(deals_in_turn)
    trial = trial_of(target, two_members(2))
    other, third = two_members(3), two_members(4)

    trial.ask_ahead([other, third])
    asked_before = len(trial.steps)
    trial.settled_answer(third, "third")

    assert (0, ["third"], [2]) == (asked_before, [step.why for step in trial.steps], target.batches)
    assert [other, third] == target.asked


def test_answer_is_taken_once_so_that_a_second_call_is_a_new_one() -> None:
    target = Batching(deals_in_turn)
    trial = trial_of(target, two_members(2))
    trial.ask_ahead([two_members(2), two_members(3)])

    for _ in range(2):
        trial.ask_again(two_members(2), "again")

    assert 3 == len(target.asked)


def test_rounds_of_a_cooperative_assignor_are_sent_together() -> None:
    reference = reference_assignor("cooperative-sticky")
    target = Batching(reference.assign)
    first, second = (
        group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {owner: {"t": [0, 1, 2, 3]}}, generation=1) for owner in "ab"
    )
    trial = trial_of(target, two_members(1), cooperative=True)

    trial.ask_ahead([first, second])
    asked = len(target.asked)
    for group in (first, second):
        trial.settled_answer(group)

    assert [2, 2, 2] == target.batches
    assert asked == len(target.asked) == len(trial.steps)
