"""How unevenly an answer spreads the lag over the members."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.lags import member_lags


def lag_spread(group: Group, answer: Assignment) -> int | None:
    """
    The largest lag of a member minus the least, over all members; None if no end offset is known or nobody is there.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> topic = Topic(name="t", partitions=2, end_offsets=(9, 4), committed_offsets=(1, 2))
    >>> group = Group(topics=(topic,), members=tuple(Member(id=name, subscription=("t",)) for name in "ab"))
    >>> lag_spread(group, {"a": {"t": [0]}, "b": {"t": [1]}})
    6
    """
    lags = member_lags(group, answer)
    return max(lags.values()) - min(lags.values()) if lags else None
