from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.measures.claims import without_claims
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from tests.properties.verdicts import (
    broken_facts,
    deals_in_turn,
    facts_on,
    laws_asked_of,
    two_members,
    verdict_of,
    verdict_on,
)

OWNED = two_members(4, a=[0, 1], b=[2, 3])


def test_fewest_moves_for_balance_are_kept() -> None:
    group = two_members(4, a=[0, 1, 2, 3])

    assert Kept() == verdict_on("needless-moves-when-equal", group, {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}})


def test_exchange_is_needless() -> None:
    """The facts have the hand-overs that undo it."""
    facts = facts_on("needless-moves-when-equal", OWNED, {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}})

    assert (2, 0) == (facts["moves"], facts["optimal_moves"])
    assert {("a", "b", 2), ("b", "a", 1)} == {(x["from"], x["to"], x["partition"]) for x in facts["needless"]}


def test_extra_partition_stays_with_the_larger_owner() -> None:
    group = two_members(3, a=[0, 1, 2])
    swapped: Assignment = {"a": {"t": [0]}, "b": {"t": [1, 2]}}

    facts = facts_on("needless-moves-when-equal", group, swapped)

    assert (2, 1) == (facts["moves"], facts["optimal_moves"])


def test_too_few_moves_are_no_needless_moves() -> None:
    """Such an answer breaks balance instead."""
    assert Kept() == verdict_on("needless-moves-when-equal", two_members(2, a=[0, 1]), {"a": {"t": [0, 1]}, "b": {}})


def test_moves_are_counted_in_an_incomplete_answer() -> None:
    """An unassigned claimed partition has moved; there is no cheaper plan to compare with."""
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
    assert not LAW_BY_ID["needless-moves-when-equal"].defined(group)


def test_missing_topics_and_order_do_not_make_subscriptions_unequal() -> None:
    group = group_of({"t": 2}, {"a": ["t", "gone"], "b": ["gone", "t"]})

    assert LAW_BY_ID["needless-moves-when-equal"].defined(group)


@pytest.mark.parametrize("promise", [Promise.STICKY, Promise.CLAIMS])
def test_sticky_laws_are_not_defined_where_racks_matter(promise: Promise) -> None:
    racks = (("r1",), ("r2",))
    plain = two_members(2, a=[0])
    racked = replace(
        plain,
        topics=(Topic(name="t", partitions=2, replica_racks=racks),),
        members=(replace(plain.members[0], rack="r1"), plain.members[1]),
    )

    assert {LAW_BY_ID[law].promise for law in laws_asked_of(frozenset({promise}), plain)} == {None, promise}
    assert {LAW_BY_ID[law].promise for law in laws_asked_of(frozenset({promise}), racked)} == {None}


def test_assignor_that_keeps_fewer_partitions_with_claims_breaks_the_law() -> None:
    def contrary(group: Group) -> Assignment:
        answer = deals_in_turn(group)
        return {"a": answer["b"], "b": answer["a"]} if group.members[0].owned else answer

    facts = broken_facts(verdict_of("no-worse-stickiness", two_members(2, a=[0], b=[1]), contrary))

    assert {"kept": 0, "blind_kept": 2, "sum_of_squares": 2, "blind_sum_of_squares": 2} == facts


def test_less_even_answer_without_claims_is_not_compared() -> None:
    group = two_members(2, a=[0, 1])

    def even_when_seeing(asked: Group) -> Assignment:
        return deals_in_turn(asked) if asked.members[0].owned else {"a": {"t": [0, 1]}, "b": {}}

    assert Kept() == verdict_of("no-worse-stickiness", group, even_when_seeing)


def test_assignor_is_not_called_again_without_owners() -> None:
    trial = Trial(two_members(2), ask=deals_in_turn)

    assert Kept() == decide(LAW_BY_ID["no-worse-stickiness"], trial)
    assert [trial.group] == [step.group for step in trial.steps]


def test_optimum_is_checked_for_stickiness_on_unequal_subscriptions() -> None:
    """Sticky assignors are not."""
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    asked = {promise: laws_asked_of(frozenset({promise}), group) for promise in (Promise.STICKY, Promise.OPTIMAL)}

    assert "no-worse-stickiness" in asked[Promise.OPTIMAL]
    assert "no-worse-stickiness" not in asked[Promise.STICKY]


def test_failure_without_claims_leaves_the_law_undecided() -> None:
    group = two_members(2, a=[0])

    def fails_blind(asked: Group) -> Assignment:
        if asked == without_claims(group, {"a", "b"}):
            raise AssignorFailed("hang", "no answer within 2 s")
        return deals_in_turn(asked)

    verdict = verdict_of("no-worse-stickiness", group, fails_blind)

    assert Undecided("no answer to a further question of the law: hang: no answer within 2 s") == verdict


