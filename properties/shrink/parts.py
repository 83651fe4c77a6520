"""
Groups without some of their parts: topics, partitions, claims, or a member with its share.

If balance is at stake, a member can only be removed with its share of the partitions, and a topic only by merging it
into another. Removing one thing at a time would end at groups that are larger than necessary.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

from kafka_assay.assignors.model import MOST_PARTITIONS, PER_PARTITION, Claims, Group, Member, Topic, TopicPartition


def without_topics(group: Group, gone: Collection[str]) -> Iterator[Group]:
    """`group` without the topics that are `gone`, also in subscriptions and claims; nothing if no topic is left."""
    topics = tuple(topic for topic in group.topics if topic.name not in gone)
    members = tuple(
        replace(
            member,
            subscription=tuple(name for name in member.subscription if name not in gone),
            owned=tuple(claims for claims in member.owned if claims[0] not in gone),
        )
        for member in group.members
    )
    if topics:
        yield replace(group, topics=topics, members=members)


def partitions_of(group: Group) -> list[TopicPartition]:
    """All partitions of `group`, topic by topic."""
    return [TopicPartition(topic.name, one) for topic in group.topics for one in range(topic.partitions)]


def without_partitions(group: Group, gone: Iterable[TopicPartition]) -> Iterator[Group]:
    """
    `group` without the partitions that are `gone` and the claims on them; the other ids are renumbered without gaps.

    Nothing if a topic would have no partition left.
    """
    lost: dict[str, list[int]] = {}
    for topic, partition in sorted(gone):
        lost.setdefault(topic, []).append(partition)
    topics = tuple(_with_fewer(topic, lost[topic.name]) if topic.name in lost else topic for topic in group.topics)

    def closed_up(topic: str, one: int) -> int | None:
        below = bisect(lost.get(topic, ()), one)
        return None if below and lost[topic][below - 1] == one else one - below

    if all(topic.partitions for topic in topics if topic.name in lost):
        yield replace(group, topics=topics, members=tuple(with_claims(member, closed_up) for member in group.members))


def _with_fewer(topic: Topic, lost: list[int]) -> Topic:
    left = sorted(set(range(topic.partitions)).difference(lost))
    lists: dict[str, Any] = {key: tuple(getattr(topic, key)[one] for one in left) for key in _known_lists(topic)}
    return replace(topic, partitions=len(left), **lists)


def _known_lists(topic: Topic) -> list[str]:
    return [key for key in PER_PARTITION if getattr(topic, key) is not None]


def with_claims(member: Member, become: Callable[[str, int], int | None]) -> Member:
    """`member` with every claim replaced by what `become` returns; None removes it."""
    owned = (
        (topic, tuple(new for one in ids if (new := become(topic, one)) is not None)) for topic, ids in member.owned
    )
    return replace(member, owned=tuple((topic, ids) for topic, ids in owned if ids)) if member.owned else member


def count_claims(group: Group) -> int:
    """The number of claims of all members."""
    return sum(len(ids) for member in group.members for _, ids in member.owned)


def without_claims(group: Group, gone: Collection[int]) -> Group:
    """`group` without the claims with these numbers. The first member's first claim has number 0."""
    number = count()

    def left(_topic: str, one: int) -> int | None:
        return None if next(number) in gone else one

    return replace(group, members=tuple(with_claims(member, left) for member in group.members))


def fewer_claims(owned: Claims) -> Iterator[Claims]:
    """The claims without one of them."""
    for place, (topic, ids) in enumerate(owned):
        for number in range(len(ids)):
            left = ids[:number] + ids[number + 1 :]
            yield (*owned[:place], *([(topic, left)] if left else []), *owned[place + 1 :])


def fewer_subscribed(member: Member) -> Iterator[Member]:
    """`member` with one subscribed topic less, and without its claims on that topic."""
    for place in range(len(member.subscription)):
        fewer = member.subscription[:place] + member.subscription[place + 1 :]
        owned = tuple(claims for claims in member.owned if claims[0] in fewer or claims[0] not in member.subscription)
        yield replace(member, subscription=fewer, owned=owned)


def with_equal_topics_smaller(group: Group) -> Iterator[Group]:
    """The groups in which all topics of one size, three or more, have one partition less."""
    sizes = Counter(topic.partitions for topic in group.topics)
    for size in sorted(size for size, number in sizes.items() if size > 1 and number > 2):
        last = [TopicPartition(topic.name, size - 1) for topic in group.topics if topic.partitions == size]
        yield from without_partitions(group, last)


def without_a_member_and_its_share(group: Group) -> Iterator[Group]:
    """
    The groups without one member and the partitions that it claims; then also without one more unclaimed partition.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1, 2]}})
    >>> [simpler.partition_counts() for simpler in without_a_member_and_its_share(group)]
    [{'t': 2}, {'t': 1}]
    """
    claimed = {claim for member in group.members for claim in member.claims()}
    partitions = partitions_of(group)
    free = [one for one in partitions if one not in claimed][-1:]
    for gone in group.members if len(group.members) > 1 else ():
        others = replace(group, members=tuple(member for member in group.members if member is not gone))
        mine = set(gone.claims()) & set(partitions)
        for share in [mine, {*mine, *free}] if free else [mine]:
            if share:
                yield from without_partitions(others, share)


def with_two_topics_as_one(group: Group) -> Iterator[Group]:
    """
    The groups with a topic merged into the one before it, if every member subscribes to both or to neither.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3, "u": 1}, {"a": ["u", "t"]}, {"a": {"u": [0]}})
    >>> [(simpler.partition_counts(), simpler.members[0].claims()) for simpler in with_two_topics_as_one(group)]
    [({'t': 4}, [TopicPartition(topic='t', partition=3)])]
    """
    for first, second in pairwise(group.topics):
        alike = all((first.name in one.subscription) == (second.name in one.subscription) for one in group.members)
        if alike and _known_lists(first) == _known_lists(second):
            yield _merge_topics(group, first, second)


def _merge_topics(group: Group, first: Topic, second: Topic) -> Group:
    lists: dict[str, Any] = {key: (*getattr(first, key), *getattr(second, key)) for key in _known_lists(first)}
    both = replace(first, partitions=first.partitions + second.partitions, **lists)
    topics = tuple(both if topic is first else topic for topic in group.topics if topic is not second)

    def moved_up(topic: str, one: int) -> int:
        # A claim must not become valid by the merge, and no id may exceed the 32 bits of the protocol.
        ghost = topic == first.name and one >= first.partitions
        up = second.partitions if ghost else first.partitions if topic == second.name and one >= 0 else 0
        return min(one + up, MOST_PARTITIONS)

    members = []
    for member in group.members:
        moved = with_claims(member, moved_up)
        ids = tuple(one for topic, mine in moved.owned if topic in (first.name, second.name) for one in mine)
        others = tuple(claims for claims in moved.owned if claims[0] not in (first.name, second.name))
        subscription = tuple(name for name in member.subscription if name != second.name)
        owned = (*others, (first.name, ids)) if ids else others
        members.append(replace(member, subscription=subscription, owned=owned))
    return replace(group, topics=topics, members=tuple(members))
