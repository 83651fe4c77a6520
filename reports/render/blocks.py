"""
The blocks of a report, independent of HTML, Markdown and the terminal: sentences, tables, pictures, commands.

A view decides *what* is shown; `kafka_assay.reports.render.html`, `.markdown` and `.terminal` decide *how*. Text in
blocks is plain. Every renderer escapes it in its own way, so no view has to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeAlias

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


Line: TypeAlias = tuple[str | Code | Strong | Link, ...]


def words_of(line: Line) -> str:
    """The text of a line without its marks, not escaped."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in line)


class Tone(StrEnum):
    """The meaning of a cell as a colour. Colour is never the only signal."""

    GOOD = "good"
    BAD = "bad"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table. `key` is the sort key of its column, if it is not the text."""

    line: Line
    key: float | str | None = None
    tone: Tone | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """
    A column: its `title` with the unit, its definition below the table, and whether it holds numbers.

    An `upright` title is written from bottom to top, so that many narrow columns fit. A terminal shows its `short` form
    instead, and explains it below the table.
    """

    title: str
    meaning: str = ""
    numeric: bool = False
    upright: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """
    A table. Readers can sort and search it if it says so.

    Markdown and the terminal show only the first `rows_in_brief` rows, and say so. The page
    shows the first `rows_on_page` rows. Sorting and searching finds the others. They show plain text without links.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sortable: bool = False
    searchable: bool = False
    rows_in_brief: int = 20
    rows_on_page: int = 5_000


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    line: Line


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


Block: TypeAlias = "Prose | Bullets | Table | Pictures | Lines | Listing | Heading | Fold"


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
