"""
Run loops as plain Python.

Python reads an element of an array three times faster through a memoryview than through numpy, and gets a plain number.
So a loop sees every array as a memoryview of the same memory. It uses only what both offer: elements, slices and
numpy's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np


def interpret_module(module: ModuleType) -> SimpleNamespace:
    """A namespace with the module's functions. They take and return arrays, and see them as memoryviews inside."""
    names = dict(vars(module)) | {"np": _ViewingNumpy()}
    copies = copy_functions(module, names)
    names |= copies
    return SimpleNamespace(**{name: _take_arrays(function) for name, function in copies.items()})


def copy_functions(module: ModuleType, names: dict[str, Any]) -> dict[str, FunctionType]:
    """The functions of `module` by name, as copies that look up `names` in place of the module's own."""
    return {
        name: FunctionType(function.__code__, names, name)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }


class _ViewingNumpy:
    """Numpy, with functions that return memoryviews."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        if not isinstance(found, type) and callable(found):
            found = _return_view(found)
        setattr(self, name, found)
        return found


def _return_view(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        found = function(*arguments)
        return found.data if isinstance(found, np.ndarray) else found

    return call


def _take_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        return _array(function(*_views(arguments)))

    return call


def _views(values: tuple[Any, ...]) -> Iterator[Any]:
    """The values, with a memoryview for each array, in tuples and named tuples too."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value.data
        elif isinstance(value, tuple):
            yield value._make(_views(value)) if hasattr(value, "_make") else tuple(_views(value))
        else:
            yield value


def _array(value: Any) -> Any:
    """Memoryviews as arrays, in tuples too."""
    if isinstance(value, memoryview):
        return np.asarray(value)
    return tuple(map(_array, value)) if isinstance(value, tuple) else value
