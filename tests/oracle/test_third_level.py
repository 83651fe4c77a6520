"""Tests of third levels against brute force and an integer program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.solve import solve
from kafka_assay.oracle.third_level import THIRD_LEVELS, refine
from tests.oracle.groups import placed_group, third_cost
from tests.support.engines.every_plan import every_plan
from tests.support.engines.plan_figures import cost
from tests.support.engines.random_groups import random_ownership

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

MIDDLING = {"members": 12, "topics": 12, "partitions": 12}
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

ENOUGH = [
    seed
    for seed in range(60)
    if 25 <= len(unassigned_partitions(placed_group(seed, **MIDDLING), {}))
    and is_applicable("rack-match", placed_group(seed, **MIDDLING))
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


def least_cost(by: str, group: Group) -> tuple[int, int, int]:
    """The least squares, then the fewest moves, then the least cost of the level `by`."""
    from ortools.sat.python.cp_model import CpModel, CpSolver

    model, solver = CpModel(), CpSolver()
    solver.parameters.num_workers = 1
    owners, partitions = valid_owners(group), unassigned_partitions(group, {})
    holds = {
        (p, member.id): model.new_bool_var("")
        for p in partitions
        for member in group.members
        if p.topic in member.subscription
    }
    for p in partitions:
        model.add_exactly_one(holds[p, member.id] for member in group.members if (p, member.id) in holds)
    mine = {member.id: [one for (_, holder), one in holds.items() if holder == member.id] for member in group.members}
    moved = [1 - holds[p, owner] for p, owner in owners.items()]
    found: list[int] = []
    for level in (_squares(model, mine.values()), moved, _third_level_terms(model, by, group, holds)):
        objective = sum(level)
        model.minimize(objective)
        assert solver.solve(model) == 4, "optimal"
        found.append(round(solver.objective_value))
        model.add(objective == found[-1])
    return found[0], found[1], found[2]


def _squares(model: CpModel, parts: Iterable[list[Any]]) -> list[Any]:
    """Terms that add up to the square of the number chosen of each part: the n-th one adds 2n - 1."""
    terms = []
    for part in parts:
        steps = [model.new_bool_var("") for _ in part]
        model.add(sum(steps) == sum(part))
        terms += [(2 * n + 1) * step for n, step in enumerate(steps)]
    return terms


def _third_level_terms(model: CpModel, by: str, group: Group, holds: dict[Any, Any]) -> list[Any]:
    members = {member.id: member for member in group.members}
    if by == "rack-match":
        racks = {topic.name: topic.replica_racks or ((),) * topic.partitions for topic in group.topics}
        return [-one for (p, holder), one in holds.items() if members[holder].rack in racks[p.topic][p.partition]]
    parts: dict[Any, list[Any]] = {}
    for (p, holder), one in holds.items():
        key = (p.topic, holder) if by == "topic-spread" else members[holder].host
        parts.setdefault(key, []).append(one)
    return _squares(model, parts.values())


@pytest.mark.parametrize("by", THIRD_LEVELS)
@pytest.mark.parametrize("seed", ENOUGH[:8])
def test_third_level_equals_the_integer_program_on_medium_groups(by: str, seed: int) -> None:
    group = placed_group(seed, **MIDDLING)

    plan, level = refine(group, solve(group), by)

    assert least_cost(by, group) == (plan.sum_of_squares, plan.moves, third_cost(by, group, plan.assignment))
    assert "proved" == level.status
    assert verify(group, plan.assignment, plan.certificate) is None


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
