"""Tests of the weights of the families, and of the families that differ from `clean` in size only."""

from __future__ import annotations

from collections import Counter

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.input_families import CLEAN_BY_TRAITS, FAMILIES, LIVES, family_at, family_of, is_member_of
from kafka_assay.properties.strategies.drawn import drawn_example

ALL = tuple(FAMILIES)


CYCLE = sum(family.weight for family in FAMILIES.values())


@pytest.mark.parametrize("start", [0, 7 * CYCLE])
def test_one_group_in_a_hundred_of_the_default_mix_is_large(start: int) -> None:
    found = Counter(family_at(ALL, 3, number) for number in range(start, start + CYCLE))

    assert {name: family.weight for name, family in FAMILIES.items()} == found
    assert 1 == found["large"]


def test_seed_and_cycle_change_the_order_of_families() -> None:
    def order(seed: int, start: int) -> list[str]:
        return [family_at(ALL, seed, number) for number in range(start, start + CYCLE)]

    assert order(0, 0) == order(0, 0)
    assert order(0, 0) != order(1, 0)
    assert order(0, 0) != order(0, CYCLE)


def test_only_the_given_families_are_dealt() -> None:
    assert {"clean", "racks"} == {family_at(("clean", "racks"), 0, number) for number in range(50)}
    with pytest.raises(AssayError, match="unknown input family"):
        family_at(("cleaned",), 0, 0)


def test_clean_groups_of_any_size_belong_to_the_families_of_size() -> None:
    """Shrinking makes a large group small."""
    tiny = group_of({"t": 1}, {"a": ["t"]})
    dirty = group_of({"t": 1}, {"a": []})

    assert [name for name in FAMILIES if name in CLEAN_BY_TRAITS] == [
        name for name in FAMILIES if name not in LIVES and is_member_of(name, tiny)
    ]
    assert [] == [name for name in CLEAN_BY_TRAITS if is_member_of(name, dirty)]


@pytest.mark.parametrize("name", ["everyday", "large"])
def test_a_group_alone_counts_as_clean(name: str) -> None:
    group = drawn_example(name, 0, 3)

    assert isinstance(group, Group)
    assert "clean" == family_of(group)
