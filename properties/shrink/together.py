"""
Simpler groups, made by removing things that depend on each other: a member with its share, or equal topics.

If balance is at stake, a member can only be removed with its share of the partitions, and a topic only by merging it
into another. Removing one thing at a time would end at groups that are larger than necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from kafka_assay.assignors.model import MOST_PARTITIONS, PER_PARTITION, Claims, Group, Member, Topic, TopicPartition


def without_a_member_and_its_share(group: Group) -> Iterator[Group]:
    """
    The groups without one member and the partitions that it claims; then also without one more unclaimed partition.

    The remaining partition ids are renumbered without gaps.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1, 2]}})
    >>> [simpler.partition_counts() for simpler in without_a_member_and_its_share(group)]
    [{'t': 2}, {'t': 1}]
    """
    free = [one for one in partitions_of(group) if not any(one in member.claims() for member in group.members)]
    for gone in group.members if len(group.members) > 1 else ():
        others = replace(group, members=tuple(member for member in group.members if member is not gone))
        claims = gone.claims()
        for share in (claims, [*claims, free[-1]]) if free else (claims,):
            simpler = without_partitions(others, share)
            if simpler is not None and simpler.topics != group.topics:
                yield simpler


def without_a_partition_before_the_last(group: Group) -> Iterator[Group]:
    """
    The groups without a partition that is not the last of its topic, if it matters which one is removed.

    It matters if a member claims a partition of the topic, or if facts about its partitions are known.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2, "u": 2}, {"a": ["t"]}, {"a": {"t": [1]}})
    >>> [(one.partition_counts(), one.members[0].owned) for one in without_a_partition_before_the_last(group)]
    [({'t': 1, 'u': 2}, (('t', (0,)),))]
    """
    claimed = {topic for member in group.members for topic, _ in member.owned}
    for topic in group.topics:
        for one in range(topic.partitions - 1) if topic.name in claimed or _known_lists(topic) else ():
            simpler = without_partitions(group, [TopicPartition(topic.name, one)])
            if simpler is not None:
                yield simpler


def partitions_of(group: Group) -> list[TopicPartition]:
    """All partitions of `group`, topic by topic."""
    return [TopicPartition(topic.name, one) for topic in group.topics for one in range(topic.partitions)]


def without_partitions(group: Group, gone: Iterable[TopicPartition]) -> Group | None:
    """
    `group` without the partitions that are `gone` and the claims on them; the other ids are renumbered without gaps.

    None if a topic would have no partition left.
    """
    lost: dict[str, set[int]] = {}
    for topic, partition in gone:
        lost.setdefault(topic, set()).add(partition)
    topics = tuple(_without(topic, lost.get(topic.name, set())) for topic in group.topics)
    if not all(topic.partitions for topic in topics):
        return None
    return replace(group, topics=topics, members=tuple(_without_claims(member, lost) for member in group.members))


def _without(topic: Topic, lost: set[int]) -> Topic:
    left = [one for one in range(topic.partitions) if one not in lost]
    lists: dict[str, Any] = {
        key: tuple(known[one] for one in left) for key in PER_PARTITION if (known := getattr(topic, key)) is not None
    }
    return replace(topic, partitions=len(left), **lists)


def _without_claims(member: Member, lost: Mapping[str, set[int]]) -> Member:
    return _with_claims(member, lambda topic, one: _closed_up_id(one, lost.get(topic, set())))


def _closed_up_id(partition: int, lost: set[int]) -> int | None:
    return None if partition in lost else partition - sum(0 <= one < partition for one in lost)


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


def _known_lists(topic: Topic) -> list[str]:
    return [key for key in PER_PARTITION if getattr(topic, key) is not None]


def _merge_topics(group: Group, first: Topic, second: Topic) -> Group:
    lists: dict[str, Any] = {key: (*getattr(first, key), *getattr(second, key)) for key in _known_lists(first)}
    both = replace(first, partitions=first.partitions + second.partitions, **lists)
    topics = tuple(both if topic is first else topic for topic in group.topics if topic is not second)

    def moved_up(topic: str, one: int) -> int:
        # A claim must not become valid by the merge, and no id may exceed the 32 bits of the protocol.
        ghost = topic == first.name and one >= first.partitions
        up = second.partitions if ghost else first.partitions if topic == second.name and one >= 0 else 0
        return min(one + up, MOST_PARTITIONS)

    members = (
        _rename_topic(
            replace(
                _with_claims(member, moved_up),
                subscription=tuple(name for name in member.subscription if name != second.name),
            ),
            second.name,
            first.name,
        )
        for member in group.members
    )
    return replace(group, topics=topics, members=tuple(members))


def _with_claims(member: Member, become: Callable[[str, int], int | None]) -> Member:
    """`member` with every claim replaced by what `become` returns; None removes it."""
    owned = (
        (topic, tuple(new for one in ids if (new := become(topic, one)) is not None)) for topic, ids in member.owned
    )
    return replace(member, owned=tuple((topic, ids) for topic, ids in owned if ids))


def _rename_topic(member: Member, old: str, new: str) -> Member:
    ids = [one for topic, mine in member.owned if topic in (old, new) for one in mine]
    others: Claims = tuple((topic, mine) for topic, mine in member.owned if topic not in (old, new))
    return replace(member, owned=(*others, (new, tuple(ids))) if ids else others)
