"""What tests read from chapters and blocks."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.reports.render.blocks import Block, Chapter, Lines, Table, words_of
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views import ReportOptions, write_chapters


def chapter_in(folder: Path) -> Chapter:
    """Return the only chapter about the records in `folder`."""
    (found,) = write_chapters(folder, ReportOptions())
    return found


def markdown_in(folder: Path) -> str:
    """Return it as Markdown."""
    return render_markdown([chapter_in(folder)])


def titles_of(table: Block | None) -> list[str]:
    """Return the titles of the columns."""
    assert isinstance(table, Table)
    return [column.title for column in table.columns]


def cells_of(table: Block | None) -> list[list[str]]:
    """Return the texts of the rows, and assert that each row has a cell for each column."""
    assert isinstance(table, Table)
    assert {len(table.columns)} >= set(map(len, table.rows))
    return [[words_of(cell.line) for cell in row] for row in table.rows]


def lines_in(block: Block) -> list[str]:
    """Return the texts of its lines."""
    assert isinstance(block, Lines)
    return [line.text for line in block.lines]
