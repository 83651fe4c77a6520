"""
When loops are compiled: once a process has met a large group, or enough that is not small, and from then on.

Until then they run as they stand: importing the compiler takes about a second, in which they look at a hundred thousand
partitions, mostly; where loads stand on dozens of levels, a tenth of that. Whoever asks about small groups only,
however many, never waits for it. Machine code is kept on disk; making it takes some 20 s, once for each installation.
Where Numba is not installed nothing is compiled. Either way loops are the same text and give the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

SMALL = 5_000
"""What loops look at in a few milliseconds: nobody who asks that may be kept waiting, a call may have two seconds."""

LARGE = 20_000
"""What loops as they stand look at in two seconds where it is hard, and in minutes at three times the size."""

ENOUGH = 1_000_000
"""How much of what is neither loops look at, call after call, until compiling has paid for itself."""


@dataclass(slots=True)
class CompilationState:
    """How much this process has met, whether it compiles by now, and the modules that it has compiled, by name."""

    met: int = 0
    compiles: bool = False
    ready: dict[str, SimpleNamespace] = field(default_factory=dict)


STATE = CompilationState()


def choose_loops(module: ModuleType, size: int) -> Any:
    """The loops of `module` for a problem of `size`, compiled or as they stand."""
    name = module.__name__
    if size >= SMALL:
        STATE.met += size
        # For good: a large group shrinks to little, on which there is as much to do.
        STATE.compiles |= (size >= LARGE or STATE.met >= ENOUGH) and find_spec("numba") is not None
    if STATE.compiles and name not in STATE.ready:
        STATE.ready[name] = _compile_module(module)
    return STATE.ready.get(name, module)


def _compile_module(module: ModuleType) -> SimpleNamespace:
    """
    The same names, with copies of the functions that see each other compiled.

    A module that makes no arrays says so: then nobody counts who refers to them, which would take the loops of a flow
    ten times as long as all else that they do.
    """
    from numba import njit

    names = dict(vars(module))
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            copy = FunctionType(function.__code__, names, name)
            # A call that is not inlined hands its arrays over one by one, which costs more than what most parts do.
            options = {"forceinline": name.startswith("_"), "_nrt": module.MAKES_ARRAYS}
            try:
                names[name] = njit(cache=True, **options)(copy)
            except RuntimeError:
                # No folder can be written to, neither beside the file nor the user's own: compiled for this process.
                names[name] = njit(**options)(copy)
    return SimpleNamespace(**names)
