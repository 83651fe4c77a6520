"""Tests of the cheapest circulation against brute force and OR-Tools."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from kafka_assay.oracle.improvement.cheapest_circulation import Arc, cheapest_circulation


def random_arcs(random: Random, nodes: int, count: int, most: int) -> list[Arc]:
    """Arcs without loops: some are parallel, some have negative or zero cost, some have zero capacity."""
    ends = (random.sample(range(nodes), 2) for _ in range(count))
    return [(tail, head, random.randint(0, most), random.choice([0, 0, 1, 1, 7, -2, -9])) for tail, head in ends]


def surplus(nodes: int, arcs: list[Arc], flows: tuple[int, ...] | list[int]) -> list[int]:
    """The flow into each node minus the flow out of it."""
    arriving = [0] * nodes
    for (tail, head, _, _), flow in zip(arcs, flows, strict=True):
        arriving[tail] -= flow
        arriving[head] += flow
    return arriving


def total_cost(arcs: list[Arc], flows: tuple[int, ...] | list[int]) -> int:
    """The cost of the whole flow."""
    return sum(arc[3] * flow for arc, flow in zip(arcs, flows, strict=True))


@pytest.fixture(params=[0, 10**9], ids=["arrays", "heap"], autouse=True)
def both_searches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with each of the two searches."""
    monkeypatch.setattr("kafka_assay.oracle.improvement.cheapest_circulation.MANY_ARCS", request.param)


def test_no_circulation_is_cheaper_by_brute_force() -> None:
    below_zero = 0
    for seed in range(150):
        random = Random(seed)
        nodes = random.randint(2, 5)
        arcs = random_arcs(random, nodes, random.randint(1, 7), 2)

        flows, _ = cheapest_circulation(nodes, arcs)

        assert not any(surplus(nodes, arcs, flows))
        assert all(0 <= flow <= arc[2] for flow, arc in zip(flows, arcs, strict=True))
        every_flow = product(*(range(arc[2] + 1) for arc in arcs))
        cheapest = min(total_cost(arcs, each) for each in every_flow if not any(surplus(nodes, arcs, each)))
        assert cheapest == total_cost(arcs, flows), f"seed {seed}"
        below_zero += cheapest < 0

    assert below_zero > 20


def test_potentials_prove_the_circulation_optimal() -> None:
    for seed in range(150):
        random = Random(seed)
        arcs = random_arcs(random, 12, 60, 4)

        flows, potential = cheapest_circulation(12, arcs)

        for (tail, head, capacity, cost), flow in zip(arcs, flows, strict=True):
            price = cost + potential[tail] - potential[head]
            assert price >= 0 or flow == capacity, f"seed {seed}"
            assert price <= 0 or not flow, f"seed {seed}"


def test_cost_equals_that_of_or_tools() -> None:
    min_cost_flow = pytest.importorskip("ortools.graph.python.min_cost_flow")
    for seed in range(60):
        random = Random(seed)
        nodes = random.randint(5, 60)
        arcs = [
            (tail, head, capacity, cost * random.choice([1, 1_000, 10**6]))
            for tail, head, capacity, cost in random_arcs(random, nodes, 6 * nodes, 30)
        ]
        solver = min_cost_flow.SimpleMinCostFlow()
        for arc in arcs:
            solver.add_arc_with_capacity_and_unit_cost(*arc)
        assert solver.OPTIMAL == solver.solve()

        flows, _ = cheapest_circulation(nodes, arcs)

        assert solver.optimal_cost() == total_cost(arcs, flows), f"seed {seed}"


def test_network_without_arcs_has_no_flow() -> None:
    assert ([], []) == cheapest_circulation(0, [])
    assert ([], [0, 0]) == cheapest_circulation(2, [])
