"""Mutants of the cooperative laws: assignors that grant too early or never settle."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.registry import reference_assignor
from tests.support.mutants.edits import (
    change_members,
    copy_answer,
    rotate_shares,
    swap_first_two,
    withhold_claimed,
    without_claims,
)
from tests.support.mutants.mutant import Healthy, mutant

JOINED = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}, generation=1)
SETTLED = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, generation=1)


@mutant("no-double-ownership", "cooperative-sticky", JOINED)
def is_eager(group: Group, healthy: Healthy) -> Assignment:
    """Returns its target at once: partitions are granted before their owners revoke them."""
    return reference_assignor("sticky").assign(group)


@mutant("no-double-ownership", "cooperative-sticky", JOINED, subtle=True, fault="answer")
def withholds_one_partition_too_few(group: Group, healthy: Healthy) -> Assignment:
    """Grants the last of the partitions that must wait, by an off-by-one error."""
    answer = copy_answer(healthy(group))
    plan, owners = reference_assignor("sticky").assign(group), valid_owners(group)
    for member, topics in plan.items():
        for topic, ids in topics.items():
            for partition in ids:
                waits = partition not in answer[member].get(topic, [])
                if waits and any((topic, partition) == owned for owned in owners):
                    answer[member].setdefault(topic, []).append(partition)
                    return answer
    return answer


@mutant("settles", "cooperative-sticky", SETTLED, fault="answer")
def exchanges_two_partitions_in_every_round(group: Group, healthy: Healthy) -> Assignment:
    """After it has settled, two members exchange a partition in every round."""
    return swap_first_two(group, healthy(group))


@mutant("settles", "cooperative-sticky", JOINED, subtle=True, fault="answer")
def revokes_what_it_granted(group: Group, healthy: Healthy) -> Assignment:
    """
    Withholds partitions that another member claimed at the last odd generation, so granted ones are revoked again.
    """
    answer = healthy(group)
    newest = max((member.claimed_generation() for member in group.members), default=0)
    if newest % 2:
        return answer
    most = max(answer, key=lambda member: sum(map(len, answer[member].values())), default=None)
    if most is None:
        return answer
    return {member: {} if member == most else topics for member, topics in answer.items()}


@mutant("settles", "cooperative-sticky", SETTLED)
def turns_the_circle_in_every_round(group: Group, healthy: Healthy) -> Assignment:
    """Ignores all claims, and starts the round robin one member later at every generation."""
    if len({frozenset(member.subscription) for member in group.members}) != 1:
        return healthy(group)
    turn = max(member.claimed_generation() for member in group.members)
    blind = reference_assignor("sticky").assign(change_members(group, without_claims))
    return withhold_claimed(group, rotate_shares(group, blind, turn))
