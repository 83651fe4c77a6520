"""Tests of `kafka_assay.properties.measures.places`: amounts by member, host and topic."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Topic
from kafka_assay.properties.measures.places import placement
from tests.properties.places import on_hosts, placed

HOSTS: dict[str, str | None] = {"b": "h2", "a": "h1", "c": "h1"}


def test_amounts_stand_in_sort_order() -> None:
    """Members by id, hosts by name, whatever their order in the group."""
    found = placed(on_hosts({"t": 4}, HOSTS), {"a": {"t": [0, 1]}, "b": {"t": [2]}, "c": {"t": [3]}})

    assert (2, 1, 1) == found.members
    assert (("h1", 3), ("h2", 1)) == found.hosts
    assert {"h1": 3, "h2": 1} == dict(found.topics[0].by_host)


def test_static_members_stand_first() -> None:
    """By instance id, as range and round-robin take them."""
    group = on_hosts({"t": 3}, HOSTS)
    members = tuple(replace(one, instance_id="i" if one.id == "c" else None) for one in group.members)

    found = placed(replace(group, members=members), {"a": {"t": [0]}, "b": {}, "c": {"t": [1, 2]}})

    assert (2, 1, 0) == found.members


def test_what_does_not_exist_counts_nowhere() -> None:
    """Ghosts, unknown topics and strangers are no load; a member missing from the answer has nothing."""
    found = placed(on_hosts({"t": 1}, HOSTS), {"a": {"t": [0, 7, -1], "gone": [0]}, "stranger": {"t": [0]}})

    assert (1, 0, 0) == found.members


@pytest.mark.parametrize("hosts", [{}, {"a": "h1", "b": None}])
def test_without_hosts_there_is_no_placement(hosts: dict[str, str | None]) -> None:
    """A member whose host is not known could be anywhere."""
    assert placement(on_hosts({"t": 1}, hosts), {}) is None


def test_the_least_share_is_a_bound() -> None:
    """Of five partitions over two hosts somebody has three; only one host subscribes to the other topic."""
    group = on_hosts({"t": 5, "u": 2}, {"a": "h1", "b": "h2"}, b=["t"])

    t, u = placed(group, {}).topics

    assert (2, 0.6) == (t.reachable, t.least_share)
    assert (1, 1.0) == (u.reachable, u.least_share)


def test_topics_without_a_partition_or_a_reader_are_left_out() -> None:
    """There is nothing to spread."""
    group = on_hosts({"t": 1, "empty": 0, "unread": 3}, {"a": "h1", "b": "h2"}, a=["t", "empty"], b=["t"])

    assert ["t"] == [topic.topic for topic in placed(group, {}).topics]


def test_weights_take_the_place_of_counts() -> None:
    """A partition without a weight counts for one, and the heaviest bounds the largest share."""
    group = on_hosts({"t": 1, "u": 2}, {"a": "h1", "b": "h2"})
    heavy = (Topic(name="t", partitions=1), Topic(name="u", partitions=2, weights=(6.0, 2.0)))
    weighed = Group(topics=heavy, members=group.members)

    found = placed(weighed, {"a": {"u": [0]}, "b": {"t": [0], "u": [1]}}, weighted=True)

    assert (6, 3) == found.members
    assert (8, 0.75, 0.75) == (found.topics[1].amount, found.topics[1].least_share, found.topics[1].largest_share)
