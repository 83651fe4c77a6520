"""Tests of the loops as plain Python on memoryviews."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from kafka_assay.oracle.loops import classes, initial_flow
from kafka_assay.oracle.loops.interpretation import interpret_module
from kafka_assay.oracle.loops.network import FlowNetwork, FlowState


def module_of(source: str) -> ModuleType:
    """Return a module of loops with this source."""
    module = ModuleType("loops")
    exec(source, vars(module))
    return module


def test_loop_sees_memoryviews_and_returns_arrays() -> None:
    loops = interpret_module(module_of("def first(array):\n    return type(array).__name__, array[:1], array[0]"))

    kind, start, number = loops.first(np.array([7, 8]))

    assert ("memoryview", [7], int) == (kind, start.tolist(), type(number))


def test_change_in_place_changes_the_array() -> None:
    array = np.zeros(2, dtype=np.int64)

    interpret_module(module_of("def change(array):\n    array[1] = 5")).change(array)

    assert [0, 5] == array.tolist()


def test_arrays_in_named_tuples_are_memoryviews_too() -> None:
    arrays = [np.array([number]) for number in range(len(FlowState._fields))]
    loops = interpret_module(module_of("def look(state):\n    return type(state), type(state.kept).__name__"))

    assert (FlowState, "memoryview") == loops.look(FlowState(*arrays))


def test_new_arrays_of_a_loop_are_memoryviews_inside_and_arrays_outside() -> None:
    source = "import numpy as np\ndef make():\n    made = np.zeros(2, np.int64)\n    return type(made).__name__, made"

    kind, made = interpret_module(module_of(source)).make()

    assert "memoryview" == kind
    assert isinstance(made, np.ndarray)


@pytest.mark.parametrize("module", [classes, initial_flow])
def test_every_function_of_a_module_is_there_but_no_class(module: ModuleType) -> None:
    names = vars(interpret_module(module))

    assert {name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__} == {
        *names
    }
    assert FlowNetwork.__name__ not in names
