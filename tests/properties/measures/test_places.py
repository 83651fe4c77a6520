"""Tests of amounts by member, host and topic."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Topic
from kafka_assay.properties.measures.places import placement
from tests.properties.places import on_hosts, placement_on

HOSTS: dict[str, str | None] = {"b": "h2", "a": "h1", "c": "h1"}


def test_amounts_are_sorted_by_member_id_and_host() -> None:
    found = placement_on(on_hosts({"t": 4}, HOSTS), {"a": {"t": [0, 1]}, "b": {"t": [2]}, "c": {"t": [3]}})

    assert (2, 1, 1) == found.members
    assert (("h1", 3), ("h2", 1)) == found.hosts
    assert {"h1": 3, "h2": 1} == dict(found.topics[0].by_host)


def test_static_members_come_first() -> None:
    """By instance id, as in range and round-robin."""
    group = on_hosts({"t": 3}, HOSTS)
    members = tuple(replace(one, instance_id="i" if one.id == "c" else None) for one in group.members)

    found = placement_on(replace(group, members=members), {"a": {"t": [0]}, "b": {}, "c": {"t": [1, 2]}})

    assert (2, 1, 0) == found.members


def test_ghosts_and_unknown_topics_or_members_are_not_counted() -> None:
    found = placement_on(on_hosts({"t": 1}, HOSTS), {"a": {"t": [0, 7, -1], "gone": [0]}, "stranger": {"t": [0]}})

    assert (1, 0, 0) == found.members


@pytest.mark.parametrize("hosts", [{}, {"a": "h1", "b": None}])
def test_no_placement_where_a_host_is_unknown(hosts: dict[str, str | None]) -> None:
    assert placement(on_hosts({"t": 1}, hosts), {}) is None


def test_least_possible_share_of_the_largest_host() -> None:
    """Of five partitions on two hosts, one has at least three; only one host subscribes to the other topic."""
    group = on_hosts({"t": 5, "u": 2}, {"a": "h1", "b": "h2"}, b=["t"])

    t, u = placement_on(group, {}).topics

    assert (2, 0.6) == (t.reachable, t.least_share)
    assert (1, 1.0) == (u.reachable, u.least_share)


def test_topics_without_partitions_or_subscribers_are_left_out() -> None:
    group = on_hosts({"t": 1, "empty": 0, "unread": 3}, {"a": "h1", "b": "h2"}, a=["t", "empty"], b=["t"])

    assert ["t"] == [topic.topic for topic in placement_on(group, {}).topics]


def test_weights_replace_counts() -> None:
    """A partition without a weight counts as one, and the heaviest bounds the largest share."""
    group = on_hosts({"t": 1, "u": 2}, {"a": "h1", "b": "h2"})
    heavy = (Topic(name="t", partitions=1), Topic(name="u", partitions=2, weights=(6.0, 2.0)))
    weighed = Group(topics=heavy, members=group.members)

    found = placement_on(weighed, {"a": {"u": [0]}, "b": {"t": [0], "u": [1]}}, weighted=True)

    assert (6, 3) == found.members
    assert (8, 0.75, 0.75) == (found.topics[1].amount, found.topics[1].least_share, found.topics[1].largest_share)
