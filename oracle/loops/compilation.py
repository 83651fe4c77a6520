"""
Run loops compiled or as plain Python, with the same answers.

Importing Numba and loading the machine code takes the better part of a second. In that time uncompiled loops solve a
group of half a million partitions, or a few smaller ones. So loops are compiled once a process has done enough work
without. The machine code is cached on disk; compiling takes about 20 s, once for each installation. Without Numba
nothing is compiled.

Python reads an element of an array three times faster through a memoryview than through numpy, and gets a plain number.
So uncompiled loops see every array as a memoryview of the same memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

TINY = 40
"""For so few entries, memoryviews take longer to make than they save."""

SMALL = 5_000
"""
Uncompiled loops handle this many entries in a few milliseconds. A call may take two seconds, so such a group never
waits.
"""

ENOUGH = 8_000_000
"""
The total size of the inputs of all calls, without small ones, after which compiling pays off.

Uncompiled loops take 0.5 to 0.8 s for them, as long as the import of Numba.
"""


@dataclass(slots=True)
class CompilationState:
    """The total size seen by this process, and whether it compiles now."""

    met: int = 0
    compiles: bool = False


STATE = CompilationState()


def choose_loops(module: ModuleType, size: int) -> Any:
    """The loops of `module` for a problem of `size`, compiled or not."""
    if size >= SMALL:
        STATE.met += size
        # This stays on: a large group may reduce to a small problem that needs as much work.
        STATE.compiles |= STATE.met >= ENOUGH and find_spec("numba") is not None
    if STATE.compiles:
        return compile_module(module)
    return module if size < TINY else interpret_module(module)


@lru_cache
def compile_module(module: ModuleType) -> SimpleNamespace:
    """
    The names of the module, with its functions compiled.

    `MAKES_ARRAYS = False` turns off Numba's reference counting. It would take ten times as long as the rest of a flow's
    loops.
    """
    from numba import njit

    names = dict(vars(module))
    for name, function in _copy_functions(module, names).items():
        # A call that is not inlined passes its arrays one by one, which costs more than most function bodies.
        options = {"forceinline": name.startswith("_"), "_nrt": module.MAKES_ARRAYS}
        try:
            names[name] = njit(cache=True, **options)(function)
        except RuntimeError:
            # Neither the folder of the file nor the user's cache is writable: compile for this process only.
            names[name] = njit(**options)(function)
    return SimpleNamespace(**names)


@lru_cache
def interpret_module(module: ModuleType) -> SimpleNamespace:
    """The functions of the module. They take and return arrays, and see them as memoryviews inside."""
    names = dict(vars(module)) | {"np": _ViewingNumpy()}
    copies = _copy_functions(module, names)
    names |= copies
    return SimpleNamespace(**{name: _take_arrays(function) for name, function in copies.items()})


def _copy_functions(module: ModuleType, names: dict[str, Any]) -> dict[str, FunctionType]:
    """The functions of `module` by name, as copies that look up `names` in place of the module's own."""
    return {
        name: FunctionType(function.__code__, names, name)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }


class _ViewingNumpy:
    """Numpy, with functions that return memoryviews."""

    def __getattr__(self, name: str) -> Any:
        function = getattr(np, name)
        if isinstance(function, type):
            return function

        def return_view(*arguments: Any) -> Any:
            found = function(*arguments)
            return found.data if isinstance(found, np.ndarray) else found

        setattr(self, name, return_view)
        return return_view


def _take_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: _convert(function(*_convert(arguments, np.ndarray, memoryview)), memoryview, np.asarray)


def _convert(value: Any, kind: type, convert: Callable[[Any], Any]) -> Any:
    """The value, with each object of a kind converted, in tuples and named tuples too."""
    if isinstance(value, kind):
        return convert(value)
    if not isinstance(value, tuple):
        return value
    parts = [_convert(part, kind, convert) for part in value]
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)
