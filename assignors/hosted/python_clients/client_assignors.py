"""Find the assignors of the Python clients, which are in the same places at every release."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any

_PLACES = {
    "range": ("range", "RangePartitionAssignor"),
    "roundrobin": ("roundrobin", "RoundRobinPartitionAssignor"),
    "sticky": ("sticky.sticky_assignor", "StickyPartitionAssignor"),
    "cooperative-sticky": ("cooperative_sticky", "CooperativeStickyAssignor"),
}


def assignors_of(package: str) -> dict[str, Any]:
    """The assignors of the client in `package`, by name, as far as this release has them."""
    found = {}
    for name, (module, attribute) in _PLACES.items():
        place = f"{package}.coordinator.assignors.{module}"
        try:
            found[name] = getattr(import_module(place), attribute)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{place}.".startswith(f"{missing.name}."):
                raise  # the module exists, but one of its dependencies is missing
    return found


def skip_package_init(package: str) -> None:
    """
    Make the modules of `package` importable without its `__init__`, which loads the whole client.

    That takes longer than all the rest. Before 1.4.3 it is no longer valid Python (`async` became a keyword).
    """
    spec = find_spec(package)
    if spec is not None and package not in sys.modules:
        sys.modules[package] = module_from_spec(spec)
