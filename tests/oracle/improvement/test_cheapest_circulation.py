"""Tests of the cheapest circulation and of the potentials that prove it."""

from __future__ import annotations

from random import Random

import pytest

from kafka_assay.oracle.improvement.cheapest_circulation import Arc, cheapest_circulation


def random_arcs(random: Random, nodes: int, count: int, most: int) -> list[Arc]:
    """Arcs without loops: some are parallel, some have negative or zero cost, some have zero capacity."""
    ends = (random.sample(range(nodes), 2) for _ in range(count))
    return [(tail, head, random.randint(0, most), random.choice([0, 0, 1, 1, 7, -2, -9])) for tail, head in ends]


@pytest.fixture(params=[0, 10**9], ids=["arrays", "heap"], autouse=True)
def both_searches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with each of the two searches."""
    monkeypatch.setattr("kafka_assay.oracle.improvement.cheapest_circulation.MANY_ARCS", request.param)


def test_potentials_prove_the_circulation_optimal() -> None:
    for seed in range(150):
        random = Random(seed)
        arcs = random_arcs(random, 12, 60, 4)

        flows, potential = cheapest_circulation(12, arcs)

        surplus = [0] * 12
        for (tail, head, capacity, cost), flow in zip(arcs, flows, strict=True):
            assert 0 <= flow <= capacity, f"seed {seed}"
            price = cost + potential[tail] - potential[head]
            assert price >= 0 or flow == capacity, f"seed {seed}"
            assert price <= 0 or not flow, f"seed {seed}"
            surplus[tail] -= flow
            surplus[head] += flow
        assert not any(surplus), f"seed {seed}"


def test_network_without_arcs_has_no_flow() -> None:
    assert ([], []) == cheapest_circulation(0, [])
    assert ([], [0, 0]) == cheapest_circulation(2, [])
