from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.measures.claims import without_claims
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, facts_of
from tests.assignors.reference.answers import drawn_groups, group_on_racks, question
from tests.properties.stand_ins import failing
from tests.properties.verdicts import broken_facts, deals_in_turn, laws_asked_of, two_members, verdict_of, verdict_on


@pytest.mark.parametrize("promise", [Promise.STICKY, Promise.CLAIMS])
def test_sticky_laws_are_not_defined_where_racks_matter(promise: Promise) -> None:
    plain, racked = two_members(2, a=[0]), group_on_racks({"t": "r s"}, a="rt-0", b="-")

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
        is_blind = asked == without_claims(group, {"a", "b"})
        return (failing("hang", "no answer within 2 s") if is_blind else deals_in_turn)(asked)

    verdict = verdict_of("no-worse-stickiness", group, fails_blind)

    assert Undecided("no answer to a further question of the law: hang: no answer within 2 s") == verdict


def test_claim_of_version_0_does_not_count_for_a_cooperative_assignor() -> None:
    group = question({"t": 2}, "a b", {"a": {"t": [0]}, "b": {"t": [1]}}, version=0)

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


def test_assignor_that_honours_a_stale_claim_breaks_the_law() -> None:
    """`a` claims t-0 at generation 1, `b` claims both partitions at generation 2."""

    def first_claim_wins(group: Group) -> Assignment:
        return {"a": {"t": [0, 1]}, "b": {}} if group.members[0].claims() else {"a": {"t": [1]}, "b": {"t": [0]}}

    contested = question({"t": 2}, "a b", {"a": {"t": [0]}, "b": {"t": [0, 1]}}, {"b": 2})
    facts = broken_facts(verdict_of("newest-claim-wins", contested, first_claim_wins))

    assert ([0, 2], [1, 1], 2, 1) == (facts["loads"], facts["loads_without"], facts["moves"], facts["moves_without"])
    assert [{"member": "a", "topic": "t", "partition": 0}] == facts["removed"]


def test_law_is_not_checked_where_the_newest_claims_tie() -> None:
    """A newer third claim counts only if its member's version carries it."""
    law, claims = LAW_BY_ID["newest-claim-wins"], frozenset({Promise.CLAIMS})
    group = group_of({"t": 2}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=2)
    a, b, c = group.members
    newest = replace(c, generation=3)

    def asked(last: Member) -> bool:
        return law.is_asked_of(claims, replace(group, members=(a, b, last)))

    assert not asked(replace(c, generation=1))
    assert not asked(replace(newest, metadata_version=0))
    assert asked(newest)


@pytest.mark.parametrize("generation", [1, -5])
def test_law_is_not_checked_without_contested_claims(generation: int) -> None:
    """A generation below -1 is lower than an unknown one, but the newest where no other member claims."""
    claims, ages = {"a": {"t": [0]}, "b": {"t": [1]}}, {"a": generation, "b": generation}
    trial = Trial(question({"t": 2}, "a b", claims, ages), ask=deals_in_turn)

    assert Kept() == LAW_BY_ID["newest-claim-wins"].judge(trial)
    assert [] == trial.steps


def test_only_contested_stale_claims_are_removed() -> None:
    contested = question({"t": 3}, "a b", {"a": {"t": [0, 2]}, "b": {"t": [0, 1]}}, {"b": 2})
    trial = Trial(contested, ask=deals_in_turn)

    LAW_BY_ID["newest-claim-wins"].judge(trial)

    (first, _) = trial.steps[-1].group.members
    assert ((("t", (2,)),), 1) == (first.owned, first.generation)


def test_closed_form_bound_on_moves_equals_the_optimum() -> None:
    defined = LAW_BY_ID["needless-moves-when-equal"].defined
    groups = [group for group in drawn_groups(150, "clean", "stale-claims", "ghost-claims") if defined(group)]
    for group in groups:
        optimum = solve(group)
        worse = verdict_on("needless-moves-when-equal", group, {})

        assert Kept() == verdict_on("needless-moves-when-equal", group, optimum.assignment)
        assert facts_of(worse).get("optimal_moves", optimum.moves) == optimum.moves
    assert len(groups) > 100
