"""
When loops are compiled: on large problems, and from then on.

On a small problem they run as they stand: importing the compiler takes longer than that. On a large one they are
compiled by numba, once for each installation, because machine code is kept on disk. Either way they are the same text
and give the same answers.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

LARGE = 5_000
"""How many partitions, members and subscriptions a problem has in all for which compiling pays."""

_ready: dict[str, SimpleNamespace] = {}


def loops(module: ModuleType, size: int) -> Any:
    """
    The loops of `module` for a problem of `size`, compiled or as they stand.
    """
    if size < LARGE and not _ready:
        return module
    if module.__name__ not in _ready:
        _ready[module.__name__] = _compiled(module)
    return _ready[module.__name__]


def _compiled(module: ModuleType) -> SimpleNamespace:
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
