"""
Decide when loops are compiled: once a process has done enough work without.

Before that, Python runs the same code uncompiled. Importing Numba and loading the machine code takes the better part of
a second. In that time uncompiled loops solve a group of half a million partitions, or a few smaller ones. A process
that solves only small groups never waits for the compiler. The machine code is cached on disk; compiling takes about
20 s, once for each installation. Without Numba nothing is compiled. Compiled and uncompiled loops give the same
answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

from kafka_assay.oracle.loops.interpretation import copy_functions, interpret_module

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
    """The total size seen by this process, whether it compiles now, and the compiled modules by name."""

    met: int = 0
    compiles: bool = False
    ready: dict[str, SimpleNamespace] = field(default_factory=dict)


STATE = CompilationState()


def choose_loops(module: ModuleType, size: int) -> Any:
    """The loops of `module` for a problem of `size`, compiled or not."""
    name = module.__name__
    if size >= SMALL:
        STATE.met += size
        # This stays on: a large group may reduce to a small problem that needs as much work.
        STATE.compiles |= STATE.met >= ENOUGH and find_spec("numba") is not None
    if STATE.compiles and name not in STATE.ready:
        STATE.ready[name] = _compile_module(module)
    return STATE.ready.get(name) or (module if size < TINY else _interpret_module(module))


_interpret_module = lru_cache(interpret_module)


def _compile_module(module: ModuleType) -> SimpleNamespace:
    """
    A namespace with the same names, in which the module's functions are compiled and call each other.

    `MAKES_ARRAYS = False` turns off Numba's reference counting. It would take ten times as long as the rest of a flow's
    loops.
    """
    from numba import njit

    names = dict(vars(module))
    for name, function in copy_functions(module, names).items():
        # A call that is not inlined passes its arrays one by one, which costs more than most function bodies.
        options = {"forceinline": name.startswith("_"), "_nrt": module.MAKES_ARRAYS}
        try:
            names[name] = njit(cache=True, **options)(function)
        except RuntimeError:
            # Neither the folder of the file nor the user's cache is writable: compile for this process only.
            names[name] = njit(**options)(function)
    return SimpleNamespace(**names)
