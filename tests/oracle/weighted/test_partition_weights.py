"""Tests that partition weights are exact integers of one unit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.oracle.weighted.partition_weights import weights_of


def group(*topics: Topic) -> Group:
    """One member that subscribes to all `topics`."""
    return Group(topics=topics, members=(Member(id="a", subscription=tuple(topic.name for topic in topics)),))


def test_decimal_weights_are_exact() -> None:
    amounts = weights_of(group(Topic(name="t", partitions=3, weights=(0.1, 0.3, 1e3))), "weights")

    assert ([1, 3, 10_000], Fraction(1, 10)) == (list(amounts.units.values()), amounts.unit)


def test_lag_follows_offsets_and_the_reset_policy() -> None:
    known = Topic(name="t", partitions=2, end_offsets=(90, 50), committed_offsets=(10, None))

    amounts = weights_of(group(known, Topic(name="u", partitions=1)), "lag")

    assert ([1, 0, 0], Fraction(80)) == (list(amounts.units.values()), amounts.unit)


def test_topics_without_subscribers_need_no_weight() -> None:
    read, unread = Topic(name="t", partitions=1, weights=(2,)), Topic(name="u", partitions=1)

    amounts = weights_of(Group(topics=(read, unread), members=group(read).members), "weights")

    assert 1 == len(amounts.units)


@pytest.mark.parametrize(
    ("by", "topic", "said"),
    [
        ("lags", Topic(name="t", partitions=1), "did you mean 'lag'"),
        ("lag", Topic(name="t", partitions=1), "needs a subscribed topic with end_offsets"),
        ("weights", Topic(name="t", partitions=1), "topic 't' has no weights"),
        ("weights", Topic(name="t", partitions=2, weights=(0, -1.5)), r"topics\.t\.weights\[1\]: -1\.5"),
    ],
)
def test_unknown_missing_or_negative_weight_is_refused(by: str, topic: Topic, said: str) -> None:
    with pytest.raises(AssayError, match=said):
        weights_of(group(topic), by)
