"""Tests of the laws on repeated questions."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import PLAINLY, Ask, AskModes
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.verdicts import broken_facts, deals_in_turn, two_members

SAME = LAW_BY_ID["same-question-same-answer"]
ORDER = LAW_BY_ID["order-does-not-matter"]
FIXED = frozenset({Promise.REPEATABLE, Promise.FIXED})
REPEATABLE = frozenset({Promise.REPEATABLE})


def trial(group: Group, ask: Ask, promises: frozenset[Promise] = REPEATABLE, ask_modes: AskModes = PLAINLY) -> Trial:
    """A trial of `ask` on `group`, with these further ways of asking."""
    return Trial(group, ask=ask, promises=promises, ask_modes=ask_modes, judge_answer=verdict_words)


def exchanges_first_two(group: Group) -> Assignment:
    """The answer of `dealt` with the shares of the first two members exchanged."""
    answer = deals_in_turn(group)
    first, second, *_ = group.member_ids()
    return {**answer, first: answer[second], second: answer[first]}


def greedy(group: Group) -> Assignment:
    """Everything to the first member."""
    return {member.id: {"t": [0, 1]} if place == 0 else {} for place, member in enumerate(group.members)}


def in_turn(*answers: Ask) -> Ask:
    """An assignor that gives each of `answers` in turn, then repeats the last."""
    calls = count()

    def answer(group: Group) -> Assignment:
        return answers[min(next(calls), len(answers) - 1)](group)

    return answer


def fails_with(kind: str) -> Ask:
    """An assignor that fails in this way."""

    def fail(_: Group) -> Assignment:
        raise AssignorFailed(kind, "no")

    return fail


def test_different_second_answer_breaks_the_law() -> None:
    """The facts name the way of asking and both loads."""
    facts = broken_facts(decide(SAME, trial(two_members(2), in_turn(deals_in_turn, greedy))))

    assert ("again", [1, 1], [2, 0]) == (facts["way"], facts["loads"], facts["other_loads"])


def test_ties_may_be_resolved_differently_unless_the_rule_fixes_them() -> None:
    open_ties = decide(SAME, trial(two_members(2), in_turn(deals_in_turn, exchanges_first_two)))
    fixed = broken_facts(decide(SAME, trial(two_members(2), in_turn(deals_in_turn, exchanges_first_two), FIXED)))

    assert Kept() == open_ties
    assert {"topic": "t", "partition": 0, "owners": ["a"], "other_owners": ["b"]} == fixed["partitions"][0]


def test_equal_loads_with_other_moves_are_a_different_answer() -> None:
    sticky = frozenset({Promise.REPEATABLE, Promise.STICKY})
    facts = broken_facts(
        decide(SAME, trial(two_members(2, a=[0], b=[1]), in_turn(deals_in_turn, exchanges_first_two), sticky))
    )

    assert (0, 2) == (facts["moves"], facts["other_moves"])


def test_moves_do_not_count_for_an_assignor_that_ignores_claims() -> None:
    assert Kept() == decide(SAME, trial(two_members(2, a=[0], b=[1]), in_turn(deals_in_turn, exchanges_first_two)))


def test_equal_loads_with_other_verdicts_are_a_different_answer() -> None:
    group = two_members(1)

    def forgets_the_idle(asked: Group) -> Assignment:
        return {member: topics for member, topics in deals_in_turn(asked).items() if topics}

    facts = broken_facts(decide(SAME, trial(group, in_turn(deals_in_turn, forgets_the_idle))))

    assert [{"law": "answers-every-member", "verdict": "kept", "other_verdict": "broken"}] == facts["verdicts"]


def test_order_of_ids_and_topics_without_ids_make_no_difference() -> None:
    def the_same(_: Group) -> Assignment:
        return {"b": {"t": []}, "a": {"t": [1, 0]}}

    assert Kept() == decide(SAME, trial(two_members(2), in_turn(greedy, the_same), FIXED))


def test_reused_object_is_called_after_a_newer_generation() -> None:
    """It first gets its own answer fed back with a joiner, then the question again."""
    group, heard = two_members(2, a=[0]), []

    def kept(asked: Group) -> Assignment:
        heard.append(asked)
        return deals_in_turn(asked) if len(heard) == 1 else greedy(asked)

    asked = trial(group, deals_in_turn, ask_modes=AskModes(reused_object=lambda: kept))
    facts = broken_facts(decide(SAME, asked))

    assert "reused object" == facts["way"]
    assert ["!joiner", "a", "b"] == heard[0].member_ids()
    assert [2, 2] == [member.generation for member in heard[0].members[1:]]
    assert [None, None, "a", "a"] == [step.instance for step in asked.steps]
    assert asked.steps[-1].group == group


def test_reused_object_of_a_life_is_compared_with_a_fresh_one() -> None:
    asked = trial(two_members(2), in_turn(greedy, deals_in_turn))
    asked.failure()
    asked.steps[0] = replace(asked.steps[0], instance="the same object")

    assert "fresh object" == broken_facts(decide(SAME, asked))["way"]


def test_every_trial_has_its_own_reused_object() -> None:
    made = count()

    def reused_object() -> Ask:
        next(made)
        return deals_in_turn

    for partitions in (1, 2, 3):
        decide(SAME, trial(two_members(partitions), deals_in_turn, ask_modes=AskModes(reused_object=reused_object)))

    assert 3 == next(made)


def test_failure_of_the_first_call_of_a_reused_object_breaks_no_law() -> None:
    kept = AskModes(reused_object=lambda: fails_with("ValueError"))

    assert Kept() == decide(SAME, trial(two_members(2), deals_in_turn, ask_modes=kept))


def test_answer_of_another_process_is_compared_where_there_is_one() -> None:
    there = broken_facts(
        decide(SAME, trial(two_members(2), deals_in_turn, ask_modes=AskModes(other_process=lambda: greedy)))
    )
    nowhere = decide(SAME, trial(two_members(2), deals_in_turn, ask_modes=AskModes(other_process=lambda: None)))

    assert "another process" == there["way"]
    assert Kept() == nowhere


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ((fails_with("KeyError"),), "broken"),
        ((fails_with("crash"), fails_with("crash")), "broken"),
        ((fails_with("crash"), deals_in_turn), "kept"),
        ((fails_with("hang"),), "undecided"),
    ],
)
def test_second_failure_counts_by_its_kind(later: tuple[Ask, ...], expected: str) -> None:
    """An exception is a difference, a crash is one if it repeats, a hang may be caused by the machine."""
    assert expected == decide(SAME, trial(two_members(2), in_turn(deals_in_turn, *later))).word


def test_law_is_undecided_without_a_first_answer() -> None:
    verdict = decide(SAME, trial(two_members(2), fails_with("KeyError")))

    assert isinstance(verdict, Undecided)
    assert verdict.unanswered


def test_cooperative_assignor_is_compared_at_its_fixed_point() -> None:
    group = two_members(2, a=[0, 1])

    def withholds(asked: Group) -> Assignment:
        taken = {claim for member in asked.members for claim in member.claims()}
        answer: Assignment = {member.id: {} for member in asked.members}
        answer["a"] = {"t": [0]}
        if ("t", 1) not in taken or any(("t", 1) in one.claims() for one in asked.members if one.id == "b"):
            answer["b"] = {"t": [1]}
        return answer

    promises = REPEATABLE | {Promise.COOPERATIVE}
    asked = Trial(group, ask=withholds, cooperative=True, promises=promises, judge_answer=verdict_words)

    assert Kept() == decide(SAME, asked)
    assert Kept() == decide(ORDER, asked)
    assert asked.answer == {"a": {"t": [0]}, "b": {"t": [1]}}


def test_both_laws_need_the_promise_to_be_repeatable() -> None:
    for law in (SAME, ORDER):
        assert law.is_asked_of(REPEATABLE, two_members(2))
        assert not law.is_asked_of(frozenset({Promise.EVEN}), two_members(2))
