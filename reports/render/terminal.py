"""Blocks on a terminal: folded lines with coloured signs, tables, and matrices that fit its width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, assert_never

from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    Fold,
    Heading,
    Lines,
    Listing,
    Pictures,
    Prose,
    Table,
    TextLine,
    Tone,
    words_of,
)
from kafka_assay.reports.render.plain_text import SIGNS, TONES, fold_line
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {Tone.GOOD: "green", Tone.BAD: "bold red", Tone.UNSURE: "yellow"}
LONGEST_NAME = 44
"""The longest cell of a first column that a narrow terminal does not fold."""


def print_blocks(blocks: Iterable[Block], console: Console) -> None:
    """Print the blocks one below the other. Pictures are left out."""
    for block in blocks:
        match block:
            case Lines(lines):
                _print_lines(lines, console)
            case Prose(line):
                _print_lines([TextLine(words_of(line))], console)
            case Bullets(lines):
                _print_lines([TextLine(f"* {words_of(line)}", 2) for line in lines], console)
            case Heading(text):
                _print_heading(text, console)
            case Listing(text):
                for row in text.splitlines():
                    console.print(escape_unprintable(row), soft_wrap=True, markup=False)
            case Table():
                _print_table(block, console)
            case Fold(summary, inner):
                _print_heading(words_of(summary), console)
                print_blocks(inner, console)
            case Pictures():
                pass
            case unknown:
                assert_never(unknown)


def _print_lines(lines: Iterable[TextLine], console: Console) -> None:
    from rich.text import Text

    for line in lines:
        text = Text("\n".join(fold_line(line, console.width - 1)))
        if line.word is not None:
            text.stylize(STYLES[TONES[SIGNS[line.word]]], line.indent, line.indent + 1)
        console.print(text, soft_wrap=True)


def _print_heading(text: str, console: Console) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(escape_unprintable(text), style="bold"), soft_wrap=True)


def _print_table(table: Table, console: Console) -> None:
    shown = table.rows[: table.rows_in_brief]
    if any(column.upright for column in table.columns):
        _print_matrix(table.columns, shown, console)
    else:
        _print_rows(table, shown, console)
    hidden = len(table.rows) - len(shown)
    below = [TextLine(f"{hidden:,} more rows are not shown. --json lists them all.")] if hidden else []
    meanings = [f"{_title(column)}: {column.meaning}" for column in table.columns if column.meaning]
    if meanings and not any(column.upright for column in table.columns):
        below.append(TextLine(f"{'. '.join(meanings)}."))
    _print_lines(below, console)


def _title(column: Column) -> str:
    return column.title.replace("\n", " ")


def _print_rows(table: Table, rows: Sequence[Sequence[Cell]], console: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=SIMPLE_HEAD, pad_edge=False, title_justify="left", title_style="bold")
    drawn.title = Text(escape_unprintable(table.caption)) if table.caption else None
    names = max((len(words_of(row[0].line)) for row in rows), default=0)
    for place, column in enumerate(table.columns):
        drawn.add_column(
            column.title,
            overflow="fold",
            min_width=max(map(len, column.title.split()), default=0),
            justify="right" if column.numeric else "left",
            no_wrap=place == 0 and names <= LONGEST_NAME,
        )
    for row in rows:
        drawn.add_row(*(Text(_text(cell), style="" if cell.tone is None else STYLES[cell.tone]) for cell in row))
    console.print(drawn)


def _text(cell: Cell) -> str:
    return escape_unprintable(words_of(cell.line))


def _print_matrix(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], console: Console) -> None:
    """
    The rows with narrow centred columns. Columns that do not fit follow in further parts.

    Below it stand the full titles of the columns that have a short one.
    """
    from rich.text import Text

    margin = max(len(columns[0].title), *(len(_text(row[0])) for row in rows)) if rows else 0
    heads = [column.short or column.title for column in columns]
    widths = [max(len(heads[at]), *(len(_text(row[at])) for row in rows)) if rows else 0 for at in range(len(columns))]
    for number, part in enumerate(_parts(widths, console.width - margin)):
        if number:
            console.print()
        titles = "".join(f"  {heads[at]:^{widths[at]}}" for at in part)
        console.print(Text(f"{heads[0]:<{margin}}{titles}".rstrip()), soft_wrap=True)
        for row in rows:
            line = Text(f"{_text(row[0]):<{margin}}")
            for at in part:
                tone = row[at].tone
                line.append(f"  {_text(row[at]):^{widths[at]}}", style="" if tone is None else STYLES[tone])
            line.rstrip()
            console.print(line, soft_wrap=True)
    names = [f"{column.short}={column.title}" for column in columns if column.short and column.short != column.title]
    for text in wrap(f"columns: {', '.join(names)}", console.width - 1, break_on_hyphens=False) if names else ():
        console.print(Text(text), soft_wrap=True)


def _parts(widths: Sequence[int], room: int) -> list[list[int]]:
    """The places of the columns after the first in parts of at most `room`, with two spaces before each column."""
    parts: list[list[int]] = [[]]
    used = 0
    for place in range(1, len(widths)):
        if parts[-1] and used + 2 + widths[place] > room:
            parts.append([])
            used = 0
        parts[-1].append(place)
        used += 2 + widths[place]
    return parts
