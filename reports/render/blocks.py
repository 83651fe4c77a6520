"""
What a report is made of, before it is HTML or Markdown: sections of sentences, tables, pictures and commands.

A chapter says *what* is shown; `kafka_assay.reports.render.html` and `kafka_assay.reports.render.markdown` say *how*.
Text in blocks is plain: every renderer escapes it in its own way, so no chapter has to think of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from kafka_assay.reports.render.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Code:
    """A name or a value, set apart from the prose around it."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """The word that carries the sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """
    A word that leads to the section with this `anchor`. Markdown, which has only some sections, shows the word alone.
    """

    text: str
    anchor: str


Line: TypeAlias = tuple[str | Code | Strong | Link, ...]


class Tone(StrEnum):
    """What a cell means, beside its words: colour for the eye, never the only signal."""

    GOOD = "good"
    BAD = "bad"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table. `key` is what the column sorts by, where that is not the text itself."""

    line: Line
    key: float | str | None = None
    tone: Tone | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its `title` with the unit, what the title means where it needs saying, and whether it holds numbers."""

    title: str
    meaning: str = ""
    numeric: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """
    A table; readers sort and search it where it says so.

    Markdown, which a pull request shows whole, gets the first `rows_in_brief` rows only and says so.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sortable: bool = False
    searchable: bool = False
    rows_in_brief: int = 20


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    line: Line


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences that stand side by side."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Commands, or other text that is taken literally."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A figure: `name` is its file name without the ending, `reading` says how it is read."""

    name: str
    drawing: Drawing = field(hash=False)
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Pictures:
    """Figures side by side where there is room."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks that open on demand, and in print."""

    summary: Line
    blocks: tuple[Block, ...]


Block: TypeAlias = "Prose | Bullets | Table | Pictures | Listing | Heading | Fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """
    A part of the report that can be linked to.

    A `page` stands on a sheet of its own in print, so that it can be handed on. Markdown shows `in_brief`: the blocks
    that a pull request has room for, none for most pages.
    """

    anchor: str
    title: Line
    blocks: tuple[Block, ...]
    page: bool = False
    in_brief: tuple[Block, ...] = ()
