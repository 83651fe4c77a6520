"""
The text of kafka-consumer-groups as tables: a header in capitals, rows under it, an empty line after it.

Cells may be empty and may contain spaces, so rows are cut where the header's words start. Java pads by UTF-16 code
units, so the cut counts them as well. Lines that kubectl adds for a tool in a pod are not rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kafka_assay.assignors.errors import InvalidGroup

_HEADER = re.compile(r"\s*GROUP(\s+(#?[A-Z][A-Z0-9-]*|\(ID\)))+\s*")
_COLUMN = re.compile(r"\S+(?: \(ID\))?")
_NOTICE = re.compile(r"\s*(Error: |Warning: |Note: |Consumer group ')")
_KUBECTL = re.compile(
    r"\s*(pod \".+\" deleted( from .+ namespace)?|command terminated with exit code \d+"
    r"|Defaulted container .+|If you don't see a command prompt, try pressing enter\.|Unable to use a TTY - .+)\s*"
)
_SPACE = " ".encode("utf-16-le")

ASSIGNMENTS = ("ASSIGNMENT", "CURRENT-ASSIGNMENT", "TARGET-ASSIGNMENT")
"""Columns whose cells may contain spaces in the format of older releases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRow:
    """One row: `line` counts from 1, `cells` holds column -> text without padding."""

    line: int
    cells: dict[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTable:
    """One table: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[TextRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage:
    """The content of one file: its tables, and the tool's own remarks (`Error: ...`, `Warning: ...`) around them."""

    tables: tuple[ToolTable, ...]
    notices: tuple[str, ...]


def is_tool_text(text: str) -> bool:
    r"""
    Whether `text` contains a table or a remark of kafka-consumer-groups.

    >>> is_tool_text("GROUP TOPIC PARTITION\ng t0 0"), is_tool_text('{"format": "assay-group/1"}')
    (True, False)
    """
    return any(_HEADER.fullmatch(line) or _NOTICE.match(line) for line in text.splitlines())


def parse_page(text: str) -> TextPage:
    r"""
    Parse the tables and remarks in `text`, and skip all other lines.

    >>> parse_page("GROUP TOPIC\ng     t0\n").tables[0].rows[0].cells
    {'GROUP': 'g', 'TOPIC': 't0'}
    """
    tables: list[ToolTable] = []
    notices: list[str] = []
    columns: dict[str, int] = {}
    padded = True
    rows: list[TextRow] = []

    def close() -> None:
        if columns:
            tables.append(ToolTable(columns=tuple(columns), rows=tuple(rows)))
            rows.clear()

    # Not splitlines: a client id may contain a character that Python treats as the end of a line.
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if _NOTICE.match(line):
            notices.append(line.strip())
        elif _KUBECTL.fullmatch(line):
            continue
        elif _HEADER.fullmatch(line):
            close()
            columns = {found.group(): found.start() for found in _COLUMN.finditer(line)}
            # The tool pads every header. A header without padding was pasted through a program that joins spaces.
            padded = "  " in line.strip()
        elif not line.strip():
            close()
            columns = {}
        elif columns:
            cells = _cells(line, columns, number) if padded else _cells_by_words(line, list(columns), number)
            rows.append(TextRow(line=number, cells=cells))
    close()
    return TextPage(tables=tuple(tables), notices=tuple(notices))


def _cells(line: str, columns: dict[str, int], number: int) -> dict[str, str]:
    names, starts = list(columns), list(columns.values())
    units = line.encode("utf-16-le", "surrogatepass")
    aligned = all(units[2 * start - 2 : 2 * start] in {b"", _SPACE} for start in starts if start)
    if not aligned:
        return _cells_by_words(line, names, number)
    ends = [*starts[1:], len(units)]
    return {
        name: units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").strip()
        for name, start, end in zip(names, starts, ends, strict=True)
    }


def _cells_by_words(line: str, names: list[str], number: int) -> dict[str, str]:
    """
    Cut a row at spaces. Used where the cells are not under their headers: a cell is too long, or spaces were lost.
    """
    words = line.split(maxsplit=len(names) - 1)
    if len(words) != len(names) or (len(words[-1].split()) > 1 and names[-1] not in ASSIGNMENTS):
        raise InvalidGroup(f"line {number}", line.strip(), f"a cell under each of {', '.join(names)}")
    return dict(zip(names, (word.strip() for word in words), strict=True))
