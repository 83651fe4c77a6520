"""Tests of `kafka_assay.properties.laws.stickiness`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.measures.terms import without_claims
from kafka_assay.properties.registry import LAW_BY_ID, applicable_laws
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from tests.properties.verdicts import broken, dealt, facts_on, two_members, verdict_of, verdict_on

OWNED = two_members(4, a=[0, 1], b=[2, 3])


def test_the_fewest_moves_are_enough() -> None:
    """Who owns too much must give some up, and giving up just that is no needless move."""
    group = two_members(4, a=[0, 1, 2, 3])

    assert Kept() == verdict_on("needless-moves-when-equal", group, {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}})


def test_an_exchange_is_needless() -> None:
    """Two partitions that change places break the law, with the hand-overs that would undo it."""
    facts = facts_on("needless-moves-when-equal", OWNED, {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}})

    assert (2, 0) == (facts["moves"], facts["optimal_moves"])
    assert {("a", "b", 2), ("b", "a", 1)} == {(x["from"], x["to"], x["partition"]) for x in facts["needless"]}


def test_extras_stay_with_those_who_own_more() -> None:
    """With three partitions and two members, the one that owned three keeps two."""
    group = two_members(3, a=[0, 1, 2])
    swapped: Assignment = {"a": {"t": [0]}, "b": {"t": [1, 2]}}

    facts = facts_on("needless-moves-when-equal", group, swapped)

    assert (2, 1) == (facts["moves"], facts["optimal_moves"])


def test_keeping_too_much_is_no_needless_move() -> None:
    """An answer that moves less than balance asks for breaks balance, not this law."""
    assert Kept() == verdict_on("needless-moves-when-equal", two_members(2, a=[0, 1]), {"a": {"t": [0, 1]}, "b": {}})


def test_moves_are_counted_in_an_answer_that_is_no_plan() -> None:
    """A claimed partition that is left out has moved; there is then no cheaper plan to compare with."""
    facts = facts_on("needless-moves-when-equal", OWNED, {"a": {"t": [0]}, "b": {"t": [2, 3]}})

    assert {"moves": 1, "optimal_moves": 0, "needless": [], "count": 0, "home": 0} == facts


@pytest.mark.parametrize(
    "group",
    [
        group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}),
        group_of({"t": 2}, {"a": ["t", "t"], "b": ["t"]}),
        group_of({"t": 2}, {"a": [], "b": []}),
        group_of({"t": 2}, {}),
        two_members(2, a=[0], b=[0]),
        two_members(2, a=[0, 0]),
    ],
    ids=["unequal", "repeated-topic", "no-topic", "no-member", "disputed", "claimed-twice-by-one"],
)
def test_needless_moves_are_defined_on_equal_subscriptions_and_single_claims(group: Group) -> None:
    """Where lists differ, repeat or are empty, or a partition is claimed twice, the law says nothing."""
    assert not LAW_BY_ID["needless-moves-when-equal"].defined(group)


def test_missing_topics_and_order_leave_subscriptions_equal() -> None:
    """Lists that hold the same names are equal in any order, whether the topics exist or not."""
    group = group_of({"t": 2}, {"a": ["t", "gone"], "b": ["gone", "t"]})

    assert LAW_BY_ID["needless-moves-when-equal"].defined(group)


@pytest.mark.parametrize("promise", [Promise.STICKY, Promise.CLAIMS])
def test_where_racks_matter_the_sticky_laws_are_not_defined(promise: Promise) -> None:
    """A member with a rack and a topic with replica racks: racks may override stickiness."""
    racks = (("r1",), ("r2",))
    plain = two_members(2, a=[0])
    racked = replace(
        plain,
        topics=(Topic(name="t", partitions=2, replica_racks=racks),),
        members=(replace(plain.members[0], rack="r1"), plain.members[1]),
    )

    assert {law.promise for law in applicable_laws(frozenset({promise}), plain)} == {None, promise}
    assert {law.promise for law in applicable_laws(frozenset({promise}), racked)} == {None}


def test_a_seeing_assignor_that_keeps_less_than_a_blind_one_breaks_the_law() -> None:
    """Who deals the same partitions to the other member as soon as it sees claims is worse than blind."""

    def contrary(group: Group) -> Assignment:
        answer = dealt(group)
        return {"a": answer["b"], "b": answer["a"]} if group.members[0].owned else answer

    facts = broken(verdict_of("no-worse-stickiness", two_members(2, a=[0], b=[1]), contrary))

    assert {"kept": 0, "blind_kept": 2, "sum_of_squares": 2, "blind_sum_of_squares": 2} == facts


def test_a_blind_answer_that_is_less_even_does_not_count() -> None:
    """Keeping more by giving everything to one member is no example to follow."""
    group = two_members(2, a=[0, 1])

    def even_when_seeing(asked: Group) -> Assignment:
        return dealt(asked) if asked.members[0].owned else {"a": {"t": [0, 1]}, "b": {}}

    assert Kept() == verdict_of("no-worse-stickiness", group, even_when_seeing)


def test_without_owners_the_blind_question_is_not_put() -> None:
    """Where nobody owned anything, there is nothing to keep and nothing to ask."""
    trial = Trial(two_members(2), ask=dealt)

    assert Kept() == decide(LAW_BY_ID["no-worse-stickiness"], trial)
    assert [trial.group] == [step.group for step in trial.steps]


def test_the_optimum_is_held_to_no_worse_stickiness_everywhere() -> None:
    """Who promises the optimum is asked on unequal subscriptions, too; who promises to be sticky is not."""
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    asked = {
        promise: {law.id for law in applicable_laws(frozenset({promise}), group)}
        for promise in (Promise.STICKY, Promise.OPTIMAL)
    }

    assert "no-worse-stickiness" in asked[Promise.OPTIMAL]
    assert "no-worse-stickiness" not in asked[Promise.STICKY]


def test_a_failure_on_the_blind_question_leaves_the_law_undecided() -> None:
    """An assignor that fails on the law's own question is neither better nor worse."""
    group = two_members(2, a=[0])

    def fails_blind(asked: Group) -> Assignment:
        if asked == without_claims(group, {"a", "b"}):
            raise AssignorFailed("hang", "no answer within 2 s")
        return dealt(asked)

    verdict = verdict_of("no-worse-stickiness", group, fails_blind)

    assert Undecided("no answer to a question that the law puts: hang: no answer within 2 s") == verdict


