"""
The reference assignors by name, found by their entry points: so a third party's can live anywhere.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from assignors.errors import AssayError, nearest

if TYPE_CHECKING:
    from assignors.interface import Assignor

ENTRY_POINTS = "kafka_assay.assignors"


@cache
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def reference_names() -> list[str]:
    """
    The names of all installed assignors, sorted.
    """
    return sorted(_found())


@cache
def reference(name: str) -> Assignor:
    """
    The assignor called `name`. Raises `AssayError` with the nearest known name where there is none.
    """
    entry = _found().get(name)
    if entry is None:
        raise AssayError(f"no assignor is called {name!r}{nearest(name, reference_names())}")
    assignor: Assignor = entry.load()()
    return assignor
