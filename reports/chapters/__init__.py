"""
A chapter for each kind of record: a module here that offers `PLACE` (its place in the order) and `chapter`.

Adding one is adding a file: it is found by being here. `chapter(directory, wishes)` returns None where `directory` has
no such records.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from kafka_assay.reports.render.chapter import Chapter


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """What the reader wants to see: how many groups get a page, and whose answer the hand-over table shows."""

    pages: int = 50
    chosen: str = "optimal"


def write_chapters(directory: Path, wishes: ReportOptions) -> list[Chapter]:
    """The chapters that the records in `directory` give, in their order."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    chapters = [module.chapter(directory, wishes) for module in sorted(modules, key=lambda module: int(module.PLACE))]
    return [chapter for chapter in chapters if chapter is not None]
