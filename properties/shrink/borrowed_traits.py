"""
Tiny groups with another group's oddities: racks, generations, instance ids and the like.

They are drawn without Hypothesis: ten of them cost as much time as one of its draws.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from random import Random

from kafka_assay.assignors.model import Claims, Group, Member, Topic, group_of

MEMBERS, PARTITIONS = 3, 4
"""The size of the largest tiny group."""
GENERATION = 1


def tiny_group(random: Random) -> Group:
    """
    A clean group of at most 3 members, 2 topics and 4 partitions. Larger ones are more likely.

    >>> from random import Random
    >>> group = tiny_group(Random(0))
    >>> group.partition_counts(), [member.subscription for member in group.members]
    ({'t0': 1, 't1': 3}, [('t1',), ('t1',), ('t1',)])
    """
    partitions = max(random.randint(1, PARTITIONS), random.randint(1, PARTITIONS))
    first = random.randint(1, partitions)
    topics = {"t0": first, "t1": partitions - first} if first < partitions else {"t0": first}
    choices = [["t0"], ["t1"], ["t0", "t1"]] if len(topics) > 1 else [["t0"]]
    members = max(random.randint(1, MEMBERS), random.randint(1, MEMBERS))
    subscriptions = {f"C{place}": random.choice(choices) for place in range(members)}
    owned: dict[str, dict[str, list[int]]] = {}
    for topic, count in topics.items():
        for partition in range(count):
            owner = random.choice([None, *(member for member, listed in subscriptions.items() if topic in listed)])
            if owner is not None:
                owned.setdefault(owner, {}).setdefault(topic, []).append(partition)
    return group_of(topics, subscriptions, owned, generation=GENERATION)


def borrow_traits(group: Group, like: Group) -> Group:
    """
    `group` with the oddities of `like`, whose members and topics are used in turn.

    These are: differing generations, instance id, rack, metadata version, missing topics and claims on them, replica
    racks.

    >>> tiny = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})
    >>> like = group_of({"t7": 2}, {"m": ["t7", "gone"]})
    >>> [member.subscription for member in borrow_traits(tiny, like).members]
    [('t0', 'gone'), ('t0', 'gone')]
    """
    ages = {member.generation for member in like.members if member.owned}
    members = (
        _member_like(member if len(ages) < 2 else replace(member, generation=other.generation), other, like)
        for member, other in zip(group.members, cycle(like.members), strict=False)
    )
    topics = (_topic_like(topic, other) for topic, other in zip(group.topics, cycle(like.topics), strict=False))
    return replace(group, members=tuple(members), topics=tuple(topics), auto_offset_reset=like.auto_offset_reset)


def _member_like(member: Member, other: Member, like: Group) -> Member:
    known = like.partition_counts()
    missing = tuple(topic for topic in other.subscription if topic not in known)
    ghosts: Claims = tuple(claims for claims in other.owned if claims[0] not in known)
    return replace(
        member,
        subscription=member.subscription + missing,
        owned=member.owned + ghosts,
        instance_id=other.instance_id,
        rack=other.rack,
        metadata_version=other.metadata_version,
    )


def _topic_like(topic: Topic, other: Topic) -> Topic:
    if not other.replica_racks:
        return topic
    return replace(topic, replica_racks=tuple(islice(cycle(other.replica_racks), topic.partitions)))
