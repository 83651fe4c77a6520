from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from studies.__main__ import main
from studies.speed.growth import SHAPES, exponent, groups, steps


def partitions(group: Group) -> int:
    return sum(topic.partitions for topic in group.topics)


@pytest.mark.parametrize("shape", SHAPES)
def test_group_sizes_double_up_to_the_requested_size(shape: str) -> None:
    found = list(groups(shape, 40_000))

    assert [5_000, 10_000, 20_000, 40_000] == [partitions(group) for group in found]
    assert [100, 200, 400, 800] == [len(group.members) for group in found]


def test_shapes_match_their_names() -> None:
    smallest = {shape: next(groups(shape, 8_000)) for shape in SHAPES}

    assert [True, False, True] == [has_equal_subscriptions(group) for group in smallest.values()]
    assert [False, False, True] == [do_racks_matter(group) for group in smallest.values()]


def test_linear_cost_with_noise_has_exponent_1() -> None:
    assert exponent([0.9, 2.1, 3.9, 8.2]) == pytest.approx(1.0, abs=0.1)


def test_table_has_a_row_per_reference_and_shape(capsys: pytest.CaptureFixture[str]) -> None:
    """References that ignore racks have no row for racks."""
    main(["growth", "range", "server-uniform", "--rounds", "1", "--most", "8000"])

    lines = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    asked = [(name, shape) for shape in SHAPES for name in ("range", "server-uniform")]
    assert asked[:-1] == [(line[0].removeprefix("| "), line[1]) for line in lines]
    assert {7} == {len(line) for line in lines}


def test_every_partition_has_lag() -> None:
    """References that sort by lag need it."""
    topic = next(groups(SHAPES[0], 8_000)).topics[0]

    assert topic.partitions == len(topic.end_offsets or ()) == len(topic.committed_offsets or ())
    assert len(set(topic.end_offsets or ())) > 1


def test_step_counts_depend_only_on_the_group() -> None:
    group = next(groups(SHAPES[0], 8_000))

    assert 0 < steps("range", group) == steps("range", group)
