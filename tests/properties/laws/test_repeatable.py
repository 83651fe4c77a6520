"""Tests of the laws on repeated questions and on the order of lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.judging.judgement import decide, is_applicable
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import PLAINLY, Ask, AskModes
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Verdict
from tests.assignors.reference.answers import question
from tests.properties.stand_ins import StandIn, failing, in_turn
from tests.properties.verdicts import broken_facts, deals_in_turn, two_members

SAME = LAW_BY_ID["same-question-same-answer"]
ORDER = LAW_BY_ID["order-does-not-matter"]
TWO, OWNED = two_members(2), two_members(2, a=[0], b=[1])
FIXED = frozenset({Promise.REPEATABLE, Promise.FIXED})
REPEATABLE = frozenset({Promise.REPEATABLE})


def trial(group: Group, ask: Ask, promises: frozenset[Promise] = REPEATABLE, ask_modes: AskModes = PLAINLY) -> Trial:
    """A trial of `ask` on `group`, with these further ways of asking."""
    return Trial(group, ask=ask, promises=promises, ask_modes=ask_modes, judge_answer=verdict_words)


def judged(*answers: Ask, group: Group = TWO, promises: frozenset[Promise] = REPEATABLE, **modes: Any) -> Verdict:
    """The verdict of the law on repeated questions on an assignor that gives these `answers`, then the last again."""
    return decide(SAME, trial(group, in_turn(*answers, *[answers[-1]] * 20), promises, AskModes(**modes)))


def ordered(group: Group, ask: Ask, *also: Promise) -> Verdict:
    """The verdict of the law on order on `ask` for `group`, with the promises in `also` too."""
    return decide(ORDER, trial(group, ask, REPEATABLE.union(also)))


def exchanges_first_two(group: Group) -> Assignment:
    """The answer of `dealt` with the shares of the first two members exchanged."""
    answer = deals_in_turn(group)
    first, second, *_ = group.member_ids()
    return {**answer, first: answer[second], second: answer[first]}


def greedy(group: Group) -> Assignment:
    """Everything to the first member."""
    return {member.id: {"t": [0, 1]} if place == 0 else {} for place, member in enumerate(group.members)}


def test_different_second_answer_breaks_the_law() -> None:
    """The facts name the way of asking and both loads."""
    facts = broken_facts(judged(deals_in_turn, greedy))

    assert ("again", [1, 1], [2, 0]) == (facts["way"], facts["loads"], facts["other_loads"])


def test_ties_may_be_resolved_differently_unless_the_rule_fixes_them() -> None:
    open_ties = judged(deals_in_turn, exchanges_first_two)
    fixed = broken_facts(judged(deals_in_turn, exchanges_first_two, promises=FIXED))

    assert Kept() == open_ties
    assert {"topic": "t", "partition": 0, "owners": ["a"], "other_owners": ["b"]} == fixed["partitions"][0]


def test_equal_loads_with_other_moves_are_a_different_answer() -> None:
    """Moves do not count for an assignor that ignores claims."""
    sticky = frozenset({Promise.REPEATABLE, Promise.STICKY})
    facts = broken_facts(judged(deals_in_turn, exchanges_first_two, group=OWNED, promises=sticky))

    assert (0, 2) == (facts["moves"], facts["other_moves"])
    assert Kept() == judged(deals_in_turn, exchanges_first_two, group=OWNED)


def test_equal_loads_with_other_verdicts_are_a_different_answer() -> None:
    def forgets_the_idle(asked: Group) -> Assignment:
        return {member: topics for member, topics in deals_in_turn(asked).items() if topics}

    facts = broken_facts(judged(deals_in_turn, forgets_the_idle, group=two_members(1)))

    assert [{"law": "answers-every-member", "verdict": "kept", "other_verdict": "broken"}] == facts["verdicts"]


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
    asked.outcome()
    asked.steps[0] = replace(asked.steps[0], instance="the same object")

    assert "fresh object" == broken_facts(decide(SAME, asked))["way"]


def test_failure_of_the_first_call_of_a_reused_object_breaks_no_law() -> None:
    assert Kept() == judged(deals_in_turn, reused_object=lambda: failing("ValueError"))


def test_answer_of_another_process_is_compared_where_there_is_one() -> None:
    assert "another process" == broken_facts(judged(deals_in_turn, other_process=lambda: greedy))["way"]
    assert Kept() == judged(deals_in_turn, other_process=lambda: None)


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ((failing("KeyError"),), "broken"),
        ((failing("crash"), failing("crash")), "broken"),
        ((failing("crash"), deals_in_turn), "kept"),
        ((failing("hang"),), "undecided"),
    ],
)
def test_second_failure_counts_by_its_kind(later: tuple[Ask, ...], expected: str) -> None:
    """An exception is a difference, a crash is one if it repeats, a hang may be caused by the machine."""
    assert expected == judged(deals_in_turn, *later).word


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


def test_list_whose_order_matters_is_named() -> None:
    facts = broken_facts(ordered(two_members(1), deals_in_turn, Promise.FIXED))

    assert (["members"], "backwards") == (facts["lists"], facts["way"])


def test_all_lists_are_named_where_no_single_one_matters() -> None:
    group = question({"t": 1, "u": 1}, "a b")

    def by_both(asked: Group) -> Assignment:
        turned = (asked.member_ids()[0], asked.topics[0].name) == ("b", "u")
        return {"a": {"t": [0], "u": [0]}, "b": {}} if turned else {"a": {"t": [0]}, "b": {"u": [0]}}

    facts = broken_facts(ordered(group, by_both))

    assert ["members", "topics", "subscriptions", "claims"] == facts["lists"]


def test_one_order_makes_equal_subscription_lists_differ() -> None:
    """So an assignor that compares subscriptions as lists is found."""
    group = question({"t": 1, "u": 1}, "a b")

    def compares_lists(asked: Group) -> Assignment:
        alike = len({member.subscription for member in asked.members}) == 1
        return {"a": {"t": [0]}, "b": {"u": [0]}} if alike else {"a": {"t": [0], "u": [0]}, "b": {}}

    facts = broken_facts(ordered(group, compares_lists))

    assert (["subscriptions"], "in another order") == (facts["lists"], facts["way"])


def test_law_is_not_defined_without_another_order() -> None:
    """Members that share an instance id have no defined order."""
    alone = group_of({"t": 2}, {"a": ["t"]}, {"a": {"t": [0]}})
    twins, others = (question({"t": 1}, "a b", instances={"a": "i", "b": second}) for second in "ij")

    assert [False, False, True] == [ORDER.is_asked_of(REPEATABLE, group) for group in (alone, twins, others)]


def test_unordered_list_is_not_permuted() -> None:
    """Without another order to try, the law is absent."""
    modes = AskModes(unordered_lists=frozenset({"members"}))
    target = StandIn(deals_in_turn)

    assert Kept() == decide(ORDER, trial(question({"t": 1, "u": 1}, "a b"), target.assign, ask_modes=modes))
    assert all(["a", "b"] == group.member_ids() for group in target.asked)
    assert 2 == len({group.topics for group in target.asked})
    trials = [trial(two_members(1), deals_in_turn, ask_modes=how) for how in (modes, PLAINLY)]
    assert [False, True] == [is_applicable(ORDER, one, REPEATABLE) for one in trials]


def test_policy_for_tied_claims_may_depend_on_order() -> None:
    """More moves in one order break no law; a partition assigned twice in one order does."""
    group = two_members(2, a=[0], b=[0, 1])

    def first_listed_keeps(asked: Group) -> Assignment:
        b_first = asked.member_ids()[0] == "b"
        return {"a": {"t": [1 if b_first else 0]}, "b": {"t": [0 if b_first else 1]}}

    def both_keep(asked: Group) -> Assignment:
        b_first = asked.member_ids()[0] == "b"
        return {"a": {"t": [0]}, "b": {"t": [0, 1] if b_first else [1]}}

    assert Kept() == ordered(group, first_listed_keeps, Promise.STICKY)
    assert "one-owner-each" == broken_facts(ordered(group, both_keep, Promise.STICKY))["verdicts"][0]["law"]


def test_policy_for_a_claim_that_was_given_up_may_depend_on_order() -> None:
    """`b` has the newest claim on t-0 but does not subscribe; `a` may count as its owner only if it claims t-0."""
    heir, no_heir = (
        question({"t": 2, "u": 1}, {"a": "t", "b": "u", "c": "t"}, {"a": {"t": ids}, "b": {"t": [0]}}, {"b": 2})
        for ids in ([0, 1], [1])
    )

    def by_the_first(asked: Group) -> Assignment:
        kept = 0 if asked.member_ids()[0] == "a" else 1
        return {"a": {"t": [kept]}, "b": {"u": [0]}, "c": {"t": [1 - kept]}}

    facts = broken_facts(ordered(no_heir, by_the_first, Promise.STICKY))

    assert (1, 0) == (facts["moves"], facts["other_moves"])
    assert Kept() == ordered(heir, by_the_first, Promise.STICKY)


def test_kafkas_claim_rule_depends_on_the_order_of_three_claimants() -> None:
    """Two tied claims void the newest one only if they come first: the reference's expected failure."""
    claims = {name: {"t": [0]} for name in "abc"}
    group, newest = (question({"t": 1}, "a b c", claims, ages) for ages in ({}, {"c": 2}))
    sticky = reference_assignor("sticky").assign

    assert isinstance(ordered(newest, sticky, Promise.STICKY), Broken)
    assert Kept() == ordered(group, sticky, Promise.STICKY)
