"""Tests of the spread of answers over topics and hosts."""

from __future__ import annotations

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.pipeline.audit.answer_figures import host_spread, topic_spread


def members_on_hosts(*hosts: str | None) -> Group:
    """Members a, b ... on these hosts, all subscribed to a topic of three partitions."""
    members = (Member(id=chr(ord("a") + place), subscription=("t",), host=host) for place, host in enumerate(hosts))
    return Group(topics=(Topic(name="t", partitions=3),), members=tuple(members))


def test_topic_spread_ignores_members_that_do_not_subscribe() -> None:
    group = group_of({"t": 3, "u": 2}, {"a": ["t"], "b": ["u"]})

    assert 0.0 == topic_spread(group, {"a": {"t": [0, 1, 2]}, "b": {"u": [0, 1]}})


def test_topic_spread_is_a_mean_over_subscribed_topics() -> None:
    """A member missing from the answer has no partitions; a topic without subscribers does not count."""
    group = group_of({"t": 3, "u": 2, "unread": 9}, {"a": ["t", "u", "missing"], "b": ["t", "u"]})

    assert 1.5 == topic_spread(group, {"a": {"t": [0, 1, 2], "u": [0]}, "b": {"u": [1]}})
    assert 2.5 == topic_spread(group, {"a": {"t": [0, 1, 2], "u": [0, 1]}})


def test_without_topics_there_is_no_topic_spread() -> None:
    assert topic_spread(group_of({"t": 3}, {}), {}) is None


def test_host_spread_counts_members_of_one_host_together() -> None:
    """An idle host counts as well."""
    group = members_on_hosts("h", "h", "idle")

    assert 3 == host_spread(group, {"a": 2, "b": 1, "c": 0})


def test_no_host_spread_where_a_host_is_unknown() -> None:
    assert host_spread(members_on_hosts("h", None), {"a": 1, "b": 0}) is None
    assert host_spread(members_on_hosts(), {}) is None


def test_ghost_partitions_do_not_change_the_spread() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})

    assert 0.0 == topic_spread(group, {"a": {"t": [0, 7, -1]}, "b": {"t": [1]}})
