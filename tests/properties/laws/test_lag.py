"""Tests of `kafka_assay.properties.laws.lag` and of the offsets that it goes by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Topic, group_of
from kafka_assay.properties.measures.lags import PartitionLag, lag_of, largest_lag
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Kept
from tests.properties.verdicts import facts_on, two_members, verdict_on


def lagging(group: Group, **lags: tuple[int, ...]) -> Group:
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
def test_a_lag_follows_from_what_was_committed(committed: int | None, reset: str, expected: int) -> None:
    """
    From 5 to 90 with this much read: without a committed offset the reset policy decides, and beyond the end is no lag.
    """
    topic = Topic(name="t", partitions=1, begin_offsets=(5,), end_offsets=(90,), committed_offsets=(committed,))

    assert expected == lag_of(topic, 0, reset)


def test_what_nobody_knows_counts_as_zero() -> None:
    """No list of ends, of beginnings, of committed offsets; and an offset that retention has overtaken."""
    ends = Topic(name="t", partitions=1, end_offsets=(90,))
    begins = Topic(name="t", partitions=1, begin_offsets=(5,))
    overtaken = Topic(name="t", partitions=1, begin_offsets=(50,), end_offsets=(90,), committed_offsets=(10,))

    assert (90, 0, 80) == (lag_of(ends, 0, "earliest"), lag_of(begins, 0, "earliest"), lag_of(overtaken, 0, "latest"))


def test_the_largest_lag_is_named_with_its_partition() -> None:
    """The first of several; nothing lags in a topic without offsets, however many partitions it has."""
    topic = Topic(name="t", partitions=3, end_offsets=(1, 7, 7), committed_offsets=(0, 0, 0))

    assert PartitionLag("t", 1, 7) == largest_lag(topic, "latest")
    assert 0 == largest_lag(Topic(name="t", partitions=2**31 - 1), "latest").lag


def test_lags_of_a_topic_may_be_one_partition_apart() -> None:
    """90 against nothing is the bound; 90 and 1 against nothing is beyond it."""
    group = lagging(two_members(3), t=(90, 1, 0))

    assert Kept() == verdict_on("lag-bounded-within-topic", group, {"a": {"t": [0]}, "b": {"t": [1, 2]}})
    assert {
        "topic": "t",
        "most": {"member": "a", "lag": 91},
        "least": {"member": "b", "lag": 0},
        "largest": {"topic": "t", "partition": 0, "lag": 90},
    } == facts_on("lag-bounded-within-topic", group, {"a": {"t": [0, 1]}, "b": {"t": [2]}})


def test_topics_are_bounded_one_by_one_or_all_together() -> None:
    """Two topics of one partition each on one member: lawful topic by topic, and not over the group."""
    group = lagging(group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]}), t=(90,), u=(80,))
    both = {"a": {"t": [0], "u": [0]}, "b": {}}

    assert Kept() == verdict_on("lag-bounded-within-topic", group, both)
    assert {"topic": "t", "partition": 0, "lag": 90} == facts_on("lag-bounded", group, both)["largest"]


def test_only_subscribers_count_within_a_topic() -> None:
    """A member that does not read the topic has no share in its backlog."""
    group = lagging(group_of({"t": 2}, {"a": ["t"], "b": []}), t=(5, 5))

    assert Kept() == verdict_on("lag-bounded-within-topic", group, {"a": {"t": [0, 1]}, "b": {}})


def test_a_wrong_answer_is_counted_as_far_as_it_goes() -> None:
    """Ghosts lag nothing, an id listed twice lags once, and a member that is missing has nothing to catch up on."""
    group = lagging(two_members(2), t=(3, 3))

    assert Kept() == verdict_on("lag-bounded-within-topic", group, {"a": {"t": [0, 0, 9, -1]}})
    assert 6 == facts_on("lag-bounded", group, {"a": {"t": [0, 1, 1]}})["most"]["lag"]


def test_the_whole_group_is_bounded_with_equal_subscriptions() -> None:
    """Others need not be able to share the backlog."""
    defined = LAW_BY_ID["lag-bounded"].defined

    assert defined(two_members(1))
    assert not defined(group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}))


def test_without_offsets_nothing_lags() -> None:
    """Both laws are kept by whatever is answered."""
    for law in ("lag-bounded-within-topic", "lag-bounded"):
        assert Kept() == verdict_on(law, two_members(2), {"a": {"t": [0, 1]}})
