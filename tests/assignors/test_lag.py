"""Lag follows from offsets and `auto.offset.reset`, as kafka-lag-based-assignor has it."""

from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Topic
from kafka_assay.properties.measures.lags import lag_of
from tests.assignors.reference.random_groups import random_lagging_groups


def topic(**offsets: tuple[int | None, ...]) -> Topic:
    """A topic of one partition with these offsets."""
    return Topic(name="t", partitions=1, **offsets)  # type: ignore[arg-type]


@pytest.mark.parametrize("reset", ["latest", "earliest", "none"])
def test_what_was_committed_counts_whatever_the_reset(reset: str) -> None:
    """The lag is the end minus the committed offset."""
    assert (80,) == lags(topic(begin_offsets=(5,), end_offsets=(90,), committed_offsets=(10,)), reset)


@pytest.mark.parametrize("reset", ["latest", "LATEST", "Latest"])
def test_latest_starts_at_the_end(reset: str) -> None:
    """Where nothing was committed, `latest`, in any case of letters, has nothing to catch up with."""
    assert (0,) == lags(topic(begin_offsets=(5,), end_offsets=(90,), committed_offsets=(None,)), reset)


@pytest.mark.parametrize("reset", ["earliest", "none", "by_duration:PT1H", "latest!", " latest", ""])
def test_anything_else_starts_at_the_beginning(reset: str) -> None:
    """`none` and the newer `by_duration` silently mean `earliest`, and so does a typing error."""
    assert (85,) == lags(topic(begin_offsets=(5,), end_offsets=(90,), committed_offsets=(None,)), reset)


def test_without_a_word_on_the_reset_it_is_latest() -> None:
    """That is Kafka's default."""
    assert (0,) == lags(topic(begin_offsets=(0,), end_offsets=(90,)))


def test_retention_that_overtook_the_group_overstates_its_lag() -> None:
    """Committed at 10, the log begins at 1000 and ends at 1100: 1090, although 100 records can be read."""
    assert (1090,) == lags(topic(begin_offsets=(1000,), end_offsets=(1100,), committed_offsets=(10,)))


def test_committed_beyond_the_end_is_no_lag() -> None:
    """A topic that was deleted and made anew does not give a negative lag."""
    assert (0,) == lags(topic(end_offsets=(5,), committed_offsets=(90,)))


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({}, (0, 0)),
        ({"committed_offsets": (3, None)}, (0, 0)),
        ({"begin_offsets": (3, 4)}, (0, 0)),
        ({"end_offsets": (3, 4)}, (3, 4)),
        ({"end_offsets": (3, 4), "committed_offsets": (1, None)}, (2, 4)),
    ],
)
def test_offsets_that_are_not_known_count_as_0(
    known: dict[str, tuple[int | None, ...]], expected: tuple[int, ...]
) -> None:
    """Read with `earliest`, so that the beginning counts, too."""
    assert expected == lags(Topic(name="t", partitions=2, **known), "earliest")  # type: ignore[arg-type]


def test_a_topic_without_partitions_has_no_lags() -> None:
    """Nothing to read, nothing to count."""
    assert () == lags(Topic(name="t", partitions=0, begin_offsets=(), end_offsets=(), committed_offsets=()))


def test_the_judge_counts_the_same() -> None:
    """The laws share no code with the assignors, but they mean the same lag."""
    for group in random_lagging_groups(Random(2), 200):
        for one in group.topics:
            judged = tuple(lag_of(one, partition, group.auto_offset_reset) for partition in range(one.partitions))

            assert judged == lags(one, group.auto_offset_reset)
