"""Tests of examples by their number, of the choices that they are made of, and of the mix of families."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random
from statistics import median

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.input_families import (
    CLEAN_BY_TRAITS,
    FAMILIES,
    LARGE,
    LIVES,
    family_at,
    family_of,
    is_member_of,
)
from kafka_assay.properties.strategies.choices import SeededDraw, booleans, integers, items, lists, mapped, sets, tuples
from kafka_assay.properties.strategies.drawn import drawn_example

NUMBERS = range(2_000)
ALL = tuple(FAMILIES)
CYCLE = sum(family.weight for family in FAMILIES.values())


@pytest.mark.parametrize("name", FAMILIES)
def test_every_drawn_example_is_of_its_family(name: str) -> None:
    numbers = NUMBERS[: 300 if name == LARGE else None]
    drawn = [drawn_example(name, 1, number) for number in numbers]

    assert [] == [example for example in drawn if not is_member_of(name, example)]
    assert len(set(drawn)) > len(numbers) * 0.8


def test_an_example_is_the_same_alone_and_in_another_process() -> None:
    """Nothing is carried from one example to the next, or depends on the hash seed. Hypothesis is not needed."""
    script = (
        "import sys\n"
        "from kafka_assay.properties.strategies.drawn import drawn_example\n"
        "from kafka_assay.properties.input_families import FAMILIES\n"
        "for name in FAMILIES: print(name, drawn_example(name, 5, 77))\n"
        "print('hypothesis' in sys.modules)"
    )
    here = {name: [drawn_example(name, 5, number) for number in (80, 79, 78, 77)][-1] for name in FAMILIES}

    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert [*(f"{name} {example}" for name, example in here.items()), "False"] == there.splitlines()


def test_sizes_are_heavy_tailed() -> None:
    """Tiny groups most often, big ones now and then."""
    members, partitions = [], []
    for number in NUMBERS:
        group = drawn_example("clean", 2, number)
        assert isinstance(group, Group)
        members.append(len(group.members))
        partitions.append(sum(topic.partitions for topic in group.topics))

    assert median(members) <= 3
    assert median(partitions) <= 8
    assert max(members) >= 12
    assert max(partitions) >= 60
    assert 0.005 < sum(count > 40 for count in partitions) / len(NUMBERS) < 0.1


def test_choices_stay_within_their_bounds() -> None:
    draw = SeededDraw(Random(0))
    pairs = lists(tuples(integers(2, 4), integers(0, 1)), least=1, most=3)

    drawn = [pairs.pick(draw) for _ in range(200)]
    assert {1, 2, 3} == {len(one) for one in drawn}
    assert {(a, b) for a in (2, 3, 4) for b in (0, 1)} == {pair for one in drawn for pair in one}
    assert {True, False} == {booleans().pick(draw) for _ in range(50)}
    assert {"x", "y"} == {items("xy").pick(draw) for _ in range(50)}
    assert {"0", "1"} == {mapped(integers(0, 1), str).pick(draw) for _ in range(50)}
    chosen = [sets(3, most=2).pick(draw) for _ in range(200)]
    assert {1, 2} == {len(one) for one in chosen}
    assert {0, 1, 2} == set().union(*chosen)


@pytest.mark.parametrize("start", [0, 7 * CYCLE])
def test_one_group_in_a_hundred_of_the_default_mix_is_large(start: int) -> None:
    found = Counter(family_at(ALL, 3, number) for number in range(start, start + CYCLE))

    assert {name: family.weight for name, family in FAMILIES.items()} == found
    assert 1 == found["large"]


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
