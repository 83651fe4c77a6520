from __future__ import annotations

import pytest

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Topic
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.measures.lags import lag_of
from tests.assignors.reference.answers import drawn_groups


def topic(**offsets: tuple[int | None, ...]) -> Topic:
    """Return a topic of one partition with these offsets."""
    return Topic(name="t", partitions=1, **offsets)  # type: ignore[arg-type]


@pytest.mark.parametrize("reset", ["latest", "earliest", "none"])
def test_committed_offset_counts_with_every_reset(reset: str) -> None:
    assert (80,) == lags(topic(begin_offsets=(5,), end_offsets=(90,), committed_offsets=(10,)), reset)


@pytest.mark.parametrize("reset", ["latest", "LATEST", "Latest"])
def test_latest_without_commit_has_no_lag(reset: str) -> None:
    assert (0,) == lags(topic(begin_offsets=(5,), end_offsets=(90,), committed_offsets=(None,)), reset)


@pytest.mark.parametrize("reset", ["earliest", "none", "by_duration:PT1H", "latest!", " latest", ""])
def test_every_other_reset_counts_from_the_beginning(reset: str) -> None:
    """kafka-lag-based-assignor treats `none`, `by_duration` and typing errors as `earliest`."""
    assert (85,) == lags(topic(begin_offsets=(5,), end_offsets=(90,), committed_offsets=(None,)), reset)


def test_default_reset_is_latest() -> None:
    assert (0,) == lags(topic(begin_offsets=(0,), end_offsets=(90,)))


def test_expired_records_are_counted_as_lag() -> None:
    """Committed 10, log from 1000 to 1100: lag 1090, although only 100 records can be read."""
    assert (1090,) == lags(topic(begin_offsets=(1000,), end_offsets=(1100,), committed_offsets=(10,)))


def test_commit_beyond_the_end_gives_no_negative_lag() -> None:
    """A topic that was deleted and created again can show this."""
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
def test_unknown_offsets_count_as_0(known: dict[str, tuple[int | None, ...]], expected: tuple[int, ...]) -> None:
    assert expected == lags(Topic(name="t", partitions=2, **known), "earliest")  # type: ignore[arg-type]


def test_topic_without_partitions_has_no_lag() -> None:
    assert () == lags(Topic(name="t", partitions=0, begin_offsets=(), end_offsets=(), committed_offsets=()))


def test_laws_and_assignors_compute_the_same_lag() -> None:
    """They share no code."""
    for group in drawn_groups(20, *FAMILIES):
        for one in group.topics:
            judged = tuple(lag_of(one, partition, group.auto_offset_reset) for partition in range(one.partitions))

            assert judged == lags(one, group.auto_offset_reset)
