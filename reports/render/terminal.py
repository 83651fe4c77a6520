"""Blocks on a terminal: folded lines with coloured signs, tables, and matrices that fit its width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, assert_never

from kafka_assay.reports.render.blocks import (
    SIGNS,
    TONES,
    Block,
    Bullets,
    Cell,
    Column,
    Fold,
    Heading,
    Lines,
    Listing,
    Pictures,
    Table,
    TextLine,
    Tone,
    text_cell,
    words_of,
)
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {Tone.GOOD: "green", Tone.BAD: "bold red", Tone.UNSURE: "yellow"}
LONGEST_NAME = 44
"""The longest cell of a first column that a narrow terminal does not fold."""
_EDGES, _GAP = 2, 3
"""The spaces that a table has at its edges together, and between two columns."""


NARROWEST = 40
"""The least width of a line's text, however deep it is indented."""
COMMANDS = ("Replay: ", "Again: ", "Repeat: ", "Test: ")
"""Lines with these beginnings are commands. They are not folded, so that they can be copied."""


def fold_line(line: TextLine, width: int) -> list[str]:
    """
    The rows of `line`, at most `width` wide if its words allow it. A command is not folded.

    >>> fold_line(TextLine("a sentence of more than forty characters, which is folded", 2, "broken"), 40)
    ['  ✗ a sentence of more than forty', '    characters, which is folded']
    """
    sign = f"{SIGNS[line.word]} " if line.word else ""
    margin = " " * (line.indent + len(sign))
    text = escape_unprintable(line.text)
    if text.startswith(COMMANDS):
        return [f"{' ' * line.indent}{sign}{text}"]
    room = max(NARROWEST, width - len(margin))
    first, *more = wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    return [f"{' ' * line.indent}{sign}{first}", *(margin + row for row in more)]


def print_blocks(blocks: Iterable[Block], console: Console, said: set[str] | None = None) -> None:
    """Print the blocks one below the other, meanings of columns once, if not `said` before. Pictures are left out."""
    said = set() if said is None else said
    for block in blocks:
        match block:
            case Lines(lines):
                _print_lines(lines, console)
            case str() | tuple():
                _print_lines([TextLine(words_of(block))], console)
            case Bullets(lines):
                _print_lines([TextLine(f"* {words_of(line)}", 2) for line in lines], console)
            case Heading(text):
                _print_heading(text, console)
            case Listing(text):
                for row in text.splitlines():
                    _print_plain(row, console)
            case Table():
                _print_table(block, console, said)
            case Fold(summary, inner):
                _print_heading(words_of(summary), console)
                print_blocks(inner, console, said)
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
    console.print()
    _print_plain(text, console, style="bold")


def _print_plain(text: str, console: Console, style: str = "") -> None:
    from rich.text import Text

    console.print(Text(escape_unprintable(text), style=style), soft_wrap=True)


def _print_table(table: Table, console: Console, said: set[str]) -> None:
    shown = table.rows[: table.rows_in_brief]
    is_matrix = any(column.upright for column in table.columns)
    if is_matrix:
        _print_matrix(table.columns, shown, console)
    else:
        _print_rows(table, shown, console)
    hidden = len(table.rows) - len(shown)
    below = [TextLine(f"{hidden:,} more rows are not shown. --json lists them all.")] if hidden else []
    meanings: dict[str, list[str]] = {}
    for column in table.columns:
        text = f"{_title(column)}: {column.meaning}"
        if column.meaning and text not in said:
            said.add(text)
            meanings.setdefault(column.meaning, []).append(_title(column))
    if meanings and not is_matrix:
        told = [f"{', '.join(titles)}: {text}" for text, titles in meanings.items()]
        below.append(TextLine(f"{'. '.join(told)}."))
    _print_lines(below, console)


def _title(column: Column) -> str:
    return column.title.replace("\n", " ")


def _print_rows(table: Table, rows: Sequence[Sequence[Cell]], console: Console) -> None:
    """The rows with columns that are wide enough for each word and each number. What does not fit follows below."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable
    from rich.text import Text

    names = max((len(_text(row[0])) for row in rows), default=0)
    words = [_narrowest(column, [_text(row[at]).split() for row in rows]) for at, column in enumerate(table.columns)]
    first = max(words[0], names if names <= LONGEST_NAME else 0)
    room = max(1, console.width - first - _EDGES)
    numbers = [_narrowest(column, [[_text(row[at])] for row in rows]) for at, column in enumerate(table.columns)]
    # A number stays in one line, unless a text in its column is wider than the table may be.
    is_rigid = [column.numeric and numbers[at] <= room - _GAP for at, column in enumerate(table.columns)]
    widths = [first, *(numbers[at] if is_rigid[at] else words[at] for at in range(1, len(table.columns)))]
    caption: Text | None = Text(escape_unprintable(table.caption)) if table.caption else None
    titles = tuple(text_cell(column.title) for column in table.columns)
    whole = [max(len(_text(row[at])) for row in [titles, *rows]) for at in range(len(table.columns))]
    for part in _parts(widths, room, gap=_GAP):
        # Rich narrows the widest column first, however little it can spare, and then the table is too wide.
        is_tight = sum(whole[at] + _GAP for at in part) > room
        drawn = RichTable(box=SIMPLE_HEAD, pad_edge=False, title=caption, title_justify="left", title_style="bold")
        for at in (0, *part):
            column = table.columns[at]
            drawn.add_column(
                Text("\n".join(map(escape_unprintable, column.title.split("\n")))),
                overflow="fold",
                width=widths[at] if at and is_tight and is_rigid[at] else None,
                min_width=min(widths[at], room - _GAP) if at else widths[0],
                justify="right" if column.numeric else "left",
                # A column that cannot be narrower must not be squeezed before one that can.
                no_wrap=names <= LONGEST_NAME if not at else is_rigid[at] and " " not in column.title,
            )
        for row in rows:
            cells = [row[at] for at in (0, *part)]
            drawn.add_row(*(Text(_text(cell), style="" if cell.tone is None else STYLES[cell.tone]) for cell in cells))
        console.print(drawn)
        caption = None


def _narrowest(column: Column, texts: Sequence[Sequence[str]]) -> int:
    """The longest word of a column's title and of its texts in parts."""
    return max(map(len, [*column.title.split(), *(part for parts in texts for part in parts)]), default=0)


def _text(cell: Cell) -> str:
    return escape_unprintable(words_of(cell.line))


def _print_matrix(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], console: Console) -> None:
    """The rows with narrow centred columns, in parts that fit; below them the full titles of shortened columns."""
    from rich.text import Text

    margin = max(len(columns[0].title), *(len(_text(row[0])) for row in rows)) if rows else 0
    heads = [column.short or column.title for column in columns]
    widths = [max(len(heads[at]), *(len(_text(row[at])) for row in rows)) if rows else 0 for at in range(len(columns))]
    for number, part in enumerate(_parts(widths, console.width - margin, gap=2)):
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


def _parts(widths: Sequence[int], room: int, gap: int) -> list[list[int]]:
    """The places of the columns after the first in parts of at most `room`, with `gap` spaces before each column."""
    parts: list[list[int]] = [[]]
    used = 0
    for place in range(1, len(widths)):
        if parts[-1] and used + gap + widths[place] > room:
            parts.append([])
            used = 0
        parts[-1].append(place)
        used += gap + widths[place]
    return parts
