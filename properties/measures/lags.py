"""
How far a group is behind: the lag that the offsets of a partition mean, by the rules that lag-based assignors go by.

Restated from those rules, and not taken from an assignor: a judge shares no code with the judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kafka_assay.assignors.model import Topic

LATEST = "latest"
"""The reset policy, in any case, under which a group without a committed offset starts at the end of the log."""


class PartitionLag(NamedTuple):
    """A partition and its lag."""

    topic: str
    partition: int
    lag: int


def lag_of(topic: Topic, partition: int, reset: str) -> int:
    """
    How many records of `partition` the group has still to read: from the next one to the end of the log, never below 0.

    The next one is the committed offset. Where none is committed, the reset policy decides: the end of the log for
    "latest", in any case, and its beginning for everything else, "none" included. An end or a beginning that nobody
    knows counts as 0. A committed offset below the beginning is taken as it is: the lag then counts records that are
    gone. Source: kafka-lag-based-assignor 2, `computePartitionLag`.

    >>> from kafka_assay.assignors.model import Topic
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
    """The partition of `topic` that lags most, the first of several. A topic without partitions has a lag of 0."""
    if not knows_offsets(topic):
        return PartitionLag(topic.name, 0, 0)
    lags = [lag_of(topic, partition, reset) for partition in range(topic.partitions)]
    most = max(lags, default=0)
    return PartitionLag(topic.name, lags.index(most) if lags else 0, most)


def knows_offsets(topic: Topic) -> bool:
    """Whether there are any offsets to go by; without, no partition of the topic lags."""
    return any(known is not None for known in (topic.begin_offsets, topic.end_offsets, topic.committed_offsets))


def _offset_or_zero(offsets: Sequence[int] | None, partition: int) -> int:
    return 0 if offsets is None else offsets[partition]
