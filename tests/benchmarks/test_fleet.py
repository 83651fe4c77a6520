"""The groups that the audit is measured with."""

from __future__ import annotations

from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.fleet import FEWEST_PARTITIONS, MOST_PARTITIONS, fleet

FLEET = list(fleet(200, seed=1))


def test_a_fleet_is_a_function_of_its_seed() -> None:
    """The first groups of a larger fleet are those of a smaller one; another seed makes others."""
    assert FLEET[:5] == list(fleet(5, seed=1))
    assert FLEET[:5] != list(fleet(5, seed=2))


def test_the_groups_have_the_sizes_that_the_figure_is_about() -> None:
    """50 to 500 partitions each, and at least two members."""
    partitions = [sum(topic.partitions for topic in group.topics) for group in FLEET]

    assert min(partitions) >= FEWEST_PARTITIONS
    assert max(partitions) <= MOST_PARTITIONS
    assert all(len(group.members) >= 2 for group in FLEET)


def test_a_fleet_is_mixed() -> None:
    """Subscriptions that are equal and such that are not, racks in some, partitions without an owner in some."""
    equal = [len({member.subscription for member in group.members}) == 1 for group in FLEET]
    racks = [any(member.rack for member in group.members) for group in FLEET]
    owned = [len(valid_owners(group)) == sum(topic.partitions for topic in group.topics) for group in FLEET]

    for kinds in (equal, racks, owned):
        assert 0 < sum(kinds) < len(FLEET)
