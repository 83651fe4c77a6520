"""Tests that loops are compiled for large groups only and answer the same either way."""

from __future__ import annotations

import numpy as np
import pytest

from kafka_assay.oracle.flow.engine import solve
from kafka_assay.oracle.loops import compilation, components
from studies.engines.random_groups import random_group


@pytest.mark.parametrize("sizes", [{}, {"members": 12, "topics": 14, "partitions": 15}])
def test_compiled_and_interpreted_loops_give_the_same_plans(
    sizes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = [random_group(seed, **sizes) for seed in range(60)]
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())
    as_they_stand = [solve(group) for group in groups]
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(compiles=True))

    when_compiled = [solve(group) for group in groups]

    assert as_they_stand == when_compiled
    assert "kafka_assay.oracle.loops.min_cost_flow" in compilation.STATE.ready


def test_loops_compile_without_a_writable_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())
    monkeypatch.setattr("numba.core.caching.FunctionCache._impl_class._locator_classes", [])

    connected_components = compilation.choose_loops(components, compilation.ENOUGH).connected_components

    assert 1 == connected_components(np.array([0, 2]), np.array([0, 1]), np.array([0, 0]), np.array([0]), 1)[2]


def test_compilation_starts_after_enough_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Medium problems run interpreted until their sizes add up to the limit; then everything runs compiled."""
    monkeypatch.setattr(
        compilation, "STATE", compilation.CompilationState(met=compilation.ENOUGH - compilation.SMALL - 1)
    )

    met = [
        compilation.choose_loops(components, size) is components for size in (compilation.SMALL, compilation.SMALL, 0)
    ]

    assert [True, False, False] == met


def test_reduced_large_group_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty thousand partitions of a few topics reduce to a few thousand entries."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())

    met = [
        compilation.choose_loops(components, size) is components
        for size in (compilation.LARGE - 1, 10, compilation.LARGE, 10)
    ]

    assert [True, True, False, False] == met


def test_small_problems_never_start_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(met=compilation.ENOUGH))

    assert compilation.choose_loops(components, compilation.SMALL - 1) is components


def test_answer_is_the_same_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())
    monkeypatch.setattr(compilation, "find_spec", {}.get)

    assert compilation.choose_loops(components, compilation.LARGE) is components
