"""Tests that loops are compiled after enough work only, and answer the same either way."""

from __future__ import annotations

import numpy as np
import pytest

from kafka_assay.oracle.flow import block_flow
from kafka_assay.oracle.flow.engine import solve
from kafka_assay.oracle.loops import compilation, graph_search
from tests.support.engines.random_groups import random_group

pytestmark = pytest.mark.xdist_group("compiled loops")
"""One process compiles them, and the others find the result on the disk."""


@pytest.fixture(autouse=True)
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process has met."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())


def is_compiled(size: int) -> bool:
    """Return whether the loops for a problem of this size are compiled."""
    return hasattr(compilation.choose_loops(graph_search, size).connected_components, "py_func")


GROUPS = [random_group(seed, members=12, topics=14, partitions=15) for seed in range(60)]


@pytest.mark.integration
def test_loops_give_the_same_plans_on_arrays_on_memoryviews_compiled_and_in_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compilation, "TINY", compilation.SMALL)
    on_arrays = [solve(group) for group in GROUPS]
    monkeypatch.setattr(compilation, "TINY", 0)
    on_memoryviews = [solve(group) for group in GROUPS]
    monkeypatch.setattr(block_flow, "MOST_STEPS", 1)
    in_parts = [solve(group) for group in GROUPS]
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(compiles=True))

    when_compiled = [solve(group) for group in GROUPS]

    assert on_arrays == on_memoryviews == in_parts == when_compiled


def test_long_flow_counts_as_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_flow, "STEP_SIZE", compilation.ENOUGH)
    monkeypatch.setattr(block_flow, "MOST_STEPS", 1)

    assert any(solve(group) and compilation.STATE.compiles for group in GROUPS[:20])


def test_loops_compile_without_a_writable_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.caching.FunctionCache._impl_class._locator_classes", [])

    connected_components = compilation.choose_loops(graph_search, compilation.ENOUGH).connected_components

    topics, members = connected_components(np.array([0, 2]), np.array([0, 1]), np.array([0, 0]), np.array([0]), 1)
    assert ([0, 0], [0]) == (topics.tolist(), members.tolist())


@pytest.mark.parametrize(
    ("met", "sizes", "compiled"),
    [
        (compilation.ENOUGH - compilation.SMALL - 1, [compilation.SMALL, compilation.SMALL, 0], [False, True, True]),
        (0, [10, compilation.ENOUGH, 10], [False, True, True]),
        (compilation.ENOUGH, [compilation.SMALL - 1], [False]),
    ],
)
def test_compilation_starts_after_enough_work_and_stays(
    met: int, sizes: list[int], compiled: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small problems never start it."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(met=met))

    assert compiled == [is_compiled(size) for size in sizes]


def test_nothing_is_compiled_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "find_spec", {}.get)

    assert not is_compiled(compilation.ENOUGH)
