"""Tests of the frontier and of its plans against brute force."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.oracle.flow.engine import best_assignment_with_fixed_claims
from kafka_assay.oracle.frontier import Frontier
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.measures.flaws import flaw_of
from tests.oracle.groups import skewed_group
from tests.support.engines.every_plan import count_plans, every_plan
from tests.support.engines.plan_figures import cost, sum_of_squares
from tests.support.engines.random_groups import random_group, random_ownership


def frontier_squares(frontier: Frontier) -> list[int]:
    """The least sum of squares for each number of moves."""
    return [frontier.least_sum_of_squares(moves) for moves in range(frontier.moves + 1)]


def least_sums_of_squares(group: Group) -> list[int]:
    """By brute force: the least sum of squares with at most 0, 1, 2 ... moves, up to the moves of the optimum."""
    best: dict[int, int] = {}
    for squares, moves in (cost(group, plan) for plan in every_plan(group)):
        best[moves] = min(squares, best.get(moves, squares))
    optimum = min(moves for moves, squares in best.items() if squares == min(best.values()))
    return list(accumulate((best.get(moves, best[0]) for moves in range(optimum + 1)), min))


@pytest.mark.parametrize("batch", range(5))
def test_frontier_equals_brute_force(batch: int) -> None:
    for seed in range(batch * 60, batch * 60 + 60):
        for group in (skewed_group(seed), random_group(seed, members=5, topics=4, partitions=3)):
            if count_plans(group) > 2_000:
                continue

            expected, frontier = least_sums_of_squares(group), Frontier(group)

            assert expected == frontier_squares(frontier), f"seed {seed}"
            for moves, least in enumerate(expected):
                plan = frontier.assignment(moves)
                assert (None, least) == (flaw_of(group, plan), sum_of_squares(group, plan)), f"seed {seed}"
                assert moves >= cost(group, plan)[1], f"seed {seed}"


def test_fewest_moves_for_a_given_balance() -> None:
    for seed in range(60):
        frontier = Frontier(skewed_group(seed))
        reached = frontier_squares(frontier)

        for wanted in range(reached[-1] - 1, reached[0] + 2):
            fewest = next((moves for moves, least in enumerate(reached) if least <= wanted), None)

            assert fewest == frontier.fewest_moves(wanted), f"seed {seed}"


@pytest.mark.parametrize("seed", range(12))
def test_frontier_of_a_larger_group_runs_from_sticky_yet_fair_to_the_optimum(seed: int) -> None:
    """A plan has the balance of its point."""
    group = random_group(seed, members=20, topics=12, partitions=12)

    frontier, optimum = Frontier(group), solve(group)

    points = frontier.points(10_000)
    sticky = sum_of_squares(group, best_assignment_with_fixed_claims(group))
    assert (0, sticky) == (points[0].moves, points[0].sum_of_squares)
    assert (optimum.moves, optimum.sum_of_squares) == (points[-1].moves, points[-1].sum_of_squares)
    assert list(range(optimum.moves + 1)) == [point.moves for point in points]
    assert all(one.sum_of_squares >= other.sum_of_squares for one, other in pairwise(points))
    for point in points[::5]:
        plan = frontier.assignment(point.moves)
        assert (None, point.sum_of_squares) == (flaw_of(group, plan), sum_of_squares(group, plan))
        assert point.moves >= cost(group, plan)[1]


def test_number_of_points_is_limited() -> None:
    topics = {f"t{number}": 40 for number in range(6)}
    members = {f"m{number}": [f"t{number % 6}", f"t{(number + 1) % 6}"] for number in range(12)}
    owned = random_ownership(3, topics, {name: members[name] for name in ("m0", "m2", "m4")})
    group = owned.with_members((*owned.members, *group_of(topics, members).members[6:]))
    whole = Frontier(group)

    few = Frontier(group).points(7)

    assert 7 == len(few)
    assert (0, whole.moves) == (few[0].moves, few[-1].moves)
    assert [whole.least_sum_of_squares(point.moves) for point in few] == [point.sum_of_squares for point in few]


def test_points_between_corners_fill_up_the_requested_number() -> None:
    names = [f"m{number:02}" for number in range(40)]
    owned = {name: {"t": list(range(3 * place, 3 * place + 3))} for place, name in enumerate(names[:20])}
    group = group_of({"t": 60}, {name: ["t"] for name in names}, owned)

    points = Frontier(group).points(7)

    assert 7 == len({point.moves for point in points})
    assert [0, 20] == [point.moves for point in points if point.corner]
    assert [180 - 4 * point.moves for point in points] == [point.sum_of_squares for point in points]


@pytest.mark.parametrize(
    "group", [group_of({}, {}), group_of({"t": 2}, {}), group_of({"t": 0}, {"a": ["t"]}), group_of({"t": 2}, {"a": []})]
)
def test_frontier_is_one_point_where_nothing_can_move(group: Group) -> None:
    frontier = Frontier(group)

    assert [(0, 0)] == [(point.moves, point.sum_of_squares) for point in frontier.points()]
    assert {member.id: {} for member in group.members} == frontier.assignment(5)