# KIP-54's algorithm moves two partitions here, although one is enough at the same loads.
ONE_IS_ENOUGH = group_of(
    {"t0": 2, "t1": 2},
    {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]},
    {"C2": {"t0": [0, 1], "t1": [1]}},
    generation=1,
)


def test_cheaper_plan_with_the_same_loads_breaks_fewest_moves() -> None:
    facts = facts_on(
        "fewest-moves", ONE_IS_ENOUGH, {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}}
    )

    assert (2, 1) == (facts["moves_before"], facts["moves_after"])
    assert {"t1"} == {step["topic"] for step in facts["needless"]}


def test_cheapest_plan_keeps_fewest_moves() -> None:
    answer: Assignment = {"C0": {"t1": [0]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [1]}}

    assert Kept() == verdict_on("fewest-moves", ONE_IS_ENOUGH, answer)


def test_fewest_moves_is_undecided_on_an_unbalanced_or_invalid_answer() -> None:
    lopsided = verdict_on("fewest-moves", two_members(2, a=[0, 1]), {"a": {"t": [0, 1]}, "b": {}})
    no_plan = verdict_on("fewest-moves", two_members(2), {"a": {"t": [0]}, "b": {}})

    assert isinstance(lopsided, Undecided)
    assert Undecided("the answer breaks nothing-left-out (t-1)") == no_plan


def test_claim_of_version_0_does_not_count_for_a_cooperative_assignor() -> None:
    members = tuple(
        Member(id=name, subscription=("t",), owned=(("t", (partition,)),), generation=1, metadata_version=version)
        for name, partition, version in (("a", 0, 0), ("b", 1, 0))
    )
    group = Group(topics=(Topic(name="t", partitions=2),), members=members)

    def always_swapped(_: Group) -> Assignment:
        return {"a": {"t": [1]}, "b": {"t": [0]}}

    assert Kept() == verdict_of("needless-moves-when-equal", group, always_swapped, cooperative=True)
    assert isinstance(verdict_of("needless-moves-when-equal", group, always_swapped), Broken)


def test_policy_for_tied_claims_does_not_break_stickiness() -> None:
    """Two members tie for t-0 and one also claims t-1: to keep one of the two is as good as chance."""
    group = two_members(2, a=[0], b=[0, 1])

    def first_claim_holds(asked: Group) -> Assignment:
        if asked.members[0].claims():
            return {"a": {"t": [1]}, "b": {"t": [0]}}
        return {"a": {"t": [0]}, "b": {"t": [1]}}

    assert Kept() == verdict_of("no-worse-stickiness", group, first_claim_holds)


def test_tie_does_not_excuse_other_moves() -> None:
    group = two_members(4, a=[0, 1], b=[0, 2, 3])

    def contrary(asked: Group) -> Assignment:
        if asked.members[0].claims():
            return {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}} if asked == group else {"a": {}, "b": {}}
        return {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}

    facts = broken_facts(verdict_of("no-worse-stickiness", group, contrary))

    assert (1, 3) == (facts["kept"], facts["blind_kept"])


def test_policy_for_tied_claims_makes_no_needless_move() -> None:
    """Two members tie for t-0 and one also claims t-1: either way there is one move."""
    group = two_members(2, a=[0], b=[0, 1])

    assert Kept() == verdict_on("fewest-moves", group, {"a": {"t": [1]}, "b": {"t": [0]}})


def test_policy_for_a_claim_that_was_given_up_makes_no_needless_move() -> None:
    """`b` has the newest claim on t-0 but does not subscribe; `a` has an older one, and claims t-1."""
    members = (
        Member(id="a", subscription=("t",), owned=(("t", (0, 1)),), generation=1),
        Member(id="b", subscription=("u",), owned=(("t", (0,)),), generation=2),
        Member(id="c", subscription=("t",)),
    )
    group = Group(topics=(Topic(name="t", partitions=2), Topic(name="u", partitions=1)), members=members)
    answer = {"a": {"t": [0]}, "b": {"u": [0]}, "c": {"t": [1]}}

    assert Kept() == verdict_on("fewest-moves", group, answer)


def test_needless_move_beside_a_tie_breaks_fewest_moves() -> None:
    group = two_members(4, a=[0, 1], b=[0, 2, 3])

    facts = facts_on("fewest-moves", group, {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}})

    assert {1, 2} == {step["partition"] for step in facts["needless"]}
