"""
Lag: the number of records in each partition that a group has not read, computed from its offsets.

All code that uses lag uses this module, so that all agree on the number. The laws count on their own, in
`kafka_assay.properties.measures.lags`.
"""

from __future__ import annotations

from itertools import repeat

from kafka_assay.assignors.model import Topic

LATEST = "latest"


def lags(topic: Topic, auto_offset_reset: str = LATEST) -> tuple[int, ...]:
    """
    The lag of each partition of `topic`, by id.

    Source: the README and the code of grantneale/kafka-lag-based-assignor (2.x). The lag is the end offset minus the
    next offset that the group reads, and never below 0. The next offset is the committed one. Without a committed
    offset `auto_offset_reset` decides: `latest`, in any letter case, starts at the end (lag 0). `earliest` and any
    other value (`none`, `by_duration:...`, a typing error) start at the beginning. Unknown offsets count as 0.

    Two cases need care. If retention has removed the committed offset, the lag is overstated: only the records between
    the beginning and the end can still be read. A committed offset beyond the end is no lag.

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
    if topic.begin_offsets is None and topic.end_offsets is None and topic.committed_offsets is None:
        return unknown
    ends = topic.end_offsets or unknown
    starts = ends if auto_offset_reset.lower() == LATEST else topic.begin_offsets or unknown
    committed = topic.committed_offsets or repeat(None)
    return tuple(
        max(0, end - (start if reached is None else reached))
        for end, start, reached in zip(ends, starts, committed, strict=False)
    )
