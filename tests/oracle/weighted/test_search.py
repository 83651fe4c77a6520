"""Tests of the weighted optimum against brute force, of its bounds and of hints."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import loads, unassigned_partitions
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.solve import solve
from kafka_assay.oracle.weighted.component import Component, ItemPlan
from kafka_assay.oracle.weighted.integer_program import ProgramLimits, ProgramResult
from kafka_assay.oracle.weighted.local_search import partition_numbers
from kafka_assay.oracle.weighted.search import WeightedRequest, solve_weighted
from kafka_assay.oracle.weighted.weights import WeightedFigures, WeightedOptimum
from tests.oracle.groups import weighted_cost, weighted_group
from tests.support.engines.every_plan import count_plans, every_plan
from tests.support.engines.plan_figures import cost
from tests.support.engines.random_groups import random_answer, random_ownership

QUICK = WeightedRequest(by="weights", seconds=2.0)
PATIENT = replace(QUICK, seconds=60.0)
"""Where a proof is expected: it takes a fraction of this, however busy the machine is."""

SMALL = [seed for seed in range(400) if count_plans(weighted_group(seed)) <= 3_000]


def solve_briefly(group: Group, *hints: Assignment) -> WeightedOptimum:
    """The answer within a short time limit."""
    return solve_weighted(group, QUICK, hints)


def weighted_figures(most: int, squares: int, moved: int) -> WeightedFigures:
    """The figures from integers."""
    return WeightedFigures(most=Fraction(most), squares=Fraction(squares), moved=Fraction(moved))


@pytest.mark.parametrize("start", range(0, len(SMALL), 100))
def test_weighted_optimum_equals_brute_force(start: int) -> None:
    for seed in SMALL[start : start + 100]:
        group = weighted_group(seed)

        optimum = solve_briefly(group)

        best = min(weighted_cost(group, answer) for answer in every_plan(group))
        assert ("proved", best) == (optimum.status, optimum.figures.sort_key()), f"seed {seed}"


def test_solver_agrees_without_the_shortcut_for_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver's coefficients may be too coarse for a proof."""
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.is_small", lambda _: False)
    for seed in SMALL[:60]:
        group = weighted_group(seed)

        optimum = solve_weighted(group, PATIENT)

        best = min(weighted_cost(group, answer) for answer in every_plan(group))
        assert optimum.bound.most <= best[0], f"seed {seed}"
        assert best == optimum.figures.sort_key() or optimum.grain is not None, f"seed {seed}"
        assert "proved" == optimum.status or optimum.grain is not None, f"seed {seed}"


@pytest.mark.parametrize("seed", range(12))
def test_figures_match_the_plan_and_its_bounds(seed: int) -> None:
    group = weighted_group(seed, members=9, topics=6, partitions=6)

    optimum = solve_weighted(group, replace(QUICK, seconds=0.3))

    assert weighted_cost(group, optimum.assignment) == optimum.figures.sort_key()
    assert [] == unassigned_partitions(group, optimum.assignment)
    assert len(unassigned_partitions(group, {})) == sum(loads(group, optimum.assignment).values())
    pairs = zip(optimum.bound.sort_key(), optimum.figures.sort_key(), strict=True)
    assert all(bound <= found for bound, found in pairs)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_no_hint_is_better_than_the_answer(seed: int, other: int) -> None:
    group = weighted_group(seed, members=7, topics=5, partitions=5)
    hints = [random_answer(other + turn, group) for turn in range(5)]

    optimum = solve_weighted(group, replace(QUICK, seconds=0.01), hints)

    assert optimum.figures.sort_key() <= min(weighted_cost(group, hint) for hint in hints)


def test_invalid_hint_is_ignored() -> None:
    group = replace(
        group_of({"t": 3, "u": 1}, {"a": ["t"], "b": ["t", "u"]}),
        topics=(Topic(name="t", partitions=3, weights=(5, 3, 2)), Topic(name="u", partitions=1, weights=(1,))),
    )

    optimum = solve_briefly(
        group, {}, {"a": {"t": [0, 1], "u": [0]}, "b": {"t": [2]}}, {"a": {"t": [0, 1]}, "b": {"t": [1]}}
    )

    assert weighted_figures(6, 61, 0) == optimum.figures


def test_equal_weights_give_the_plain_optimum() -> None:
    group = random_ownership(4, {"t": 9, "u": 4}, {"a": ["t"], "b": ["t", "u"], "c": ["u"]})
    for weight in (0, 2.5):
        weighing = replace(group, topics=tuple(replace(t, weights=(weight,) * t.partitions) for t in group.topics))

        optimum = solve_briefly(weighing)

        plain = solve(group)
        assert (plain.sum_of_squares, plain.moves) == cost(group, optimum.assignment)
        assert verify(group, optimum.assignment, optimum.certificate) is None
        assert plain.loads[-1] * Fraction(weight) == optimum.figures.most


def test_partitions_without_weight_are_balanced_by_number() -> None:
    """Two partitions have lag and six have none: each member gets three of the six."""
    topic = Topic(name="t", partitions=8, end_offsets=(70, 30, *[9] * 6), committed_offsets=(0, 0, *[9] * 6))
    owned = (("t", (1, 2, 3, 4, 5)),)
    members = (Member(id="a", subscription=("t",), owned=owned, generation=1), Member(id="b", subscription=("t",)))

    optimum = solve_weighted(Group(topics=(topic,), members=members), replace(QUICK, by="lag"))

    assert weighted_figures(70, 5800, 0) == optimum.figures
    assert {"a": {"t": [1, 2, 3, 4]}, "b": {"t": [0, 5, 6, 7]}} == optimum.assignment


