"""
Lag: how many records of each partition a group has yet to read, as its offsets tell.

It is one place for all that go by lag, which have to mean the same number. Their judge counts on its own
(`kafka_assay.properties.measures.lags`).
"""

from __future__ import annotations

from itertools import repeat

from kafka_assay.assignors.model import Topic

LATEST = "latest"


def lags(topic: Topic, auto_offset_reset: str = LATEST) -> tuple[int, ...]:
    """
    The lag of each partition of `topic`, by id.

    Source: the README of grantneale/kafka-lag-based-assignor (2.x) and what its code does. The lag is the end offset
    minus the next offset that the group reads, and never below 0. The next offset is the committed one; where there is
    none, `auto_offset_reset` decides: `latest`, in any case of letters, starts at the end (lag 0); `earliest`, and
    whatever else stands there (`none`, `by_duration:...`, a typing error), at the beginning. Offsets that are not known
    count as 0.

    So a committed offset that retention has overtaken overstates the lag (only what lies between the beginning and the
    end can still be read), and one beyond the end is no lag.

    >>> from kafka_assay.assignors.model import Topic
    >>> topic = Topic(
    ...     name="t", partitions=4, begin_offsets=(0, 20, 1000, 0), end_offsets=(90, 50, 1100, 5),
    ...     committed_offsets=(10, None, 10, 9),
    ... )
    >>> lags(topic, "latest")
    (80, 0, 1090, 0)
    >>> lags(topic, "earliest")
    (80, 30, 1090, 0)
    """
    unknown = (0,) * topic.partitions
    ends = topic.end_offsets or unknown
    starts = ends if auto_offset_reset.lower() == LATEST else topic.begin_offsets or unknown
    committed = topic.committed_offsets or repeat(None)
    return tuple(
        max(0, end - (start if reached is None else reached))
        for end, start, reached in zip(ends, starts, committed, strict=False)
    )
