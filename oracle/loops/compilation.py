"""
Decide when loops are compiled: from the first large group on, or after enough work on medium ones.

Before that they run as plain Python. Importing Numba takes about a second. In that time plain loops handle about a
hundred thousand partitions, or a tenth of that where loads lie on dozens of levels. A process that solves only small
groups never waits for the compiler. The machine code is cached on disk; compiling takes about 20 s, once for each
installation. Without Numba nothing is compiled. Compiled and plain loops give the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

SMALL = 5_000
"""
Plain loops handle this many entries in a few milliseconds. A call may take two seconds, so such a group never waits.
"""

LARGE = 20_000
"""Plain loops need two seconds for a hard input of this size, and minutes for three times the size."""

ENOUGH = 1_000_000
"""The total size of medium inputs, over all calls, after which compiling pays off."""


@dataclass(slots=True)
class CompilationState:
    """The total size seen by this process, whether it compiles now, and the compiled modules by name."""

    met: int = 0
    compiles: bool = False
    ready: dict[str, SimpleNamespace] = field(default_factory=dict)


STATE = CompilationState()


def choose_loops(module: ModuleType, size: int) -> Any:
    """The loops of `module` for a problem of `size`, compiled or plain."""
    name = module.__name__
    if size >= SMALL:
        STATE.met += size
        # This stays on: a large group may reduce to a small problem that needs as much work.
        STATE.compiles |= (size >= LARGE or STATE.met >= ENOUGH) and find_spec("numba") is not None
    if STATE.compiles and name not in STATE.ready:
        STATE.ready[name] = _compile_module(module)
    return STATE.ready.get(name, module)


def _compile_module(module: ModuleType) -> SimpleNamespace:
    """
    A namespace with the same names, in which the module's functions are compiled and call each other.

    `MAKES_ARRAYS = False` turns off Numba's reference counting. It would take ten times as long as the rest of a flow's
    loops.
    """
    from numba import njit

    names = dict(vars(module))
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            copy = FunctionType(function.__code__, names, name)
            # A call that is not inlined passes its arrays one by one, which costs more than most function bodies.
            options = {"forceinline": name.startswith("_"), "_nrt": module.MAKES_ARRAYS}
            try:
                names[name] = njit(cache=True, **options)(copy)
            except RuntimeError:
                # Neither the folder of the file nor the user's cache is writable: compile for this process only.
                names[name] = njit(**options)(copy)
    return SimpleNamespace(**names)
