"""Tests of third levels against brute force and an integer program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.oracle.solve import solve
from kafka_assay.oracle.third_level import THIRD_LEVELS, refine
from tests.oracle.groups import placed_group, third_cost
from tests.support.engines.every_plan import every_plan
from tests.support.engines.plan_figures import cost
from tests.support.engines.random_groups import random_ownership

if TYPE_CHECKING:
    pass

BATCH = 60


def is_applicable(by: str, group: Group) -> bool:
    """Whether the level is defined for this group: a rack match needs a rack."""
    racks = any(member.rack for member in group.members), any(topic.replica_racks for topic in group.topics)
    return by != "rack-match" or all(racks)


SMALL = [
    seed
    for seed in range(400)
    if len(unassigned_partitions(placed_group(seed), {})) <= 6 and is_applicable("rack-match", placed_group(seed))
]


@pytest.mark.parametrize("by", THIRD_LEVELS)
@pytest.mark.parametrize("start", range(0, len(SMALL), BATCH))
def test_third_level_is_optimal_by_brute_force(by: str, start: int) -> None:
    for seed in SMALL[start : start + BATCH]:
        group = placed_group(seed)

        plan, level = refine(group, solve(group), by)

        best = min((*cost(group, answer), third_cost(by, group, answer)) for answer in every_plan(group))
        assert best == (plan.sum_of_squares, plan.moves, third_cost(by, group, plan.assignment)), f"seed {seed}"
        assert abs(best[2]) == level.value, f"seed {seed}"


def test_window_grows_where_a_topic_is_concentrated() -> None:
    """The first plan gives one member nearly all of a topic, so its window has to grow."""
    group = random_ownership(3, {"t": 40, "u": 40}, {"a": ["t", "u"], "b": ["t", "u"]})
    topics = {"a": {"t": list(range(40))}, "b": {"u": list(range(40))}}
    fresh = group_of({"t": 40, "u": 40}, {"a": ["t", "u"], "b": ["t", "u"]})
    lopsided = solve(fresh)
    object.__setattr__(lopsided, "assignment", topics)

    plan, level = refine(fresh, lopsided, "topic-spread")

    assert 4 * 20**2 == level.value
    assert 80 == len(unassigned_partitions(group, {}))
    assert {20} == {len(ids) for mine in plan.assignment.values() for ids in mine.values()}


@pytest.mark.parametrize("racks", [("ra", "rb"), ("rb", "ra")])
def test_owner_keeps_partitions_on_its_rack(racks: tuple[str, str]) -> None:
    """One of two partitions must go to a member without a rack: the one that matches no rack goes."""
    topic = Topic(name="t", partitions=2, replica_racks=tuple((rack,) for rack in racks))
    owner = Member(id="a", subscription=("t",), rack="ra", owned=(("t", (0, 1)),), generation=1)
    group = Group(topics=(topic,), members=(owner, Member(id="b", subscription=("t",))))

    plan, level = refine(group, solve(group), "rack-match")

    assert (1, 1) == (level.value, plan.moves)
    assert {"t": [racks.index("ra")]} == plan.assignment["a"]


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("topic-sprd", "did you mean 'topic-spread'"),
        ("host-spread", "member 'a' has no host"),
        ("rack-match", "needs a member with a rack"),
    ],
)
def test_unknown_level_or_missing_data_is_refused(by: str, said: str) -> None:
    group = group_of({"t": 2}, {"a": ["t"]})

    with pytest.raises(AssayError, match=said):
        refine(group, solve(group), by)


@pytest.mark.parametrize("by", THIRD_LEVELS)
def test_third_level_of_an_empty_group_is_zero(by: str) -> None:
    group = Group(topics=(Topic(name="t", partitions=0, replica_racks=()),), members=(MEMBER,))

    assert 0 == refine(group, solve(group), by)[1].value


MEMBER = Member(id="a", subscription=("t",), host="h", rack="ra")
