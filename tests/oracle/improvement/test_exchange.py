"""Tests that an exchange is proved before it is returned."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.improvement import exchange
from kafka_assay.oracle.improvement.cheapest_circulation import cheapest_circulation
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