# KIP-54's algorithm moves two partitions here, although one is enough at the same loads.
ONE_IS_ENOUGH = group_of(
    {"t0": 2, "t1": 2},
    {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]},
    {"C2": {"t0": [0, 1], "t1": [1]}},
    generation=1,
)


def test_a_cheaper_plan_with_the_same_loads_breaks_fewest_moves() -> None:
    """The plan is named: what to hand over differently, and the moves before and after."""
    facts = facts_on(
        "fewest-moves", ONE_IS_ENOUGH, {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}}
    )

    assert (2, 1) == (facts["moves_before"], facts["moves_after"])
    assert {"t1"} == {step["topic"] for step in facts["needless"]}


def test_the_cheapest_plan_keeps_fewest_moves() -> None:
    """One move is enough, and no plan of these loads does with less."""
    answer: Assignment = {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [1]}}

    assert Kept() == verdict_on("fewest-moves", ONE_IS_ENOUGH, answer)


def test_moves_at_worse_loads_prove_nothing() -> None:
    """An answer that is not optimally balanced, and one that is no plan, leave `fewest-moves` undecided."""
    lopsided = verdict_on("fewest-moves", two_members(2, a=[0, 1]), {"a": {"t": [0, 1]}, "b": {}})
    no_plan = verdict_on("fewest-moves", two_members(2), {"a": {"t": [0]}, "b": {}})

    assert isinstance(lopsided, Undecided)
    assert Undecided("the answer breaks nothing-left-out (t-1)") == no_plan


def test_cooperative_assignors_do_not_hear_version_0() -> None:
    """A claim that metadata version 0 cannot carry in the subscription is none: a cooperative answer may move it."""
    members = tuple(
        Member(id=name, subscription=("t",), owned=(("t", (partition,)),), generation=1, metadata_version=version)
        for name, partition, version in (("a", 0, 0), ("b", 1, 0))
    )
    group = Group(topics=(Topic(name="t", partitions=2),), members=members)

    def always_swapped(_: Group) -> Assignment:
        return {"a": {"t": [1]}, "b": {"t": [0]}}

    assert Kept() == verdict_of("needless-moves-when-equal", group, always_swapped, cooperative=True)
    assert isinstance(verdict_of("needless-moves-when-equal", group, always_swapped), Broken)


def test_the_policy_for_tied_claims_is_no_worse_stickiness() -> None:
    """
    Two members tie for t-0 and one of them alone claims t-1. Who takes the first claimant for the owner of both keeps
    one of them and moves one, which is as good as chance.
    """
    group = two_members(2, a=[0], b=[0, 1])

    def first_claim_holds(asked: Group) -> Assignment:
        if asked.members[0].claims():
            return {"a": {"t": [1]}, "b": {"t": [0]}}
        return {"a": {"t": [0]}, "b": {"t": [1]}}

    assert Kept() == verdict_of("no-worse-stickiness", group, first_claim_holds)


def test_a_tie_excuses_no_more_than_itself() -> None:
    """With one partition tied and two lost for nothing, the law is broken."""
    group = two_members(4, a=[0, 1], b=[0, 2, 3])

    def contrary(asked: Group) -> Assignment:
        if asked.members[0].claims():
            return {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}} if asked == group else {"a": {}, "b": {}}
        return {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}

    facts = broken(verdict_of("no-worse-stickiness", group, contrary))

    assert (1, 3) == (facts["kept"], facts["blind_kept"])


def test_the_policy_for_tied_claims_costs_no_needless_move() -> None:
    """
    Two members tie for t-0, one of them alone claims t-1. Who takes that one for the owner of both may take either
    away: one move in either plan.
    """
    group = two_members(2, a=[0], b=[0, 1])

    assert Kept() == verdict_on("fewest-moves", group, {"a": {"t": [1]}, "b": {"t": [0]}})


def test_the_heir_of_a_claim_that_was_given_up_is_a_policy() -> None:
    """
    `b` made the newest claim on t-0 and has given up the topic; `a` claims it at an older generation, and t-1. Who
    takes `a` for the owner of both may take either away.
    """
    members = (
        Member(id="a", subscription=("t",), owned=(("t", (0, 1)),), generation=1),
        Member(id="b", subscription=("u",), owned=(("t", (0,)),), generation=2),
        Member(id="c", subscription=("t",)),
    )
    group = Group(topics=(Topic(name="t", partitions=2), Topic(name="u", partitions=1)), members=members)
    answer = {"a": {"t": [0]}, "b": {"u": [0]}, "c": {"t": [1]}}

    assert Kept() == verdict_on("fewest-moves", group, answer)


def test_a_needless_move_beside_a_tie_breaks_fewest_moves() -> None:
    """Whoever t-0 is taken for: t-1 and t-2 change places for nothing."""
    group = two_members(4, a=[0, 1], b=[0, 2, 3])

    facts = facts_on("fewest-moves", group, {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}})

    assert {1, 2} == {step["partition"] for step in facts["needless"]}
