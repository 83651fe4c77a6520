"""The claims of a group: disputed or carried ones, a group without some, and an answer fed back as claims."""

from __future__ import annotations

from collections.abc import Collection

from kafka_assay.assignors.model import Assignment, Group, Member, TopicPartition
from kafka_assay.assignors.ownership import claims_from_answer, next_generation
from kafka_assay.properties.measures.subscriptions import remember_last_group


@remember_last_group
def has_double_claim(group: Group) -> bool:
    """Whether some partition is claimed twice, by two members or by one member."""
    claims = [claim for member in group.members for claim in member.claims()]
    return len(set(claims)) < len(claims)


@remember_last_group
def disputed_claims(group: Group) -> dict[TopicPartition, frozenset[str]]:
    """
    Existing partition -> the members that an assignor may take for its owner, if there are several.

    Which of them the assignor takes is its own policy. The members are those that claim the partition at the highest
    generation. If none of these subscribes to the topic any more, they also include the subscribers that claim it at an
    older generation: KIP-341 prefers these for a partition that has to move anyway. Undisputed partitions are absent.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["u"]}, {"a": {"t": [0, 1]}, "b": {"t": [1]}})
    >>> [(claim.partition, sorted(claimants)) for claim, claimants in disputed_claims(group).items()]
    [(1, ['a', 'b'])]
    """
    if not has_double_claim(group):
        return {}
    counts = group.partition_counts()
    claimed: dict[TopicPartition, list[Member]] = {}
    for member in group.members:
        for claim in member.claims():
            if 0 <= claim.partition < counts.get(claim.topic, 0):
                claimed.setdefault(claim, []).append(member)
    found = {}
    for claim, members in claimed.items():
        best = max(member.claimed_generation() for member in members)
        newest = frozenset(member.id for member in members if member.claimed_generation() == best)
        heirs = frozenset(member.id for member in members if claim.topic in member.subscription)
        may_own = newest if newest & heirs else newest | heirs
        if len(may_own) > 1:
            found[claim] = may_own
    return found


def repeats_claims(group: Group, answer: Assignment) -> bool:
    """
    Whether `answer` gives every member of `group` the set of partitions that it claims.

    >>> from kafka_assay.assignors.model import group_of
    >>> repeats_claims(group_of({"t": 2}, {"a": ["t"]}, {"a": {"t": [1, 0, 1]}}), {"a": {"t": [0, 1]}})
    True
    """
    for member in group.members:
        granted = claims_from_answer(answer, member.id)
        if granted != member.owned and {(topic, one) for topic, ids in granted for one in ids} != set(member.claims()):
            return False
    return True


def without_claims(group: Group, members: Collection[str]) -> Group:
    """`group` without any claims of these `members`."""
    return group.with_members(
        tuple(member.with_claims((), None) if member.id in members else member for member in group.members)
    )


@remember_last_group
def with_carried_claims(group: Group) -> Group:
    """`group` with only the claims that subscriptions can carry: metadata version 0 has no field for claims."""
    mute = [member.id for member in group.members if member.metadata_version <= 0]
    return without_claims(group, mute) if mute else group


def without_some_claims(member: Member, claims: Collection[TopicPartition]) -> Member:
    """`member` without these `claims`."""
    if not claims:
        return member
    owned = [
        (topic, tuple(partition for partition in ids if (topic, partition) not in claims))
        for topic, ids in member.owned
    ]
    return member.with_claims(tuple((topic, ids) for topic, ids in owned if ids), member.generation)


def feed_back(group: Group, answer: Assignment) -> Group:
    """
    The next rebalance's group: every member claims what `answer` gave it, all at one newer generation.

    Partitions that a cooperative round revoked are no longer in `owned`; partitions that it granted are. If no newer
    generation fits into 32 bits, the generation is 1: all claims have the same generation, so its value decides
    nothing.
    """
    generation = generation_after(group)
    return group.with_members(
        tuple(member.with_claims(claims_from_answer(answer, member.id), generation) for member in group.members)
    )


def generation_after(group: Group) -> int:
    """The generation of a rebalance of `group`: newer than every claim; 1 if no newer one fits into 32 bits."""
    newest = max([member.claimed_generation() for member in group.members], default=-1)
    return next_generation(newest)
