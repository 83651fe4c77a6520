"""Tests of the law on input order."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.judging.judgement import decide, is_applicable
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import Ask, AskModes
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Verdict
from tests.properties.verdicts import broken_facts, deals_in_turn, two_members

ORDER = LAW_BY_ID["order-does-not-matter"]
REPEATABLE = frozenset({Promise.REPEATABLE})


def verdict(group: Group, ask: Ask, *also: Promise) -> Verdict:
    """The verdict on `ask` for `group`, with the promise to be repeatable and those in `also`."""
    return decide(ORDER, Trial(group, ask=ask, promises=REPEATABLE.union(also), judge_answer=verdict_words))


def test_list_whose_order_matters_is_named() -> None:
    facts = broken_facts(verdict(two_members(1), deals_in_turn, Promise.FIXED))

    assert (["members"], "backwards") == (facts["lists"], facts["way"])


def test_all_lists_are_named_where_no_single_one_matters() -> None:
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})

    def by_both(asked: Group) -> Assignment:
        turned = (asked.member_ids()[0], asked.topics[0].name) == ("b", "u")
        return {"a": {"t": [0], "u": [0]}, "b": {}} if turned else {"a": {"t": [0]}, "b": {"u": [0]}}

    facts = broken_facts(verdict(group, by_both))

    assert ["members", "topics", "subscriptions", "claims"] == facts["lists"]


def test_one_order_makes_equal_subscription_lists_differ() -> None:
    """So an assignor that compares subscriptions as lists is found."""
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})

    def compares_lists(asked: Group) -> Assignment:
        alike = len({member.subscription for member in asked.members}) == 1
        return {"a": {"t": [0]}, "b": {"u": [0]}} if alike else {"a": {"t": [0], "u": [0]}, "b": {}}

    facts = broken_facts(verdict(group, compares_lists))

    assert (["subscriptions"], "in another order") == (facts["lists"], facts["way"])


def test_law_is_not_defined_without_another_order() -> None:
    """Members that share an instance id have no defined order."""
    alone = group_of({"t": 2}, {"a": ["t"]}, {"a": {"t": [0]}})
    pair = tuple(Member(id=name, subscription=("t",), instance_id="i") for name in "ab")
    twins = Group(topics=(Topic(name="t", partitions=1),), members=pair)

    assert not ORDER.is_asked_of(REPEATABLE, alone)
    assert not ORDER.is_asked_of(REPEATABLE, twins)
    assert ORDER.is_asked_of(REPEATABLE, replace(twins, members=(replace(pair[0], instance_id="j"), pair[1])))


def test_unordered_list_is_not_permuted() -> None:
    pair = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})
    modes = AskModes(unordered_lists=frozenset({"members"}))
    asked: list[Group] = []

    def remember(group: Group) -> Assignment:
        asked.append(group)
        return deals_in_turn(group)

    trial = Trial(pair, ask=remember, promises=REPEATABLE, judge_answer=verdict_words, ask_modes=modes)
    found = decide(ORDER, trial)

    assert isinstance(found, Kept)
    assert all(["a", "b"] == group.member_ids() for group in asked)
    assert 2 == len({group.topics for group in asked})


def test_law_is_absent_without_another_order_to_try() -> None:
    modes = AskModes(unordered_lists=frozenset({"members"}))
    trials = [
        Trial(two_members(1), ask=deals_in_turn, promises=REPEATABLE, judge_answer=verdict_words, ask_modes=how)
        for how in (modes, AskModes())
    ]

    assert [False, True] == [is_applicable(ORDER, trial, REPEATABLE) for trial in trials]


def test_policy_for_tied_claims_may_depend_on_order() -> None:
    """More moves in one order break no law; a partition assigned twice in one order does."""
    group = two_members(2, a=[0], b=[0, 1])

    def first_listed_keeps(asked: Group) -> Assignment:
        b_first = asked.member_ids()[0] == "b"
        return {"a": {"t": [1 if b_first else 0]}, "b": {"t": [0 if b_first else 1]}}

    def both_keep(asked: Group) -> Assignment:
        b_first = asked.member_ids()[0] == "b"
        return {"a": {"t": [0]}, "b": {"t": [0, 1] if b_first else [1]}}

    assert Kept() == verdict(group, first_listed_keeps, Promise.STICKY)
    assert "one-owner-each" == broken_facts(verdict(group, both_keep, Promise.STICKY))["verdicts"][0]["law"]


def test_policy_for_a_claim_that_was_given_up_may_depend_on_order() -> None:
    """`b` has the newest claim on t-0 but does not subscribe; `a` may count as its owner only if it claims t-0."""
    members = (
        Member(id="a", subscription=("t",), owned=(("t", (0, 1)),), generation=1),
        Member(id="b", subscription=("u",), owned=(("t", (0,)),), generation=2),
        Member(id="c", subscription=("t",)),
    )
    heir = Group(topics=(Topic(name="t", partitions=2), Topic(name="u", partitions=1)), members=members)
    no_heir = replace(heir, members=(replace(members[0], owned=(("t", (1,)),)), *members[1:]))

    def by_the_first(asked: Group) -> Assignment:
        kept = 0 if asked.member_ids()[0] == "a" else 1
        return {"a": {"t": [kept]}, "b": {"u": [0]}, "c": {"t": [1 - kept]}}

    facts = broken_facts(verdict(no_heir, by_the_first, Promise.STICKY))

    assert (1, 0) == (facts["moves"], facts["other_moves"])
    assert Kept() == verdict(heir, by_the_first, Promise.STICKY)


def test_kafkas_claim_rule_depends_on_the_order_of_three_claimants() -> None:
    """Two tied claims void the newest one only if they come first: the reference's expected failure."""
    group = group_of({"t": 1}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=1)
    newest = replace(group, members=(*group.members[:2], replace(group.members[2], generation=2)))
    sticky = reference_assignor("sticky").assign

    assert isinstance(verdict(newest, sticky, Promise.STICKY), Broken)
    assert Kept() == verdict(group, sticky, Promise.STICKY)
