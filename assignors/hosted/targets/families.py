"""Find the families of hosts: every folder beside `targets/` with a module `family`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from kafka_assay.assignors import hosted
from kafka_assay.assignors.hosted.host_family import HostFamily, TargetName


def host_families() -> tuple[HostFamily, ...]:
    """All families, in the order of their places."""
    return _families_in(tuple(hosted.__path__))


def target_kinds() -> dict[str, type[TargetName]]:
    """All kinds of target by their words, in display order."""
    return {kind.word(): kind for family in host_families() for kind in family.kinds}


@cache
def _families_in(folders: tuple[str, ...]) -> tuple[HostFamily, ...]:
    modules = [file.parent.name for folder in folders for file in sorted(Path(folder).glob("*/family.py"))]
    found = (import_module(f"{hosted.__name__}.{name}.family").FAMILY for name in modules)
    return tuple(sorted(found, key=lambda family: family.place))
