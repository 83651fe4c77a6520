"""A report as Markdown for a pull request: the results first, then short tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import assert_never

from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Chapter,
    Code,
    Fold,
    Heading,
    Line,
    Lines,
    Link,
    Listing,
    Pictures,
    Piece,
    Strong,
    Table,
    list_lines,
    pieces_of,
    words_of,
)
from kafka_assay.reports.wording.safe_names import escape_unprintable


def render_markdown(chapters: Sequence[Chapter]) -> str:
    """The chapters one after another, each section with its brief content."""
    parts: list[str] = []
    for chapter in chapters:
        parts.append(f"# {_plain(chapter.title)}")
        parts += [text_of(line) for line in (chapter.lead, *chapter.answers) if line]
        for section in chapter.sections:
            if section.in_brief:
                parts.append(f"## {text_of(section.title)}")
                parts += [_block(block) for block in section.in_brief]
    return "\n\n".join(parts) + "\n"


def blocks_text(blocks: Sequence[Block]) -> str:
    """The blocks one after another, without an end of line at the end."""
    return "\n\n".join(map(_block, blocks))


def text_of(line: Line) -> str:
    r"""
    A line as Markdown: names as code, all other text escaped.

    >>> text_of(("see ", Code("a|`b`"), " <now> *and* ", Strong("here")))
    'see `` a|`b` `` &lt;now&gt; \\*and\\* **here**'
    """
    return "".join(map(_piece, pieces_of(line)))


def _piece(piece: Piece) -> str:
    match piece:
        case Code(text) | Link(text):
            return code(text)
        case Strong(text):
            return f"**{_plain(text)}**"
        case str():
            return _plain(piece)
        case unknown:
            assert_never(unknown)


def code(text: str) -> str:
    """
    `text` as a code span, with as many backticks around it as necessary.

    >>> code("payments-app"), code("")
    ('`payments-app`', '` `')
    """
    shown = escape_unprintable(text) or " "
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{shown}{fence}" if not pad or not shown.strip() else f"{fence} {shown} {fence}"


def _plain(text: str) -> str:
    # GitHub notifies the person that an @ names, even if it is escaped. An invisible comment after the @ prevents it.
    return _escape(text).replace("@", "@<!-- -->")


def _escape(text: str) -> str:
    return re.sub(r"([\\`*_\[|~])", r"\\\1", escape(escape_unprintable(text), quote=False))


def _image_text(text: str) -> str:
    # In this place an @ notifies nobody and a comment would be visible. A bracket would end the text.
    return _escape(text).replace("]", "\\]")


def _block(block: Block) -> str:
    match block:
        case str() | tuple():
            return text_of(block)
        case Bullets(lines):
            return "\n".join(f"* {text_of(line)}" for line in lines)
        case Heading(text):
            return f"### {_plain(text)}"
        case Lines(lines):
            return _listing(list_lines(lines))
        case Listing(text):
            return _listing(text)
        case Table():
            return _table(block)
        case Pictures(pictures):
            return "\n\n".join(f"![{_image_text(one.drawing.alt)}](figures/{one.name}.svg)" for one in pictures)
        case Fold(summary, blocks):
            # Inside an HTML tag only HTML's own signs must be escaped, not Markdown's.
            head = escape(escape_unprintable(words_of(summary)), quote=False)
            return f"<details><summary>{head}</summary>\n\n{blocks_text(blocks)}\n\n</details>"
        case unknown:
            assert_never(unknown)


def _listing(text: str) -> str:
    return "\n".join(f"    {escape_unprintable(line)}" for line in text.splitlines())


def _table(table: Table) -> str:
    lines = [
        "| " + " | ".join(_plain(column.title) for column in table.columns) + " |",
        "|" + "|".join("---:" if column.numeric else "---" for column in table.columns) + "|",
    ]
    lines += ["| " + " | ".join(_cell(cell.line) for cell in row) + " |" for row in table.rows[: table.rows_in_brief]]
    left_out = len(table.rows[table.rows_in_brief :]) if table.rows_in_brief is not None else 0
    if left_out:
        lines += ["", f"… and {left_out:,} more, in `index.html`."]
    return "\n".join(lines)


def _cell(line: Line) -> str:
    # A pipe ends a cell even inside a code span. Outside of one it is escaped already.
    return re.sub(r"(?<!\\)\|", r"\\|", text_of(line))
