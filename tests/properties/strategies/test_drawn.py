"""Tests of `kafka_assay.properties.strategies.drawn`: examples by their number."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.strategies.drawn import drawn_example

NUMBERS = range(2_000)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_drawn_example_is_of_its_family(name: str) -> None:
    drawn = [drawn_example(name, 1, number) for number in NUMBERS]

    assert [] == [example for example in drawn if not is_member_of(name, example)]
    assert len(set(drawn)) > len(NUMBERS) * 0.8


def test_an_example_is_the_same_alone_and_in_another_process() -> None:
    """Nothing is carried from one example to the next, and nothing depends on the hash seed."""
    script = (
        "from kafka_assay.properties.strategies.drawn import drawn_example\n"
        "from kafka_assay.properties.input_families import FAMILIES\n"
        "for name in FAMILIES: print(name, drawn_example(name, 5, 77))"
    )
    here = {name: [drawn_example(name, 5, number) for number in (80, 79, 78, 77)][-1] for name in FAMILIES}

    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert [f"{name} {example}" for name, example in here.items()] == there.splitlines()


def test_seed_and_number_change_the_example() -> None:
    assert 1 < len({drawn_example("clean", seed, 0) for seed in range(10)})
    assert 1 < len({drawn_example("clean", 0, number) for number in range(10)})


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


def test_unknown_family_is_a_usage_error() -> None:
    with pytest.raises(AssayError, match="unknown input family 'rack'; did you mean 'racks'"):
        drawn_example("rack", 0, 0)
