"""The frontier against every assignment there is, and its plans against what it says of them."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.registry import default_names, reference_assignor
from kafka_assay.oracle.certificate.certificate import improving_chain
from kafka_assay.oracle.flow.fixed_claims import best_assignment_with_fixed_claims
from kafka_assay.oracle.frontier.frontier import Frontier
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.measures.equal_only import may_ask
from kafka_assay.properties.measures.flaws import flaw_of
from studies.engines.every_plan import count_plans
from studies.engines.plan_figures import cost, sum_of_squares
from studies.engines.random_groups import random_group, random_ownership
from studies.engines.tiny_groups import tiny_groups
from tests.oracle.frontier.brute_force import least_sums_of_squares, skewed_group


def frontier_squares(frontier: Frontier) -> list[int]:
    """The least sum of squares for each number of moves."""
    return [frontier.least_sum_of_squares(moves) for moves in range(frontier.moves + 1)]


@pytest.mark.parametrize("batch", range(5))
def test_it_is_what_trying_everything_finds(batch: int) -> None:
    """At every number of moves, on hundreds of small groups, with a plan for each that keeps its word."""
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


def test_it_says_how_many_moves_a_balance_takes() -> None:
    """The fewest with which the sum is no higher, for every sum there may be."""
    for seed in range(60):
        frontier = Frontier(skewed_group(seed))
        reached = frontier_squares(frontier)

        for wanted in range(reached[-1] - 1, reached[0] + 2):
            fewest = next((moves for moves, least in enumerate(reached) if least <= wanted), None)

            assert fewest == frontier.fewest_moves(wanted), f"seed {seed}"


def test_tiny_groups_leave_no_gap() -> None:
    """One in thirty of all tiny clean groups."""
    for group in islice(tiny_groups(), 0, None, 30):
        assert least_sums_of_squares(group) == frontier_squares(Frontier(group)), group


def test_a_chain_gains_nothing_before_its_last_link() -> None:
    """Two hand-overs that help only together: the hull falls halfway with the first, the frontier does not."""
    members = {"a": ["t"], "b": ["t", "u"], "c": ["u"]}
    group = group_of({"t": 2, "u": 1}, members, {"a": {"t": [0, 1]}, "b": {"u": [0]}})

    frontier = Frontier(group)

    assert [5, 5, 3] == frontier_squares(frontier)
    assert [True, False, True] == [point.corner for point in frontier.points()]


@pytest.mark.parametrize("seed", range(12))
def test_its_ends_are_those_of_the_two_strategies(seed: int) -> None:
    """Sticky yet fair at no move, the optimum at its own; between them it never rises."""
    group = random_group(seed, members=20, topics=12, partitions=12)

    frontier, optimum = Frontier(group), solve(group)

    points = frontier.points(10_000)
    sticky = sum_of_squares(group, best_assignment_with_fixed_claims(group))
    assert (0, sticky) == (points[0].moves, points[0].sum_of_squares)
    assert (optimum.moves, optimum.sum_of_squares) == (points[-1].moves, points[-1].sum_of_squares)
    assert list(range(optimum.moves + 1)) == [point.moves for point in points]
    assert all(one.sum_of_squares >= other.sum_of_squares for one, other in pairwise(points))


@pytest.mark.parametrize("seed", range(6))
def test_a_plan_in_the_middle_keeps_its_word_in_larger_groups(seed: int) -> None:
    """At every number of moves a valid plan with the sum and at most the moves that were promised."""
    group = random_group(seed + 100, members=30, topics=20, partitions=15)
    frontier = Frontier(group)

    for moves in range(0, frontier.moves + 1, 3):
        plan = frontier.assignment(moves)

        assert (None, frontier.least_sum_of_squares(moves)) == (flaw_of(group, plan), sum_of_squares(group, plan))
        assert moves >= cost(group, plan)[1]


def test_no_assignor_lies_below_it() -> None:
    """Whoever moves so many partitions is at best as even as the frontier."""
    for seed in range(40):
        group = random_group(seed, members=6, topics=5, partitions=6)
        frontier = Frontier(group)
        for name in default_names():
            assignor = reference_assignor(name)
            answer = assignor.assign(group) if may_ask(assignor.promises, group) else None
            if answer is not None and flaw_of(group, answer) is None:
                uneven, moves = cost(group, answer)

                assert frontier.least_sum_of_squares(moves) <= uneven, f"seed {seed}: {name}"


def test_more_points_than_asked_for_are_not_told() -> None:
    """Of a long frontier both ends and corners of its hull, each exact."""
    topics = {f"t{number}": 40 for number in range(6)}
    members = {f"m{number}": [f"t{number % 6}", f"t{(number + 1) % 6}"] for number in range(12)}
    owners = {name: mine for name, mine in members.items() if name in {"m0", "m2", "m4"}}
    owned = random_ownership(3, topics, owners)
    group = Group(topics=owned.topics, members=(*owned.members, *group_of(topics, members).members[6:]))
    whole = Frontier(group)

    few = Frontier(group).points(7)

    assert 7 == len(few)
    assert (0, whole.moves) == (few[0].moves, few[-1].moves)
    assert [whole.least_sum_of_squares(point.moves) for point in few] == [point.sum_of_squares for point in few]


def test_where_corners_are_fewer_than_asked_for_others_are_told_between() -> None:
    """Each of twenty moves gains the same: both ends say it all, and five more points are asked for."""
    names = [f"m{number:02}" for number in range(40)]
    owned = {name: {"t": list(range(3 * place, 3 * place + 3))} for place, name in enumerate(names[:20])}
    group = group_of({"t": 60}, {name: ["t"] for name in names}, owned)

    points = Frontier(group).points(7)

    assert 7 == len({point.moves for point in points})
    assert [0, 20] == [point.moves for point in points if point.corner]
    assert [180 - 4 * point.moves for point in points] == [point.sum_of_squares for point in points]


@pytest.mark.parametrize(
    "group",
    [group_of({}, {}), group_of({"t": 2}, {}), group_of({"t": 0}, {"a": ["t"]}), group_of({"t": 2}, {"a": []})],
)
def test_where_nothing_can_move_it_is_a_point(group: Group) -> None:
    """No members, no partitions, no subscriptions."""
    frontier = Frontier(group)

    assert [(0, 0)] == [(point.moves, point.sum_of_squares) for point in frontier.points()]
    assert {member.id: {} for member in group.members} == frontier.assignment(5)


def test_an_even_group_need_not_move() -> None:
    """Both strategies are one and the same."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 2]}, "b": {"t": [1]}})

    frontier = Frontier(group)

    assert [8] == frontier_squares(frontier)
    assert improving_chain(group, frontier.assignment(0)) is None
