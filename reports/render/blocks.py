"""
The blocks of a report, independent of HTML, Markdown and the terminal: sentences, tables, pictures, commands.

A view decides *what* is shown; `kafka_assay.reports.render.html`, `.markdown` and `.terminal` decide *how*. Text in
blocks is plain. Every renderer escapes it in its own way, so no view has to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from kafka_assay.properties.verdict import Word
from kafka_assay.reports.render.drawing import Drawing
from kafka_assay.reports.render.junit import JUnitSuite


@dataclass(frozen=True, slots=True)
class Code:
    """A name or a value, set apart from the text around it."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """An emphasised word."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to the section with this `anchor`. Markdown has only some sections and shows the word without a link."""

    text: str
    anchor: str


Piece: TypeAlias = str | Code | Strong | Link
Line: TypeAlias = str | tuple[Piece, ...]
"""Text, or pieces of it with their marks."""


def pieces_of(line: Line) -> tuple[Piece, ...]:
    """The pieces of a line."""
    return (line,) if isinstance(line, str) else line


def words_of(line: Line) -> str:
    """The text of a line without its marks, not escaped."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces_of(line))


class Tone(StrEnum):
    """The meaning of a cell as a colour. Colour is never the only signal."""

    GOOD = "good"
    BAD = "bad"
    UNSURE = "unsure"


SIGNS = {"kept": "✓", "broken": "✗", "undecided": "?", "undefined": "·", "unavailable": "–"}
EXPECTED = "(✗)"
"""Broken as declared."""
TONES = {"✓": Tone.GOOD, "✗": Tone.BAD, "?": Tone.UNSURE, EXPECTED: Tone.UNSURE, "–": Tone.UNSURE}
"""The tone of each sign."""
LEGEND = "✓ law kept   ✗ law broken   (✗) expected failure   ? undecided   · not applicable"


def sign_of(verdict: str, expected: str | None = None) -> str:
    """The sign of a verdict. `expected` is the reason of a declared failure."""
    return EXPECTED if verdict == "broken" and expected else SIGNS[verdict]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table. `key` is the sort key of its column, if it is not the text."""

    line: Line
    key: float | str | None = None
    tone: Tone | None = None


def text_cell(text: str, key: float | str | None = None, tone: Tone | None = None) -> Cell:
    """A cell with plain text."""
    return Cell(line=(text,), key=key, tone=tone)


def number_cell(value: float | None, digits: int = 0, tone: Tone | None = None) -> Cell:
    """A number with `digits` decimals. A dash stands where there is none, and is sorted last."""
    return text_cell("-", "") if value is None else text_cell(f"{value:,.{digits}f}", value, tone)


def sign_cell(sign: str) -> Cell:
    """A sign with its tone."""
    return text_cell(sign, tone=TONES.get(sign))


@dataclass(frozen=True, slots=True)
class Column:
    """
    A column: its `title` with the unit, its definition below the table, and whether it holds numbers.

    An `upright` title is written from bottom to top, so that many narrow columns fit. A terminal shows its `short` form
    instead, and explains it below the table.
    """

    title: str
    meaning: str = ""
    _: KW_ONLY
    numeric: bool = False
    upright: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """
    A table. Readers can sort and search it if it says so.

    Markdown and the terminal show only the first `rows_in_brief` rows if it is given, and say so. The page
    shows the first `rows_on_page` rows. Sorting and searching finds the others. They show plain text without links.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sortable: bool = False
    searchable: bool = False
    rows_in_brief: int | None = None
    rows_on_page: int = 5_000


Value: TypeAlias = str | Code | float | Cell | None
"""What a cell is made of: text, a name that is set apart, or a number (None: there is none)."""


def table_of(caption: str, columns: Iterable[Column], rows: Iterable[Iterable[Value]], **options: Any) -> Table:
    """A table with these values. The `options` are further fields of `Table`."""
    cells = tuple(tuple(map(_cell_of, row)) for row in rows)
    return Table(caption=caption, columns=tuple(columns), rows=cells, **options)


def _cell_of(value: Value) -> Cell:
    if isinstance(value, Cell):
        return value
    return Cell(line=(value,)) if isinstance(value, str | Code) else number_cell(value)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of sentences."""

    lines: tuple[Line, ...]


class TextLine(NamedTuple):
    """A line with its indentation, and the verdict whose sign stands before it."""

    text: str
    indent: int = 0
    word: Word | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines one below the other. A terminal folds them and colours their signs; a page shows them as a listing."""

    lines: tuple[TextLine, ...]


def list_lines(lines: Iterable[TextLine]) -> str:
    """The lines one below the other without folding, for pages that show terminal output."""
    return "\n".join(
        f"{' ' * line.indent}{SIGNS[line.word] + ' ' if line.word is not None else ''}{line.text}" for line in lines
    ).strip("\n")


def repeat_line(command: str, note: str = "") -> Line:
    """The command that repeats something, with a note about it."""
    return ("Repeat: ", Code(command), f" ({note})" if note else "")


@dataclass(frozen=True, slots=True)
class Listing:
    """Commands, or other literal text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A figure. `name` is its file name without the ending; `reading` explains how to read it."""

    name: str
    drawing: Drawing = field(hash=False)
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Pictures:
    """Figures, side by side if there is room."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that open on demand and are open in print."""

    summary: Line
    blocks: tuple[Block, ...]


Block: TypeAlias = "Line | Bullets | Table | Pictures | Lines | Listing | Heading | Fold"
"""A line alone is a paragraph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """
    A part of the report with an anchor.

    A `page` is printed on a sheet of its own. Markdown shows `in_brief`, the blocks for which a pull request has room;
    for most pages there are none.
    """

    anchor: str
    title: Line
    blocks: tuple[Block, ...]
    page: bool = False
    in_brief: tuple[Block, ...] = ()


def whole_section(anchor: str, title: Line, *blocks: Block) -> Section:
    """A section of which Markdown shows everything."""
    return Section(anchor=anchor, title=title, blocks=blocks, in_brief=blocks)


def how_section(anchor: str, how: Block, command: str, terms: Iterable[str]) -> Section:
    """How the records were measured, the command that repeats that, and what the words mean."""
    words = Bullets(tuple(" ".join(sentence.split()) for sentence in terms))
    blocks = how, Heading("Repeat"), Listing(command), Heading("Terms"), words
    return Section(anchor=anchor, title="How this was measured", blocks=blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """
    One chapter: the report's title, the sentences of its first screen, sections, and test suites.

    `lead` is the first paragraph, for readers who do not know the terms.
    """

    title: str
    answers: tuple[Line, ...]
    sections: tuple[Section, ...]
    lead: Line = ()
    suites: tuple[JUnitSuite, ...] = ()
