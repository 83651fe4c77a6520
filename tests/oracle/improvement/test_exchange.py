"""Tests that an exchange is proved before it is returned, and of the circulation and its potentials."""

from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.improvement import exchange
from kafka_assay.oracle.improvement.cheapest_circulation import Arc, cheapest_circulation
from kafka_assay.oracle.improvement.exchange import cheapest_exchange
from kafka_assay.oracle.improvement.holdings import Holdings, build_holdings


def swapped_holdings() -> Holdings:
    """Two members that each hold the other's partition."""
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
    return build_holdings(group, {"a": {"t": [1]}, "b": {"t": [0]}})


def test_exchange_that_is_not_the_cheapest_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(nodes: int, arcs: list[tuple[int, int, int, int]]) -> tuple[list[int], list[int]]:
        return [0] * len(arcs), [0] * nodes

    monkeypatch.setattr(exchange, "cheapest_circulation", idle)

    with pytest.raises(RuntimeError, match="not proved to be the cheapest"):
        cheapest_exchange(swapped_holdings())


def test_exchange_that_loses_a_partition_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(nodes: int, arcs: list[tuple[int, int, int, int]]) -> tuple[list[int], list[int]]:
        flows, potential = cheapest_circulation(nodes, arcs)
        free = [cost == potential[head] - potential[tail] for tail, head, _, cost in arcs]
        first = next(number for number, flow in enumerate(flows) if flow and free[number])
        return [flow - (number == first) for number, flow in enumerate(flows)], potential

    monkeypatch.setattr(exchange, "cheapest_circulation", lossy)

    with pytest.raises(RuntimeError, match="no circulation"):
        cheapest_exchange(swapped_holdings())


def random_arcs(random: Random, nodes: int, count: int, most: int) -> list[Arc]:
    """Arcs without loops: some are parallel, some have negative or zero cost, some have zero capacity."""
    ends = (random.sample(range(nodes), 2) for _ in range(count))
    return [(tail, head, random.randint(0, most), random.choice([0, 0, 1, 1, 7, -2, -9])) for tail, head in ends]


@pytest.fixture(params=[0, 10**9], ids=["arrays", "heap"])
def both_searches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with each of the two searches."""
    monkeypatch.setattr("kafka_assay.oracle.improvement.cheapest_circulation.MANY_ARCS", request.param)


@pytest.mark.usefixtures("both_searches")
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
