"""The reference assignors by name, found by their entry points, so that other packages can add some."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.interface import Assignor

ENTRY_POINTS = "kafka_assay.assignors"

OPTIMAL = "optimal"
"""The reference that is the optimum itself. Where assignors are ranked, it bounds them and is not ranked."""

SHIPPED = ("range", "roundrobin", "sticky", "cooperative-sticky", "server-range", "server-uniform")
"""The references that a Kafka client or broker ships: a group can switch to them by configuration alone."""
EAGER = frozenset({"range", "roundrobin", "sticky"})
"""Those of `SHIPPED` with which all members stop reading in each rebalance."""


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def reference_names() -> list[str]:
    """The names of all installed assignors, sorted."""
    return sorted(_entry_points())


def is_exhibit(name: str) -> bool:
    """Whether `name` is an exhibit: a historic rule, or the literal rule of a faulty text. Its name contains an `@`."""
    return "@" in name


def default_names() -> list[str]:
    """The names of the assignors used by default: all except the exhibits, sorted."""
    return [name for name in reference_names() if not is_exhibit(name)]


@cache
def assignor_factory(name: str, seed: int = 0) -> Callable[[], Assignor]:
    """
    A function that makes a new assignor called `name` at each call.

    An assignor that is random by design takes an argument `seed` in its constructor and gets this `seed`. Raises
    `AssayError` with the nearest known name where `name` is unknown.
    """
    entry = _entry_points().get(name)
    if entry is None:
        raise AssayError(f"unknown assignor {name!r}{spelling_tip(name, reference_names())}")
    kind: Callable[..., Assignor] = entry.load()
    return partial(kind, seed=seed) if _takes_seed(kind) else kind


def _takes_seed(kind: Callable[..., Assignor]) -> bool:
    try:
        return "seed" in inspect.signature(kind).parameters
    except (TypeError, ValueError):
        return False  # a class written in C without a signature


@cache
def reference_assignor(name: str, seed: int = 0) -> Assignor:
    """The assignor called `name`, one object per `seed`. Raises `AssayError` as `assignor_factory` does."""
    return assignor_factory(name, seed)()
