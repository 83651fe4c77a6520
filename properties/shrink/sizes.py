"""The size of an example for a reader."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kafka_assay.assignors.life import Event, Example, Life
from kafka_assay.assignors.model import PER_PARTITION, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.properties.shrink.names import PLAIN

TINY = 2, 3, 4
"""The most events, members and partitions that are easy to read."""
RESETS = ("latest", "earliest")
"""The best-known policies, the default first."""
OFFSETS = ("begin_offsets", "end_offsets", "committed_offsets")
LISTS = ("join", "leave", "subscribe", "topics", "miss", "crash", "miss_sync", "errors", "upgrade")
"""The fields of an event that list changes."""


def reading_rank(example: Example) -> tuple[int, ...]:
    """
    The sort key of an example: easier to read first (even with more members), then smaller first.

    >>> from kafka_assay.assignors.model import group_of
    >>> few = group_of({"t": 6}, {"a": ["t"], "b": ["t"]})
    >>> tiny = group_of({"t": 3}, {"a": ["t"], "b": ["t"], "c": ["t"]})
    >>> reading_rank(tiny) < reading_rank(few), example_size(tiny) < example_size(few)
    (True, False)
    """
    size = example_size(example)
    return (int(any(one > most for one, most in zip(size, TINY, strict=False))), *size)


def example_size(example: Example) -> tuple[int, ...]:
    """
    The size of an example.

    In this order: events, all members that ever joined, the largest number of partitions, changes, the start.
    """
    if isinstance(example, Group):
        members, partitions, *rest = size_of(example)
        return (0, members, partitions, 0, 0, *rest)
    life = example.life
    members, partitions, *rest = size_of(life.group)
    joiners = [joiner for event in life.events for joiner in event.join]
    return (
        len(life.events),
        members + len(joiners),
        max([partitions, *_partitions_later(life)]),
        sum(map(_count_changes, life.events)),
        int(example.one_object),
        *rest,
        sum(len(joiner.id) for joiner in joiners),
        partitions,
        count_old_clients(life),
    )


def _partitions_later(life: Life) -> Iterator[int]:
    counts = life.group.partition_counts()
    for event in life.events:
        for name, count in event.topics:
            counts[name] = count or 0
        yield sum(counts.values())


def _count_changes(event: Event) -> int:
    """Eight times the number of changes in an event, plus one for each of up to seven partitions of its topics."""
    restarted = () if event.restart is None else event.restart.members
    listed = sum(len(getattr(event, key)) for key in LISTS) + len(restarted)
    grown = sum(count or 0 for _, count in event.topics)
    return 8 * (listed + (event.leader is not None) + event.reset) + min(grown, 7)


def count_old_clients(life: Life) -> int:
    """The number of members that run an old release at their start."""
    runs = (*life.runs, *(run for event in life.events for run in event.runs))
    return sum(" " in (run.client or "") for run in runs)


def size_of(group: Group) -> tuple[int, ...]:
    """
    The size of `group`.

    In this order: members, partitions, topics, claims, subscribed topics, oddities, the numbers among them, names.
    """
    members, topics = group.member_ids(), [topic.name for topic in group.topics]
    instances = [member.instance_id for member in group.members if member.instance_id is not None]
    names = [*members, *instances, *topics]
    racks = {member.rack or "ra" for member in group.members}
    racks.update(*(replicas for topic in group.topics for replicas in topic.replica_racks or ()))
    odd_racks = [rack for rack in racks if not PLAIN.fullmatch(rack)]
    plain = [name for name in names if PLAIN.fullmatch(name)]
    return (
        len(group.members),
        sum(topic.partitions for topic in group.topics),
        len(group.topics),
        sum(len(member.claims()) for member in group.members),
        sum(len(member.subscription) for member in group.members),
        sum(map(_count_oddities, group.members)) + _count_topic_facts(group),
        _sum_of_numbers(group),
        len(names) - len(plain) + len(odd_racks),
        _disorder(members) + _disorder(topics),
        sum(map(len, (*names, *odd_racks))),
        sum(int(name[1:]) for name in plain if name[1:].isdigit()),
    )


def _count_oddities(member: Member) -> int:
    marks = (member.generation, member.instance_id, member.rack, member.host, member.client_id)
    return sum(mark is not None for mark in marks) + (member.metadata_version != 3)


def _count_topic_facts(group: Group) -> int:
    """The facts about topics other than their partition counts, a non-default reset policy included."""
    lists = sum(getattr(topic, key) is not None for topic in group.topics for key in PER_PARTITION)
    return lists + len(simpler_resets(group.auto_offset_reset))


def simpler_resets(reset: str) -> tuple[str, ...]:
    """
    The reset policies that are simpler than this one.

    >>> simpler_resets("none"), simpler_resets("earliest"), simpler_resets("latest")
    (('latest', 'earliest'), ('latest',), ())
    """
    return RESETS[: RESETS.index(reset)] if reset in RESETS else RESETS


def _sum_of_numbers(group: Group) -> int:
    """The sum of offsets, generations and replicas. A missing number counts less than 0."""
    replicas = sum(len(racks) for topic in group.topics for racks in topic.replica_racks or ())
    lists: list[tuple[int | None, ...]] = [getattr(topic, key) or () for topic in group.topics for key in OFFSETS]
    offsets = sum(1 + abs(one) for offsets in lists for one in offsets if one is not None)
    return replicas + offsets + sum(abs(member.generation or 0) for member in group.members)


def _disorder(names: list[str]) -> int:
    """The number of pairs of neighbours that are out of sort order."""
    return sum(kafka_order(first) > kafka_order(second) for first, second in pairwise(names))
