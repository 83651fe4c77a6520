"""Tests of the groups that the audit is benchmarked with."""

from __future__ import annotations

from kafka_assay.assignors.ownership import valid_owners
from tests.support.fleet import FEWEST_PARTITIONS, MOST_PARTITIONS, fleet

FLEET = list(fleet(200, seed=1))


def test_fleet_is_a_function_of_its_seed() -> None:
    """A smaller fleet is the beginning of a larger one."""
    assert FLEET[:5] == list(fleet(5, seed=1))
    assert FLEET[:5] != list(fleet(5, seed=2))


def test_groups_have_the_documented_sizes() -> None:
    partitions = [sum(topic.partitions for topic in group.topics) for group in FLEET]

    assert min(partitions) >= FEWEST_PARTITIONS
    assert max(partitions) <= MOST_PARTITIONS
    assert all(len(group.members) >= 2 for group in FLEET)


def test_fleet_is_mixed() -> None:
    """Equal and unequal subscriptions, racks in some groups, unowned partitions in some."""
    equal = [len({member.subscription for member in group.members}) == 1 for group in FLEET]
    racks = [any(member.rack for member in group.members) for group in FLEET]
    owned = [len(valid_owners(group)) == sum(topic.partitions for topic in group.topics) for group in FLEET]

    for kinds in (equal, racks, owned):
        assert 0 < sum(kinds) < len(FLEET)
