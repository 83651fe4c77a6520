"""Mutants of the stickiness laws: even answers that move more than necessary."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from tests.support.mutants.edits import change_members, rotate_shares, swap_first_two, swap_partitions, without_claims
from tests.support.mutants.groups import changed
from tests.support.mutants.mutant import Healthy, mutant

TWO = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}, generation=1)
ONE_IS_ENOUGH = group_of(
    {"t0": 2, "t1": 2},
    {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]},
    {"C2": {"t0": [0, 1], "t1": [1]}},
    generation=1,
)
ONE_EACH = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, generation=1)
SCATTERED = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [1, 3]}, "b": {"t": [0, 2]}}, generation=1)
OLDER = group_of(
    {"t": 6},
    {"a": ["t"], "b": ["t"], "c": ["t"]},
    {"a": {"t": [0, 1]}, "b": {"t": [4, 5]}, "c": {"t": [2, 3]}},
    generation=1,
)
FIRST_VERSION = changed(SCATTERED, a={"metadata_version": 0}, b={"metadata_version": 0})
NEWER_FIRST = changed(OLDER, a={"generation": 2})


@mutant("no-worse-stickiness", "sticky", TWO, fault="answer")
def takes_owners_for_strangers(group: Group, healthy: Healthy) -> Assignment:
    """Gives partitions to members that did not own them."""
    answer = healthy(group)
    return rotate_shares(group, answer, 1) if any(member.owned for member in group.members) else answer


@mutant("no-worse-stickiness", "optimal", TWO, subtle=True, fault="answer")
def exchanges_after_the_optimum(group: Group, healthy: Healthy) -> Assignment:
    """At the end, the first two members exchange a partition if anything was owned."""
    answer = healthy(group)
    return swap_first_two(group, answer) if any(member.owned for member in group.members) else answer


@mutant("no-worse-stickiness", "sticky", TWO)
def takes_claims_for_those_of_the_next_member(group: Group, healthy: Healthy) -> Assignment:
    """Gives every member the claims of the next member in the list."""
    names = group.member_ids()
    owned = {names[at - 1]: (member.owned, member.generation) for at, member in enumerate(group.members)}
    return healthy(change_members(group, lambda one: replace(one, owned=owned[one.id][0], generation=owned[one.id][1])))


@mutant("needless-moves-when-equal", "sticky", SCATTERED)
def is_deaf(group: Group, healthy: Healthy) -> Assignment:
    """Ignores all claims."""
    return healthy(change_members(group, without_claims))


@mutant("needless-moves-when-equal", "sticky", NEWER_FIRST, subtle=True)
def hears_the_newest_generation_only(group: Group, healthy: Healthy) -> Assignment:
    """Ignores claims of older generations, even undisputed ones (the rule of KAFKA-9987)."""
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    readable = change_members(group, lambda one: one if one.claimed_generation() == newest else without_claims(one))
    return healthy(readable)


@mutant("needless-moves-when-equal", "sticky", ONE_EACH, fault="answer", subtle=True)
def gives_who_had_one_another_one(group: Group, healthy: Healthy) -> Assignment:
    """At the end, the first two members that owned a single partition exchange it."""
    answer = healthy(group)
    single = [member.id for member in group.members if len(member.claims()) == 1]
    return swap_partitions(answer, single[0], single[1]) if len(single) > 1 else answer


@mutant("needless-moves-when-equal", "sticky", FIRST_VERSION, subtle=True)
def reads_claims_from_the_subscription(group: Group, healthy: Healthy) -> Assignment:
    """Reads claims from the subscription instead of the user data, so those of metadata version 0 are lost."""
    return healthy(change_members(group, lambda member: member if member.metadata_version else without_claims(member)))


@mutant("fewest-moves", "optimal", ONE_IS_ENOUGH, subtle=True)
def moves_as_kip_54_does(group: Group, healthy: Healthy) -> Assignment:
    """Balances by single hand-overs in KIP-54's order, which may cost one move too many."""
    return reference_assignor("sticky").assign(group)


@mutant("fewest-moves", "optimal", SCATTERED)
def solves_for_balance_alone(group: Group, healthy: Healthy) -> Assignment:
    """Finds the best loads, but does not minimise moves."""
    return healthy(change_members(group, without_claims))


@mutant("fewest-moves", "optimal", TWO, fault="answer")
def exchanges_what_the_first_two_owned(group: Group, healthy: Healthy) -> Assignment:
    """At the end, the first two members exchange a partition if both owned something."""
    answer = healthy(group)
    return swap_first_two(group, answer) if all(member.owned for member in group.members[:2]) else answer
