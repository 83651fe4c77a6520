"""How answers lie over topics and hosts."""

from __future__ import annotations

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.pipeline.audit.spread import host_spread, topic_spread


def hosted(*hosts: str | None) -> Group:
    """Members a, b ... on these hosts, all subscribed to a topic of three partitions."""
    members = (Member(id=chr(ord("a") + place), subscription=("t",), host=host) for place, host in enumerate(hosts))
    return Group(topics=(Topic(name="t", partitions=3),), members=tuple(members))


def test_topic_spread_looks_at_subscribers_only() -> None:
    """A member that does not subscribe has nothing of the topic, lawfully."""
    group = group_of({"t": 3, "u": 2}, {"a": ["t"], "b": ["u"]})

    assert 0.0 == topic_spread(group, {"a": {"t": [0, 1, 2]}, "b": {"u": [0, 1]}})


def test_topic_spread_is_a_mean_over_subscribed_topics() -> None:
    """A member missing from the answer has nothing; a topic that nobody subscribes to does not count."""
    group = group_of({"t": 3, "u": 2, "unread": 9}, {"a": ["t", "u", "missing"], "b": ["t", "u"]})

    assert 1.5 == topic_spread(group, {"a": {"t": [0, 1, 2], "u": [0]}, "b": {"u": [1]}})
    assert 2.5 == topic_spread(group, {"a": {"t": [0, 1, 2], "u": [0, 1]}})


def test_without_topics_there_is_no_topic_spread() -> None:
    """Nothing is not the same as evenly spread."""
    assert topic_spread(group_of({"t": 3}, {}), {}) is None


def test_host_spread_adds_up_the_members_of_a_host() -> None:
    """Two members of one host count together, an idle host counts too."""
    group = hosted("h", "h", "idle")

    assert 3 == host_spread(group, {"a": {"t": [0, 1]}, "b": {"t": [2]}, "c": {}})


def test_where_a_host_is_not_known_there_is_no_host_spread() -> None:
    """One member without a host hides where its partitions are read; without members there is nothing to say."""
    assert host_spread(hosted("h", None), {"a": {"t": [0]}, "b": {}}) is None
    assert host_spread(hosted(), {}) is None


def test_partitions_that_do_not_exist_spread_nothing() -> None:
    """A member that still claims t-7 and t--1 of a topic of two has no more of it than the other."""
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})

    assert 0.0 == topic_spread(group, {"a": {"t": [0, 7, -1]}, "b": {"t": [1]}})
