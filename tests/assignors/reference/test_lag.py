"""Lags, as assignors and laws compute them."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Topic
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.measures.lags import lag_of
from tests.assignors.reference.answers import drawn_groups


@pytest.mark.parametrize(
    ("reset", "begin", "end", "committed", "lag"),
    [
        *((reset, 5, 90, 10, 80) for reset in ("latest", "earliest", "none")),
        *((reset, 5, 90, None, 0) for reset in ("latest", "LATEST", "Latest")),
        # kafka-lag-based-assignor treats `none`, `by_duration` and typing errors as `earliest`.
        *((reset, 5, 90, None, 85) for reset in ("earliest", "none", "by_duration:PT1H", "latest!", " latest", "")),
        ("latest", 1000, 1100, 10, 1090),  # although only 100 records can be read
        ("latest", 0, 5, 90, 0),  # as of a topic that was deleted and created again
    ],
)
def test_lag_follows_from_offsets_and_reset(reset: str, begin: int, end: int, committed: int | None, lag: int) -> None:
    topic = Topic(name="t", partitions=1, begin_offsets=(begin,), end_offsets=(end,), committed_offsets=(committed,))

    assert (lag,) == lags(topic, reset)


def test_default_reset_is_latest() -> None:
    """A topic without partitions has no lag."""
    assert (0,) == lags(Topic(name="t", partitions=1, begin_offsets=(0,), end_offsets=(90,)))
    assert () == lags(Topic(name="t", partitions=0, begin_offsets=(), end_offsets=(), committed_offsets=()))


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


def test_laws_and_assignors_compute_the_same_lag() -> None:
    """They share no code."""
    for group in drawn_groups(20, *FAMILIES):
        for one in group.topics:
            judged = tuple(lag_of(one, partition, group.auto_offset_reset) for partition in range(one.partitions))

            assert judged == lags(one, group.auto_offset_reset)
