"""Lines for people as plain text: folded, with signs in front and further rows indented."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.reports.render.blocks import TextLine, Tone
from kafka_assay.reports.wording.safe_names import escape_unprintable

SIGNS = {"kept": "✓", "broken": "✗", "undecided": "?", "undefined": "·", "unavailable": "–"}
EXPECTED = "(✗)"
"""Broken as declared."""
TONES = {"✓": Tone.GOOD, "✗": Tone.BAD, "?": Tone.UNSURE, EXPECTED: Tone.UNSURE, "–": Tone.UNSURE}
"""The tone of each sign."""


def sign_of(verdict: str, expected: str | None = None) -> str:
    """The sign of a verdict. `expected` is the reason of a declared failure."""
    return EXPECTED if verdict == "broken" and expected else SIGNS[verdict]


def cell_sign(cell: CheckCell | None) -> str:
    """The sign of a cell of the matrix; a dot if there is no cell."""
    return SIGNS["undefined"] if cell is None else sign_of(cell.verdict, cell.expected)


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


def list_lines(lines: Iterable[TextLine]) -> str:
    """The lines one below the other without folding, for pages that show terminal output."""
    return "\n".join(
        f"{' ' * line.indent}{SIGNS[line.word] + ' ' if line.word is not None else ''}{line.text}" for line in lines
    ).strip("\n")
