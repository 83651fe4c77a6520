"""Lines for people: coloured signs on a terminal, long lines folded with indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.output import emit_blocks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kafka_assay.reports.render.blocks import TextLine


def print_lines(lines: Iterable[TextLine]) -> None:
    """Print `lines` to stdout."""
    from kafka_assay.reports.render.blocks import Lines

    emit_blocks([Lines(tuple(lines))])


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str | None = None, left: Collection[str] = ()
) -> None:
    """Print a table to stdout: the columns in `left` (the first, if none is named) are words, the others figures."""
    from kafka_assay.reports.render.blocks import Cell, Column, Table

    shown = [tuple(Cell(line=(cell,)) for cell in row) for row in rows]
    heads = tuple(Column(title=title, numeric=title not in (left or columns[:1])) for title in columns)
    emit_blocks([Table(caption=title or "", columns=heads, rows=tuple(shown), rows_in_brief=len(shown))])
