"""What partitions weigh: exact, in whole numbers of one unit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.oracle.weighted.partition_weights import weights_of


def group(*topics: Topic) -> Group:
    """One member that reads all `topics`."""
    return Group(topics=topics, members=(Member(id="a", subscription=tuple(topic.name for topic in topics)),))


def test_decimals_are_what_they_say() -> None:
    """Three tenths are three times a tenth, whatever floats make of it."""
    amounts = weights_of(group(Topic(name="t", partitions=3, weights=(0.1, 0.3, 1e3))), "weights")

    assert ([1, 3, 10_000], Fraction(1, 10)) == (list(amounts.units.values()), amounts.unit)


def test_lag_goes_by_offsets_and_the_reset_policy() -> None:
    """A topic whose offsets are not known lags by nothing beside one that has some."""
    known = Topic(name="t", partitions=2, end_offsets=(90, 50), committed_offsets=(10, None))

    amounts = weights_of(group(known, Topic(name="u", partitions=1)), "lag")

    assert ([1, 0, 0], Fraction(80)) == (list(amounts.units.values()), amounts.unit)


def test_topics_that_nobody_reads_weigh_nothing() -> None:
    """They may lack what the others have."""
    read, unread = Topic(name="t", partitions=1, weights=(2,)), Topic(name="u", partitions=1)

    amounts = weights_of(Group(topics=(read, unread), members=group(read).members), "weights")

    assert 1 == len(amounts.units)


@pytest.mark.parametrize(
    ("by", "topic", "said"),
    [
        ("lags", Topic(name="t", partitions=1), "did you mean 'lag'"),
        ("lag", Topic(name="t", partitions=1), "no subscribed topic has end_offsets"),
        ("weights", Topic(name="t", partitions=1), "topic 't' has no weights"),
        ("weights", Topic(name="t", partitions=2, weights=(0, -1.5)), r"topics\.t\.weights\[1\]: -1\.5"),
    ],
)
def test_what_cannot_be_weighed_is_one_line(by: str, topic: Topic, said: str) -> None:
    """An unknown name, a group that does not say, a weight below nothing."""
    with pytest.raises(AssayError, match=said):
        weights_of(group(topic), by)
