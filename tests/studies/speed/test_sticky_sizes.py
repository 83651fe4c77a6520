from __future__ import annotations

import pytest

from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.properties.measures.places import do_racks_matter
from studies.speed.sticky_sizes import POINTS, StickyAnswer, StickyPoint, answers, first_group, row

SMALL = Workload(member_count=10, partitions_to_member_ratio=5, topic_count=5)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("five-buckets", (10_000, 1_000, 100)),
        ("half-a-million", (500_000, 10_000, 100)),
        ("million", (1_000_000, 2_000, 500)),
        ("million-one-odd", (1_000_000, 2_000, 500)),
    ],
)
def test_point_has_the_size_on_the_page(name: str, sizes: tuple[int, int, int]) -> None:
    workload = POINTS[name].workload

    assert sizes == (workload.partitions, workload.member_count, workload.topic_count)


def test_odd_member_subscribes_to_a_single_topic() -> None:
    """So the subscriptions differ, and the general path runs."""
    group = first_group(StickyPoint(workload=SMALL, odd_one=True))

    assert [1] + [5] * 9 == [len(member.subscription) for member in group.members]
    assert not subscriptions_are_equal(group)


@pytest.mark.parametrize(("joins", "steps"), [(False, ["fresh", "one leaves"]), (True, ["fresh", "one joins"])])
@pytest.mark.parametrize("assignor", ["sticky", "cooperative-sticky"])
def test_point_is_measured_fresh_and_after_a_change(assignor: str, joins: bool, steps: list[str]) -> None:
    found = list(answers(StickyPoint(workload=SMALL, joins=joins), assignor, racks=False))

    assert steps == [one.step for one in found]
    assert [0, 50 if joins else 45] == [one.owned for one in found]


def test_racks_count_in_points_with_racks() -> None:
    assert do_racks_matter(first_group(StickyPoint(workload=SMALL), racks=True))


def test_row_lists_every_run_and_the_median() -> None:
    runs = tuple(
        StickyAnswer(step="fresh", seconds=seconds, loads=(5, 6), kept=4, owned=9, mebibytes=60.0)
        for seconds in (1.0, 3.0, 2.0)
    )

    assert "| p | fresh | 1.00, 3.00, 2.00 | 2.00 | 5 to 6 | 4 of 9 | 60 |" == row("p", runs)
