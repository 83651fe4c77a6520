"""Tests of third levels against brute force and an integer program."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.solve import solve
from kafka_assay.oracle.third_level import THIRD_LEVELS, refine
from tests.oracle.groups import placed_group, third_cost
from tests.support.engines.every_plan import every_plan
from tests.support.engines.plan_figures import cost

MIDDLING = {"members": 12, "topics": 12, "partitions": 12}
BATCH = 60


def has_racks(group: Group) -> bool:
    """Whether a rack match is defined for this group."""
    return any(member.rack for member in group.members) and any(topic.replica_racks for topic in group.topics)


SMALL = [
    seed
    for seed in range(400)
    if len(unassigned_partitions(placed_group(seed), {})) <= 6 and has_racks(placed_group(seed))
]

MEDIUM = [
    seed
    for seed in range(60)
    if 25 <= len(unassigned_partitions(placed_group(seed, **MIDDLING), {}))
    and has_racks(placed_group(seed, **MIDDLING))
][:8]

BEST = [(115, 1), (369, 0), (2704, 0), (172, 0), (463, 0), (421, 5), (512, 0), (75, 0)]
"""The least squares, then the fewest moves, of these groups."""

LEAST = {
    "topic-spread": [93, 89, 444, 102, 101, 309, 172, 31],
    "host-spread": [517, 849, 2704, 402, 925, 701, 1024, 261],
    "rack-match": [-21, -18, -7, -11, -9, -10, -8, -15],
}
"""The least cost of each level then. An integer program of OR-Tools found the same."""


@pytest.mark.parametrize("by", THIRD_LEVELS)
@pytest.mark.parametrize("start", range(0, len(SMALL), BATCH))
def test_third_level_is_optimal_by_brute_force(by: str, start: int) -> None:
    for seed in SMALL[start : start + BATCH]:
        group = placed_group(seed)

        plan, level = refine(group, solve(group), by)

        best = min((*cost(group, answer), third_cost(by, group, answer)) for answer in every_plan(group))
        assert best == (plan.sum_of_squares, plan.moves, third_cost(by, group, plan.assignment)), f"seed {seed}"
        assert abs(best[2]) == level.value, f"seed {seed}"


@pytest.mark.parametrize("by", THIRD_LEVELS)
@pytest.mark.parametrize("number", range(8))
def test_third_level_is_the_recorded_one_on_medium_groups(by: str, number: int) -> None:
    group = placed_group(MEDIUM[number], **MIDDLING)

    plan, level = refine(group, solve(group), by)

    found = (plan.sum_of_squares, plan.moves, third_cost(by, group, plan.assignment))
    assert (*BEST[number], LEAST[by][number]) == found
    assert "proved" == level.status
    assert verify(group, plan.assignment, plan.certificate) is None


def test_window_grows_where_a_topic_is_concentrated() -> None:
    """The first plan gives one member nearly all of a topic, so its window has to grow."""
    group = group_of({"t": 40, "u": 40}, {"a": ["t", "u"], "b": ["t", "u"]})
    lopsided = replace(solve(group), assignment={"a": {"t": list(range(40))}, "b": {"u": list(range(40))}})

    plan, level = refine(group, lopsided, "topic-spread")

    assert 4 * 20**2 == level.value
    assert {20} == {len(ids) for mine in plan.assignment.values() for ids in mine.values()}


def test_rack_match_costs_no_move() -> None:
    topic = Topic(name="t", partitions=4, replica_racks=(("rb",), ("rb",), ("ra",), ("ra",)))
    members = (
        Member(id="a", subscription=("t",), rack="ra", owned=(("t", (0,)),), generation=1),
        Member(id="b", subscription=("t",), rack="rb"),
    )
    group = Group(topics=(topic,), members=members)

    plan, level = refine(group, solve(group), "rack-match")

    assert 2 == level.value
    assert 0 == plan.moves
    assert 0 in plan.assignment["a"]["t"]


@pytest.mark.parametrize("racks", [("ra", "rb"), ("rb", "ra")])
def test_owner_keeps_partitions_on_its_rack(racks: tuple[str, str]) -> None:
    """One of two partitions must go to a member without a rack: the one that matches no rack goes."""
    topic = Topic(name="t", partitions=2, replica_racks=tuple((rack,) for rack in racks))
    owner = Member(id="a", subscription=("t",), rack="ra", owned=(("t", (0, 1)),), generation=1)
    group = Group(topics=(topic,), members=(owner, Member(id="b", subscription=("t",))))

    plan, level = refine(group, solve(group), "rack-match")

    assert (1, 1) == (level.value, plan.moves)
    assert {"t": [racks.index("ra")]} == plan.assignment["a"]


@pytest.mark.parametrize("by", THIRD_LEVELS)
def test_third_level_of_an_empty_group_is_zero(by: str) -> None:
    member = Member(id="a", subscription=("t",), host="h", rack="ra")
    group = Group(topics=(Topic(name="t", partitions=0, replica_racks=()),), members=(member,))

    assert 0 == refine(group, solve(group), by)[1].value
