"""Tests of the groups on which references show how their cost grows."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.terms import do_racks_matter, has_equal_subscriptions
from studies.__main__ import main
from studies.speed.growth import SHAPES, exponent, groups, steps


def partitions(group: Group) -> int:
    """The number of partitions of a group."""
    return sum(topic.partitions for topic in group.topics)


@pytest.mark.parametrize("shape", SHAPES)
def test_each_group_is_twice_the_one_before(shape: str) -> None:
    """The last has as many partitions as was asked for, each 50 times as many as members."""
    found = list(groups(shape, 40_000))

    assert [5_000, 10_000, 20_000, 40_000] == [partitions(group) for group in found]
    assert [100, 200, 400, 800] == [len(group.members) for group in found]


def test_shapes_are_what_they_say() -> None:
    """All on all, five buckets, and all on all with racks that count."""
    smallest = {shape: next(groups(shape, 8_000)) for shape in SHAPES}

    assert [True, False, True] == [has_equal_subscriptions(group) for group in smallest.values()]
    assert [False, False, True] == [do_racks_matter(group) for group in smallest.values()]


def test_noise_does_not_bend_a_straight_line() -> None:
    """The exponent of a cost in proportion is one, within what single runs scatter."""
    assert exponent([0.9, 2.1, 3.9, 8.2]) == pytest.approx(1.0, abs=0.1)


def test_the_table_has_a_line_for_each_reference_and_shape(capsys: pytest.CaptureFixture[str]) -> None:
    """Seconds at four sizes, and the exponent; who does not look at racks is not asked about them."""
    main(["growth", "range", "server-uniform", "--rounds", "1", "--most", "8000"])

    lines = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    asked = [(name, shape) for shape in SHAPES for name in ("range", "server-uniform")]
    assert asked[:-1] == [(line[0].removeprefix("| "), line[1]) for line in lines]
    assert {7} == {len(line) for line in lines}


def test_every_partition_lags() -> None:
    """Else the references that go by lag would have nothing to sort."""
    topic = next(groups(SHAPES[0], 8_000)).topics[0]

    assert topic.partitions == len(topic.end_offsets or ()) == len(topic.committed_offsets or ())
    assert len(set(topic.end_offsets or ())) > 1


def test_steps_are_a_matter_of_the_group_alone() -> None:
    """Counted twice, they are the same: whatever else the machine does."""
    group = next(groups(SHAPES[0], 8_000))

    assert 0 < steps("range", group) == steps("range", group)
