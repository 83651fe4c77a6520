"""Loops are compiled for large groups only, and answer the same then."""

from __future__ import annotations

import numpy as np
import pytest

from kafka_assay.oracle.flow.engine import solve
from kafka_assay.oracle.loops import compilation, components
from studies.engines.random_groups import random_group


@pytest.mark.parametrize("sizes", [{}, {"members": 12, "topics": 14, "partitions": 15}])
def test_compiled_loops_give_the_same_plans(sizes: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled or as they stand, the loops answer the same."""
    groups = [random_group(seed, **sizes) for seed in range(60)]
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())
    as_they_stand = [solve(group) for group in groups]
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(compiles=True))

    when_compiled = [solve(group) for group in groups]

    assert as_they_stand == when_compiled
    assert "kafka_assay.oracle.loops.min_cost_flow" in compilation.STATE.ready


def test_loops_compile_where_no_folder_can_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that cannot be kept on disk is made for the one process."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())
    monkeypatch.setattr("numba.core.caching.FunctionCache._impl_class._locator_classes", [])

    connected_components = compilation.choose_loops(components, compilation.ENOUGH).connected_components

    assert 1 == connected_components(np.array([0, 2]), np.array([0, 1]), np.array([0, 0]), np.array([0]), 1)[2]


def test_the_compiler_is_waited_for_when_enough_was_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """Problems that are not small run as they stand until they add up; then everything runs compiled."""
    monkeypatch.setattr(
        compilation, "STATE", compilation.CompilationState(met=compilation.ENOUGH - compilation.SMALL - 1)
    )

    met = [
        compilation.choose_loops(components, size) is components for size in (compilation.SMALL, compilation.SMALL, 0)
    ]

    assert [True, False, False] == met


def test_what_a_large_group_shrinks_to_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty thousand partitions of a few topics are a few thousand entries, with as many partitions to place."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())

    met = [
        compilation.choose_loops(components, size) is components
        for size in (compilation.LARGE - 1, 10, compilation.LARGE, 10)
    ]

    assert [True, True, False, False] == met


def test_small_problems_never_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of them a process has met: a search over small groups must not stand still in the midst."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState(met=compilation.ENOUGH))

    assert compilation.choose_loops(components, compilation.SMALL - 1) is components


def test_nothing_is_compiled_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large group takes longer then, and gets the same answer."""
    monkeypatch.setattr(compilation, "STATE", compilation.CompilationState())
    monkeypatch.setattr(compilation, "find_spec", {}.get)

    assert compilation.choose_loops(components, compilation.LARGE) is components
