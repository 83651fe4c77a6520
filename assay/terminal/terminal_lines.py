"""Lines for people: coloured signs on a terminal, long lines folded with indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.output import findings_console

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kafka_assay.reports.render.plain_text import TextLine

COLOURS = {"kept": "green", "broken": "bold red", "undecided": "yellow"}


def print_lines(lines: Iterable[TextLine]) -> None:
    """Print `lines` to stdout. Without a terminal: folded at 100 columns, no colour."""
    from rich.text import Text

    from kafka_assay.reports.render.plain_text import fold_line

    console = findings_console()
    for line in lines:
        text = Text("\n".join(fold_line(line, console.width - 1)))
        if line.word is not None:
            text.stylize(COLOURS[line.word], line.indent, line.indent + 1)
        console.print(text, soft_wrap=True)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str | None = None, left: Collection[str] = ()
) -> None:
    """Print a table to stdout: the columns in `left` (the first, if none is named) are words, the others figures."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from kafka_assay.reports.wording.safe_names import escape_unprintable

    table = Table(box=SIMPLE_HEAD, pad_edge=False, title_justify="left", title_style="")
    table.title = None if title is None else Text(title)
    for column in columns:
        is_left = column in (left or columns[:1])
        table.add_column(column, overflow="fold", justify="left" if is_left else "right")
    for row in rows:
        table.add_row(*(Text(escape_unprintable(cell)) for cell in row))
    findings_console().print(table)
