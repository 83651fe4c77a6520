"""Tests of the law on order: which list it is that must not matter, and what may differ all the same."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.judgement import decide, is_applicable, verdict_words
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import Ask, AskModes
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Verdict
from tests.properties.verdicts import broken, dealt, two_members

ORDER = LAW_BY_ID["order-does-not-matter"]
REPEATABLE = frozenset({Promise.REPEATABLE})


def verdict(group: Group, ask: Ask, *also: Promise) -> Verdict:
    """What the law says of `ask`, asked about `group`, who promises to be repeatable, and `also` more."""
    return decide(ORDER, Trial(group, ask=ask, promises=REPEATABLE.union(also), judge_answer=verdict_words))


def test_the_list_whose_order_matters_is_named() -> None:
    """Members alone, in the reversed order, are enough to change who gets the only partition."""
    facts = broken(verdict(two_members(1), dealt, Promise.FIXED))

    assert (["members"], "backwards") == (facts["lists"], facts["way"])


def test_where_no_list_alone_matters_all_are_named() -> None:
    """Only topics and members turned together change the loads."""
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})

    def by_both(asked: Group) -> Assignment:
        turned = (asked.member_ids()[0], asked.topics[0].name) == ("b", "u")
        return {"a": {"t": [0], "u": [0]}, "b": {}} if turned else {"a": {"t": [0]}, "b": {"u": [0]}}

    facts = broken(verdict(group, by_both))

    assert ["members", "topics", "subscriptions", "claims"] == facts["lists"]


def test_equal_lists_become_unequal_in_one_of_the_orders() -> None:
    """Who compares subscriptions as lists is found out although everybody lists alike."""
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})

    def compares_lists(asked: Group) -> Assignment:
        alike = len({member.subscription for member in asked.members}) == 1
        return {"a": {"t": [0]}, "b": {"u": [0]}} if alike else {"a": {"t": [0], "u": [0]}, "b": {}}

    facts = broken(verdict(group, compares_lists))

    assert (["subscriptions"], "every other one first") == (facts["lists"], facts["way"])


def test_no_order_no_law() -> None:
    """One member with one topic is the same in every order; two of one instance id have no order to be held to."""
    alone = group_of({"t": 2}, {"a": ["t"]}, {"a": {"t": [0]}})
    pair = tuple(Member(id=name, subscription=("t",), instance_id="i") for name in "ab")
    twins = Group(topics=(Topic(name="t", partitions=1),), members=pair)

    assert not ORDER.is_asked_of(REPEATABLE, alone)
    assert not ORDER.is_asked_of(REPEATABLE, twins)
    assert ORDER.is_asked_of(REPEATABLE, replace(twins, members=(replace(pair[0], instance_id="j"), pair[1])))


def test_a_list_without_an_order_is_left_out() -> None:
    """Whose client lists members by their hash is not asked about another order of members, only about the rest."""
    pair = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})
    modes = AskModes(unordered_lists=frozenset({"members"}))
    asked: list[Group] = []

    def remember(group: Group) -> Assignment:
        asked.append(group)
        return dealt(group)

    trial = Trial(pair, ask=remember, promises=REPEATABLE, judge_answer=verdict_words, ask_modes=modes)
    found = decide(ORDER, trial)

    assert isinstance(found, Kept)
    assert all(["a", "b"] == group.member_ids() for group in asked)
    assert 2 == len({group.topics for group in asked})


def test_without_another_order_to_ask_the_law_is_absent() -> None:
    """Two members that read one topic can change places, and nothing else can: the law says nothing here."""
    modes = AskModes(unordered_lists=frozenset({"members"}))
    trials = [
        Trial(two_members(1), ask=dealt, promises=REPEATABLE, judge_answer=verdict_words, ask_modes=how)
        for how in (modes, AskModes())
    ]

    assert [False, True] == [is_applicable(ORDER, trial, REPEATABLE) for trial in trials]


def test_what_tied_claims_are_worth_is_a_policy() -> None:
    """
    Who keeps the first of two tied claims moves more in one order than in the other, and breaks no law; who hands the
    partition to both in one order breaks it.
    """
    group = two_members(2, a=[0], b=[0, 1])

    def first_listed_keeps(asked: Group) -> Assignment:
        b_first = asked.member_ids()[0] == "b"
        return {"a": {"t": [1 if b_first else 0]}, "b": {"t": [0 if b_first else 1]}}

    def both_keep(asked: Group) -> Assignment:
        b_first = asked.member_ids()[0] == "b"
        return {"a": {"t": [0]}, "b": {"t": [0, 1] if b_first else [1]}}

    assert Kept() == verdict(group, first_listed_keeps, Promise.STICKY)
    assert "one-owner-each" == broken(verdict(group, both_keep, Promise.STICKY))["verdicts"][0]["law"]


def test_who_inherits_a_claim_that_was_given_up_is_a_policy() -> None:
    """
    `b` made the newest claim on t-0 and has given up the topic. Who takes `a`, whose claim is older, for the owner in
    one order alone breaks no law; where `a` never claimed t-0, an order that costs `a` t-1 does.
    """
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

    facts = broken(verdict(no_heir, by_the_first, Promise.STICKY))

    assert (1, 0) == (facts["moves"], facts["other_moves"])
    assert Kept() == verdict(heir, by_the_first, Promise.STICKY)


def test_kafkas_claim_rule_goes_by_the_order_of_three_claimants() -> None:
    """Two claims that tie below the newest void it only where they come first: the reference's declared failure."""
    group = group_of({"t": 1}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=1)
    newest = replace(group, members=(*group.members[:2], replace(group.members[2], generation=2)))
    sticky = reference_assignor("sticky").assign

    assert isinstance(verdict(newest, sticky, Promise.STICKY), Broken)
    assert Kept() == verdict(group, sticky, Promise.STICKY)
