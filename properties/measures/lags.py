"""
The lag of a partition, computed from its offsets by the rules of lag-based assignors.

The rules are restated here instead of imported from an assignor: a law shares no code with what it judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kafka_assay.assignors.model import Assignment, Group, Topic

LATEST = "latest"
"""The reset policy, in any letter case, under which a group without a committed offset starts at the end of the log."""


class PartitionLag(NamedTuple):
    """A partition and its lag."""

    topic: str
    partition: int
    lag: int


def lag_of(topic: Topic, partition: int, reset: str) -> int:
    """
    The number of records of `partition` that the group has not read yet, never below 0.

    It counts from the committed offset to the end of the log. Without a committed offset the reset policy decides:
    "latest", in any letter case, starts at the end of the log; every other value, "none" included, starts at its
    beginning. An unknown beginning or end counts as 0. A committed offset below the beginning is not corrected, so the
    lag then counts deleted records. Source: kafka-lag-based-assignor 2, `computePartitionLag`.

    >>> from kafka_assay.assignors.model import Assignment, Group, Topic
    >>> topic = Topic(
    ...     name="t",
    ...     partitions=3,
    ...     begin_offsets=(5, 5, 5),
    ...     end_offsets=(9, 9, 9),
    ...     committed_offsets=(2, None, 10),
    ... )
    >>> [lag_of(topic, partition, "Latest") for partition in range(3)], lag_of(topic, 1, "earliest")
    ([7, 0, 0], 4)
    """
    end = _offset_or_zero(topic.end_offsets, partition)
    committed = None if topic.committed_offsets is None else topic.committed_offsets[partition]
    if committed is None:
        committed = end if reset.lower() == LATEST else _offset_or_zero(topic.begin_offsets, partition)
    return max(0, end - committed)


def largest_lag(topic: Topic, reset: str) -> PartitionLag:
    """The partition of `topic` with the largest lag, the first of equals. A topic without partitions has a lag of 0."""
    if not knows_offsets(topic):
        return PartitionLag(topic.name, 0, 0)
    lags = [lag_of(topic, partition, reset) for partition in range(topic.partitions)]
    most = max(lags, default=0)
    return PartitionLag(topic.name, lags.index(most) if lags else 0, most)


def knows_offsets(topic: Topic) -> bool:
    """Whether any offset of the topic is known. If none is, no partition of it has a lag."""
    return any(known is not None for known in (topic.begin_offsets, topic.end_offsets, topic.committed_offsets))


def member_lags(group: Group, answer: Assignment) -> dict[str, int] | None:
    """
    The lag of each member with `answer`: the sum over its partitions. None if no end offset is known.

    A topic without end offsets has no lag, and neither has a partition that does not exist.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> topic = Topic(name="t", partitions=2, end_offsets=(9, 4), committed_offsets=(1, 2))
    >>> group = Group(topics=(topic,), members=tuple(Member(id=name, subscription=("t",)) for name in "ab"))
    >>> member_lags(group, {"a": {"t": [0]}, "b": {"t": [1]}})
    {'a': 8, 'b': 2}
    """
    topics = {topic.name: topic for topic in group.topics if topic.end_offsets is not None}
    if not topics:
        return None
    return {
        member.id: sum(
            lag_of(topics[topic], partition, group.auto_offset_reset)
            for topic, ids in answer.get(member.id, {}).items()
            if topic in topics
            for partition in ids
            if partition < topics[topic].partitions
        )
        for member in group.members
    }


def _offset_or_zero(offsets: Sequence[int] | None, partition: int) -> int:
    return 0 if offsets is None else offsets[partition]
