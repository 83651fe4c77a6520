"""Tests that loops are compiled after enough work only, and answer the same either way."""

from __future__ import annotations

import numpy as np
import pytest

from kafka_assay.oracle.flow import block_flow
from kafka_assay.oracle.flow.engine import solve
from kafka_assay.oracle.loops import compilation, graph_search
from studies.engines.random_groups import random_group


@pytest.fixture(autouse=True)
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process has met."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())


def is_compiled(size: int) -> bool:
    """Return whether the loops for a problem of this size are compiled."""
    return hasattr(compilation.choose_loops(graph_search, size).connected_components, "py_func")


@pytest.mark.parametrize("sizes", [{}, {"members": 12, "topics": 14, "partitions": 15}])
def test_loops_give_the_same_plans_on_arrays_on_memoryviews_and_compiled(
    sizes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = [random_group(seed, **sizes) for seed in range(60)]
    monkeypatch.setattr(compilation, "TINY", compilation.SMALL)
    on_arrays = [solve(group) for group in groups]
    monkeypatch.setattr(compilation, "TINY", 0)
    on_memoryviews = [solve(group) for group in groups]
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(compiles=True))

    when_compiled = [solve(group) for group in groups]

    assert on_arrays == on_memoryviews == when_compiled


def test_flow_that_stops_early_continues_to_the_same_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [random_group(seed, members=12, topics=14, partitions=15) for seed in range(60)]
    at_once = [solve(group) for group in groups]
    monkeypatch.setattr(block_flow, "MOST_STEPS", 1)

    assert at_once == [solve(group) for group in groups]


def test_long_flow_counts_as_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_flow, "STEP_SIZE", compilation.ENOUGH)
    monkeypatch.setattr(block_flow, "MOST_STEPS", 1)

    for seed in range(20):
        solve(random_group(seed, members=12, topics=14, partitions=15))

    assert compilation.STATE.compiles


def test_loops_compile_without_a_writable_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.caching.FunctionCache._impl_class._locator_classes", [])

    connected_components = compilation.choose_loops(graph_search, compilation.ENOUGH).connected_components

    assert 1 == connected_components(np.array([0, 2]), np.array([0, 1]), np.array([0, 0]), np.array([0]), 1)[2]


def test_compilation_starts_after_enough_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Problems run interpreted until their sizes add up to the limit; then everything runs compiled."""
    met = compilation.ENOUGH - compilation.SMALL - 1
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(met=met))

    assert [False, True, True] == [is_compiled(size) for size in (compilation.SMALL, compilation.SMALL, 0)]


def test_huge_group_is_compiled_at_once() -> None:
    assert [False, True, True] == [is_compiled(size) for size in (10, compilation.ENOUGH, 10)]


def test_small_problems_never_start_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(met=compilation.ENOUGH))

    assert not is_compiled(compilation.SMALL - 1)


def test_nothing_is_compiled_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "find_spec", {}.get)

    assert not is_compiled(compilation.ENOUGH)