def test_huge_lags_are_weighed_exactly() -> None:
    """The squares need far more than 64 bits."""
    lag = 10**12
    topic = Topic(
        name="t", partitions=40, end_offsets=tuple(lag + step for step in range(40)), committed_offsets=(0,) * 40
    )
    members = tuple(Member(id=f"m{number}", subscription=("t",)) for number in range(4))

    optimum = solve_weighted(Group(topics=(topic,), members=members), replace(QUICK, by="lag"))

    assert "proved" == optimum.status
    assert weighted_figures(10 * lag + 195, 4 * (10 * lag + 195) ** 2, 0) == optimum.figures


def test_ten_thousand_partitions_are_bounded_closely() -> None:
    group = random_ownership(
        5, {f"t{n}": 100 for n in range(100)}, {f"m{n}": [f"t{t}" for t in range(100)] for n in range(50)}
    )
    skewed = replace(
        group,
        topics=tuple(
            replace(t, weights=tuple(10**9 // (1 + (7 * p + place) % 997) for p in range(100)))
            for place, t in enumerate(group.topics)
        ),
    )

    optimum = solve_weighted(skewed, replace(QUICK, seconds=1.0))

    assert "bounded" == optimum.status
    assert optimum.figures.most <= optimum.bound.most * Fraction(1001, 1000)
    assert optimum.figures.squares <= optimum.bound.squares * Fraction(1001, 1000)


@pytest.mark.parametrize("seed", [12, 20, 40])
def test_plan_does_not_depend_on_input_order(seed: int) -> None:
    group = weighted_group(seed, members=8, topics=5, partitions=6)
    turned = replace(group, members=group.members[::-1], topics=group.topics[::-1])

    optimum = solve_weighted(group, PATIENT)

    assert len(unassigned_partitions(group, {})) >= 8
    assert optimum.assignment == solve_weighted(turned, PATIENT).assignment


def test_empty_group_has_figures_of_zero() -> None:
    for group in (Group(topics=(), members=()), group_of({"t": 0}, {"a": ["t"]})):
        optimum = solve_briefly(group)

        assert ("proved", weighted_figures(0, 0, 0)) == (optimum.status, optimum.figures)
        assert 0 == optimum.r_score


@pytest.mark.parametrize("largest", [9 * 10**18, 1e300, 1e-300])
def test_weights_of_any_size_are_weighed_exactly(largest: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.is_small", lambda _: False)
    rng = Random(f"sizes {largest}")
    for seed in SMALL[:25]:
        group = weighted_group(seed)
        weights = [
            tuple(rng.choice([0, largest, rng.random() * largest, 7]) for _ in t.weights or ()) for t in group.topics
        ]
        topics = tuple(replace(t, weights=some) for t, some in zip(group.topics, weights, strict=True))

        optimum = solve_briefly(replace(group, topics=topics))

        best = min(weighted_cost(replace(group, topics=topics), answer) for answer in every_plan(group))
        assert optimum.bound.most <= best[0], f"seed {seed}"
        assert "proved" != optimum.status or best == optimum.figures.sort_key(), f"seed {seed}"


@pytest.mark.parametrize("has_solver", [False, True])
def test_bounds_hold_for_every_plan_as_documented(has_solver: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.is_small", lambda _: False)
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.fits_solver", lambda _: has_solver)
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.lower_squares", _find_nothing)
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.deal_heaviest_first", _find_first_plan)
    monkeypatch.setattr("kafka_assay.oracle.weighted.component_search.improve_plan", lambda _component, plan, *_: plan)
    bounded = 0
    for seed in SMALL[:100]:
        group = weighted_group(seed)

        optimum = solve_weighted(group, replace(QUICK, seconds=1.0 if has_solver else 1e-6))

        found, bound = optimum.figures, optimum.bound
        costs = [
            WeightedFigures(most=most, squares=squares, moved=moved)
            for most, squares, moved in (weighted_cost(group, answer) for answer in every_plan(group))
        ]
        even = [one for one in costs if one.most <= found.most]
        assert bound.most <= min(one.most for one in costs), f"seed {seed}"
        assert bound.squares <= min(one.squares for one in even), f"seed {seed}"
        assert bound.moved <= min(one.moved for one in even if one.squares <= found.squares), f"seed {seed}"
        bounded += optimum.status == "bounded"
    assert bounded > 5


def _find_first_plan(component: Component, *, keep: bool) -> ItemPlan:
    return [component.reach[topic_class][0] for topic_class in component.topic_class]


def _find_nothing(component: Component, plan: ItemPlan, bound: int, limits: ProgramLimits) -> ProgramResult:
    return ProgramResult(plan=None, bound=bound, grain=1)


def test_difference_matches_the_two_sides() -> None:
    for seed in range(150):
        rng = Random(seed)
        numbers = [rng.randint(0, 60) for _ in range(rng.randint(1, 9))]

        for looks in (0, 10_000):
            difference, first = partition_numbers(numbers, looks)

            assert difference == abs(sum(n if side else -n for n, side in zip(numbers, first, strict=True)))
        signs = product((1, -1), repeat=len(numbers))
        assert min(abs(sum(s * n for s, n in zip(some, numbers, strict=True))) for some in signs) == difference
        assert first[0]
