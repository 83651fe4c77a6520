"""Mutants of the laws on small changes: they move more than the change requires."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.registry import reference_assignor
from tests.support.mutants.edits import change_members, rotate_shares, swap_first_two, swap_partitions, without_claims
from tests.support.mutants.mutant import Healthy, mutant

THREE = group_of({"t": 6}, {"a": ["t"], "b": ["t"], "c": ["t"]})


@mutant("stable-group-moves-nothing", "sticky", THREE)
def turns_with_the_generation(group: Group, healthy: Healthy) -> Assignment:
    """Ignores all claims, and starts the round robin one member later at every generation."""
    turn = max((member.claimed_generation() for member in group.members), default=0)
    return rotate_shares(group, healthy(change_members(group, without_claims)), turn)


@mutant("stable-group-moves-nothing", "sticky", THREE, subtle=True, fault="answer")
def exchanges_where_all_is_claimed(group: Group, healthy: Healthy) -> Assignment:
    """Balances once too often: if every partition has an owner, two members exchange a partition."""
    answer = healthy(group)
    handed_out = sum(len(ids) for topics in answer.values() for ids in topics.values())
    return swap_first_two(group, answer) if len(valid_owners(group)) == handed_out else answer


@mutant("join-only-gives-to-joiner", "sticky", THREE)
def starts_anew_when_somebody_joins(group: Group, healthy: Healthy) -> Assignment:
    """Ignores all claims if one member has none."""
    if all(member.owned for member in group.members):
        return healthy(group)
    return reference_assignor("roundrobin").assign(group)


@mutant("join-only-gives-to-joiner", "sticky", THREE, subtle=True, fault="answer")
def a_joiner_that_sorts_first_shifts_the_others(group: Group, healthy: Healthy) -> Assignment:
    """If the new member has the smallest id, two old members exchange a partition."""
    answer, newcomers = healthy(group), [member.id for member in group.members if not member.owned]
    old = sorted(member.id for member in group.members if member.owned)
    if len(newcomers) == 1 and len(old) > 1 and newcomers[0] < old[0]:
        return swap_partitions(answer, old[0], old[1])
    return answer


@mutant("leave-only-takes-from-leaver", "sticky", THREE)
def starts_anew_when_somebody_left(group: Group, healthy: Healthy) -> Assignment:
    """Ignores all claims if some partitions have no owner and some have one."""
    answer, owners = healthy(group), valid_owners(group)
    handed_out = sum(len(ids) for topics in answer.values() for ids in topics.values())
    return reference_assignor("roundrobin").assign(group) if 0 < len(owners) < handed_out else answer


@mutant("leave-only-takes-from-leaver", "sticky", THREE, subtle=True, fault="answer")
def keeps_the_floor_only(group: Group, healthy: Healthy) -> Assignment:
    """Reads one claim less of every member than it may keep."""

    def one_fewer(member: Member) -> Member:
        owned = [(topic, ids[1:] if at == 0 else ids) for at, (topic, ids) in enumerate(member.owned)]
        return replace(member, owned=tuple((topic, ids) for topic, ids in owned if ids))

    return swap_first_two(group, healthy(change_members(group, one_fewer)))
