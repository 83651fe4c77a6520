from __future__ import annotations

from kafka_assay.properties.input_families import is_member_of
from kafka_assay.properties.shrink.sizes import size_of
from tests.support.engines.tiny_groups import MEMBERS, PARTITIONS, tiny_groups


def test_tiny_groups_are_clean_and_distinct() -> None:
    groups = list(tiny_groups())

    assert 10_536 == len(groups) == len(set(groups))
    assert all(is_member_of("clean", group) for group in groups[::50])
    assert (MEMBERS, PARTITIONS) == size_of(groups[-1])[:2]


def test_tiny_groups_are_ordered_by_size() -> None:
    """By members, then by partitions."""
    sizes = [size_of(group)[:2] for group in tiny_groups()]

    assert sorted(sizes) == sizes
