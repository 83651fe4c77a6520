"""Tests of the laws on lag and of the offsets that they use."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Topic
from kafka_assay.properties.measures.lags import PartitionLag, lag_of, largest_lag


@pytest.mark.parametrize(
    ("committed", "reset", "expected"),
    [
        (10, "latest", 80),
        (None, "latest", 0),
        (None, "LATEST", 0),
        (None, "earliest", 85),
        (None, "none", 85),
        (99, "x", 0),
    ],
)
def test_lag_follows_committed_offset_and_reset_policy(committed: int | None, reset: str, expected: int) -> None:
    """Offsets from 5 to 90: without a committed offset the reset policy decides."""
    topic = Topic(name="t", partitions=1, begin_offsets=(5,), end_offsets=(90,), committed_offsets=(committed,))

    assert expected == lag_of(topic, 0, reset)


def test_unknown_offsets_have_no_lag() -> None:
    ends = Topic(name="t", partitions=1, end_offsets=(90,))
    begins = Topic(name="t", partitions=1, begin_offsets=(5,))
    overtaken = Topic(name="t", partitions=1, begin_offsets=(50,), end_offsets=(90,), committed_offsets=(10,))

    assert (90, 0, 80) == (lag_of(ends, 0, "earliest"), lag_of(begins, 0, "earliest"), lag_of(overtaken, 0, "latest"))


def test_largest_lag_is_named_with_its_partition() -> None:
    topic = Topic(name="t", partitions=3, end_offsets=(1, 7, 7), committed_offsets=(0, 0, 0))

    assert PartitionLag("t", 1, 7) == largest_lag(topic, "latest")
    assert 0 == largest_lag(Topic(name="t", partitions=2**31 - 1), "latest").lag
