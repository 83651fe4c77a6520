"""Lines for people: coloured signs on a terminal, long lines folded with indentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.output import findings_console

if TYPE_CHECKING:
    from collections.abc import Iterable

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
