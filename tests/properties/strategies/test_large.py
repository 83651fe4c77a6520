"""Tests that large groups are clean, have the stated sizes, and differ in shape."""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from kafka_assay.properties.strategies.large import draw_large

GROUPS = [draw_large(Random(number)) for number in range(500)]


def partitions(group: Group) -> int:
    return sum(topic.partitions for topic in group.topics)


def chain_length(group: Group) -> int:
    """The number of members that share a topic with another one, if every member has at most two topics."""
    if has_equal_subscriptions(group) or any(len(member.subscription) > 2 for member in group.members):
        return 0
    return sum(len(member.subscription) == 2 for member in group.members)


def test_sizes_are_within_the_bounds_and_reach_them() -> None:
    members, counts = [len(group.members) for group in GROUPS], [partitions(group) for group in GROUPS]

    assert min(members) == 10
    assert 180 < max(members) <= 200
    assert max(counts) <= 2_000
    assert max(counts) > 1_800


def test_a_quarter_to_half_of_the_groups_have_equal_subscriptions() -> None:
    assert 125 < sum(map(has_equal_subscriptions, GROUPS)) < 250


def test_long_chains_occur() -> None:
    assert sum(chain_length(group) >= 50 for group in GROUPS) > 25


def test_ragged_and_even_topics_occur() -> None:
    several = [sorted(topic.partitions for topic in group.topics) for group in GROUPS if len(group.topics) > 2]

    assert sum(counts[-1] > 10 * counts[0] for counts in several) > 50
    assert sum(counts[-1] == counts[0] for counts in several) > 50


def test_groups_with_and_without_claims_occur() -> None:
    claimed = [sum(len(member.claims()) for member in group.members) / partitions(group) for group in GROUPS]

    assert sum(share == 0 for share in claimed) > 50
    assert sum(share == 1 for share in claimed) > 50
    assert sum(0 < share < 1 for share in claimed) > 50
