"""
The terms of the laws: equal subscriptions, racks that matter, claims, an answer fed back.

Each term is a pure function of a group, some also of an answer. This file holds no law and no algorithm.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Member, TopicPartition
from kafka_assay.assignors.ownership import claims_from_answer, next_generation
from kafka_assay.properties.measures.last_group import remember_last_group


@remember_last_group
def has_equal_subscriptions(group: Group) -> bool:
    """
    Whether all members' lists hold the same names, none of them twice, and no list is empty.

    Kafka compares the raw lists (`AbstractStickyAssignor`): a repeated or missing topic leads to its algorithm for
    unequal subscriptions.

    >>> from kafka_assay.assignors.model import group_of
    >>> has_equal_subscriptions(group_of({"t": 2}, {"a": ["t", "u"], "b": ["u", "t"]}))
    True
    """
    if not group.members:
        return False
    first = group.members[0].subscription
    names = set(first)
    if not names or len(names) != len(first):
        return False
    return all(
        member.subscription == first or (len(member.subscription) == len(first) and set(member.subscription) == names)
        for member in group.members
    )


@remember_last_group
def has_same_existing_topics(group: Group) -> bool:
    """Whether all members subscribe to the same set of existing topics. Other entries of their lists do not count."""
    existing = {topic.name for topic in group.topics}
    found: set[frozenset[str]] = set()
    for listed in {member.subscription for member in group.members}:
        found.add(frozenset(existing.intersection(listed)))
    return len(found) == 1


@remember_last_group
def do_racks_matter(group: Group) -> bool:
    """Whether a member has a rack and a topic has replica racks. librdkafka sends an unset rack as empty text."""
    return any(member.rack for member in group.members) and any(
        racks for topic in group.topics for racks in topic.replica_racks or ()
    )


def has_wrong_rack_claim(group: Group) -> bool:
    """Whether a member with a rack claims a partition that has no known replica on that rack."""
    topics = {topic.name: topic for topic in group.topics}
    return any(
        0 <= partition < topics[topic].partitions
        and not any(member.rack in racks for racks in (topics[topic].replica_racks or ())[partition : partition + 1])
        for member in group.members
        if member.rack
        for topic, partition in member.claims()
        if topic in topics
    )


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


def claims_of(group: Group) -> dict[str, frozenset[TopicPartition]]:
    """Member -> its claims, as a set."""
    return {member.id: frozenset(member.claims()) for member in group.members}


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


def without_racks(group: Group) -> Group:
    """`group` without any racks of members and topics."""
    return replace(
        group,
        topics=tuple(replace(topic, replica_racks=None) for topic in group.topics),
        members=tuple(replace(member, rack=None) for member in group.members),
    )


def rack_matches(group: Group, answer: Assignment) -> int:
    """
    The number of existing partitions of `answer` whose member is on the rack of a replica, leader or follower.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> topic = Topic(name="t", partitions=3, replica_racks=(("ra", "rb"), ("rb",), ("ra",)))
    >>> group = Group(topics=(topic,), members=(Member(id="a", subscription=("t",), rack="rb"),))
    >>> rack_matches(group, {"a": {"t": [1, 0, 2]}})
    2
    """
    racks = {member.id: member.rack for member in group.members}
    replicas = {topic.name: topic.replica_racks or () for topic in group.topics}
    return sum(
        0 <= partition < len(replicas.get(topic, ())) and racks.get(member) in replicas[topic][partition]
        for member, topics in answer.items()
        for topic, ids in topics.items()
        for partition in set(ids)
    )


@remember_last_group
def subscribers(group: Group) -> dict[str, list[str]]:
    """Existing topic -> its subscribers in member order. Topics without subscribers are absent."""
    existing = {topic.name for topic in group.topics}
    found: dict[str, list[str]] = {}
    for member in group.members:
        for topic in dict.fromkeys(member.subscription):
            if topic in existing:
                found.setdefault(topic, []).append(member.id)
    return found


@remember_last_group
def count_assignable(group: Group) -> int:
    """The number of partitions of subscribed, existing topics."""
    subscribed = {topic for member in group.members for topic in member.subscription}
    return sum(topic.partitions for topic in group.topics if topic.name in subscribed)


def holders(answer: Assignment) -> dict[TopicPartition, list[str]]:
    """Partition -> the members that have it in `answer`. A member that has it twice is listed twice."""
    found: dict[TopicPartition, list[str]] = {}
    for member, topics in answer.items():
        for topic, ids in topics.items():
            for partition in ids:
                found.setdefault(TopicPartition(topic, partition), []).append(member)
    return found


def sum_of_squares(counts: Iterable[int]) -> int:
    """
    The sum of squares, the measure of imbalance: a smaller sum is more even.

    The optimum by this measure is also the optimum by every other symmetric convex measure.
    """
    return sum(count * count for count in counts)
