"""
A view for each kind of record: it turns the record into blocks, which the renderers write as terminal text, HTML or
Markdown.

A module with `PLACE` (its place in the order) and `chapter(directory, wishes)` is found automatically: it is a chapter
of the report. `chapter` returns None if `directory` has no such records.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from kafka_assay.reports.render.blocks import Chapter


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """
    The options of a report: how many groups get a page, and the target of the hand-over table.

    `pages` None: 50, or of an audit of thousands 200, most of them without figures.
    """

    pages: int | None = None
    chosen: str = "optimal"


def write_chapters(directory: Path, wishes: ReportOptions) -> list[Chapter]:
    """The chapters for the records in `directory`, in order."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    of_report = sorted((module for module in modules if hasattr(module, "chapter")), key=lambda one: int(one.PLACE))
    chapters = [module.chapter(directory, wishes) for module in of_report]
    return [chapter for chapter in chapters if chapter is not None]
