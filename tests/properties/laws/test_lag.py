"""Tests of the laws on lag and of the offsets that they use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Topic, group_of
from kafka_assay.properties.measures.lags import PartitionLag, lag_of, largest_lag
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Kept
from tests.properties.verdicts import facts_on, two_members, verdict_on


def with_lags(group: Group, **lags: tuple[int, ...]) -> Group:
    """`group` with these lags, topic by topic."""
    topics = [
        replace(topic, end_offsets=lags[topic.name], committed_offsets=(0,) * topic.partitions)
        if topic.name in lags
        else topic
        for topic in group.topics
    ]
    return replace(group, topics=tuple(topics))


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


def test_lags_of_a_topic_may_differ_by_the_largest_partition() -> None:
    group = with_lags(two_members(3), t=(90, 1, 0))

    assert Kept() == verdict_on("lag-bounded-within-topic", group, {"a": {"t": [0]}, "b": {"t": [1, 2]}})
    assert {
        "topic": "t",
        "most": {"member": "a", "lag": 91},
        "least": {"member": "b", "lag": 0},
        "largest": {"topic": "t", "partition": 0, "lag": 90},
    } == facts_on("lag-bounded-within-topic", group, {"a": {"t": [0, 1]}, "b": {"t": [2]}})


def test_lag_is_bounded_per_topic_or_over_the_group() -> None:
    group = with_lags(group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]}), t=(90,), u=(80,))
    both = {"a": {"t": [0], "u": [0]}, "b": {}}

    assert Kept() == verdict_on("lag-bounded-within-topic", group, both)
    assert {"topic": "t", "partition": 0, "lag": 90} == facts_on("lag-bounded", group, both)["largest"]


def test_only_subscribers_count_within_a_topic() -> None:
    group = with_lags(group_of({"t": 2}, {"a": ["t"], "b": []}), t=(5, 5))

    assert Kept() == verdict_on("lag-bounded-within-topic", group, {"a": {"t": [0, 1]}, "b": {}})


def test_lag_of_a_faulty_answer() -> None:
    """Ghosts have no lag, a repeated id lags once, and a missing member has no lag."""
    group = with_lags(two_members(2), t=(3, 3))

    assert Kept() == verdict_on("lag-bounded-within-topic", group, {"a": {"t": [0, 0, 9, -1]}})
    assert 6 == facts_on("lag-bounded", group, {"a": {"t": [0, 1, 1]}})["most"]["lag"]


def test_lag_over_the_group_needs_equal_subscriptions() -> None:
    defined = LAW_BY_ID["lag-bounded"].defined

    assert defined(two_members(1))
    assert not defined(group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}))


def test_both_laws_are_kept_without_offsets() -> None:
    for law in ("lag-bounded-within-topic", "lag-bounded"):
        assert Kept() == verdict_on(law, two_members(2), {"a": {"t": [0, 1]}})
