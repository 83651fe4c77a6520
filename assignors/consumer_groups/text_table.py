"""
The text of kafka-consumer-groups as tables: a header in capitals, and rows under it.

Cells may be empty and may contain spaces, so rows are cut where the header's words start. Java pads by UTF-16 code
units, so the cut counts them as well. People also paste it as a Markdown table, as CSV or TSV; then rows are cut at the
separators. Lines that a shell, kubectl or a log writes between them are not rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from struct import unpack

from kafka_assay.assignors.consumer_groups.pasted_text import COMMAND, FENCE, PROMPT, RULE, is_chatter, table_lines
from kafka_assay.assignors.consumer_groups.separated_cells import cells_by_sign, names_in, sign_between, split
from kafka_assay.assignors.consumer_groups.text_layouts import OWNERS, columns_of, is_header, unwrapped
from kafka_assay.assignors.errors import AssayError, InvalidGroup

_COMMA_HEADER = re.compile(r"\s*GROUP, TOPIC, PARTITION, CURRENT OFFSET, LOG END OFFSET, LAG, OWNER\s*")
_COMMA_ROW = re.compile(r"((?:(?!, \d+, ).)+), (\S+), (\d+), (\d+|unknown), (\d+|unknown), (-?\d+|unknown), ([^,]+)")
_CHECKER = re.compile(r"\s*Group\s+Topic\s+Pid\s+Offset\s+logSize\s+Lag\s+Owner\s*")
_STATE_ROW = re.compile(r"(.*?)\s*(\S+:\d+\s+\(\S+\))\s+(?:(\S+)\s+)??([A-Za-z]+)((?:\s+(?:\d+|-))*)\s*")
_GLUED = re.compile(r"(\S+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(/\S+)")

_NUMBER = r"(?:\d+|-|unknown)"
_ROWS = (
    re.compile(rf"(?:^|.*\s)\S+\s+{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}\s+-?{_NUMBER}(\s.*)?"),
    re.compile(r".*\s(?:/[^\s/]+|\d+(?:\.\d+){3})\s+\S+\s+\d+(\s+(-|\S*\(\d.*|\S+:\d\S*|(-|\d+)\s.*))?\s*"),
    re.compile(r".*\S:\d+\s+\(-?\d+\)\s.*\d\s*"),
    _COMMA_ROW,
)
"""What rows of the three views look like, and those of 0.9."""

_NOTICE = re.compile(r"\s*(Error: |Error while executing |Warning: |Note: |(Consumer|Share|Streams) group ['`])")
NAMED = re.compile(
    r"(?:(?:Error|Warning|Note): )?(Consumer|Share|Streams) group ['`](.+)['`] "
    r"(has no active members|has no offset information|is rebalancing)\."
)
"""A remark about a group: the type, the group, and what the remark says of it."""
_OF_GROUP = re.compile(r"\s*(?:(?:Error|Warning|Note): )?(?:Consumer|Share|Streams) group ['`][^'`]*['`]?\s*(.*)")
_SAID = ("has no active members.", "has no offset information.", "is rebalancing.", "does not exist")
_COMMAND_GROUP = re.compile(r"--group[ =]['\"]?([^\s'\"]+)")
_TRACE = re.compile(r"\s+at \S+\(.*\)\s*|\s*(Caused by: |Exception in thread )?([\w$]+\.)+\w*(Exception|Error)\b.*")
_LEFT_OUT = re.compile(r"(?i)\s*[\[(<]*\s*(\.{2,}|…|snip|cut|omitted|truncated|\d+ (more|other) (rows|lines)).{0,60}")
_TRACE_REST = re.compile(r"\s*\.\.\. \d+ more\s*")
_STREAMS_COLUMNS = {"OFFSET-LAG", "PROCESS", "MEMBER-PROTOCOL"}
_STREAMS = (
    "this is the table of kafka-streams-groups: the broker assigns tasks, not partitions, so the laws of consumer "
    "groups do not apply"
)
_CHECKERS = (
    "this is the table of ConsumerOffsetChecker (Kafka 0.8), which shows no members. "
    "Run kafka-consumer-groups --describe --members --verbose instead"
)

ASSIGNMENTS = ("ASSIGNMENT", "CURRENT-ASSIGNMENT", "TARGET-ASSIGNMENT")
"""Columns whose cells may contain spaces in the format of older releases."""
_MAY_BE_BLANK = {"GROUP-INSTANCE-ID", "ASSIGNMENT-STRATEGY", "ASSIGNMENT", "CLIENT-ID"}
"""For these the tool may print nothing; for all others it prints at least a dash."""
_NUMERIC = {"PARTITION", "#PARTITIONS", "#MEMBERS"}
_WITHOUT_CLIENT = re.compile(r"-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The coordinator makes a member's id of its client id, a dash and a random end."""
_PADDED = re.compile(r"\s*\S+\s{2,}\S.*\s{2,}\S.*")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRow:
    """One row: `line` counts from 1, `cells` holds column -> text without padding."""

    line: int
    cells: dict[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTable:
    """
    One table: the names of its columns, its rows, and the line of its header.

    `named` is the group that a remark or a command names between the table before and this one. `left_out` lists the
    lines that say that rows were left out (`...`). `is_separated`: signs show that no column was cut off.
    """

    columns: tuple[str, ...]
    rows: tuple[TextRow, ...]
    line: int = 0
    named: str | None = None
    left_out: tuple[int, ...] = ()
    is_separated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage:
    """The content of one file: its tables, and the tool's own remarks (`Error: ...`, `Warning: ...`) around them."""

    tables: tuple[ToolTable, ...]
    notices: tuple[str, ...]


def is_tool_text(text: str) -> bool:
    r"""
    Whether `text` contains a table or a remark of kafka-consumer-groups, or begins with rows, or a command and rows.

    >>> is_tool_text("GROUP TOPIC PARTITION\ng t0 0"), is_tool_text('{"format": "assay-group/1"}')
    (True, False)
    """
    lines = [line for line in table_lines(text) if line.strip()]
    known = any(_opens_table(line) or _CHECKER.match(line) or _is_notice(line) for line in lines)
    first = next((line for line in lines if not (COMMAND.fullmatch(line) or FENCE.fullmatch(line))), "")
    return known or _looks_like_row(first)


def parse_page(text: str) -> TextPage:
    r"""
    Parse the tables and remarks in `text`, and skip what shells and logs write between them.

    Raises `InvalidGroup` for a row that does not fit its header, and for rows that have none.

    >>> parse_page("GROUP STATE #MEMBERS\ng     Empty 0\n").tables[0].rows[0].cells
    {'GROUP': 'g', 'STATE': 'Empty', '#MEMBERS': '0'}
    """
    lines = table_lines(text)
    page = _PageReader()
    for number, line in unwrapped(lines, _ends_table):
        page.read(number, line, lines)
    page.close()
    return TextPage(tables=tuple(page.tables), notices=tuple(page.notices))


class _PageReader:
    """The tables read so far, and the one that is open."""

    def __init__(self) -> None:
        self.tables: list[ToolTable] = []
        self.notices: list[str] = []
        self.columns: tuple[str, ...] = ()
        self.cut: Callable[[str, int], dict[str, str]] = _cells_by_commas
        self.starts: list[int] = []
        self.sign = ""
        self.rows: list[TextRow] = []
        self.firsts: set[str] = set()
        self.left_out: list[int] = []
        self.header = 0
        self.paused = self.in_trace = False
        self.named: str | None = None
        self.named_next: str | None = None

    def close(self) -> None:
        """Keep the open table, if there is one."""
        if self.columns:
            table = ToolTable(
                columns=self.columns,
                rows=tuple(self.rows),
                line=self.header,
                named=self.named,
                left_out=tuple(self.left_out),
                is_separated=bool(self.sign),
            )
            self.tables.append(table)
        self.columns, self.starts, self.rows, self.firsts, self.left_out, self.sign = (), [], [], set(), [], ""

    def read(self, number: int, line: str, lines: Sequence[str]) -> None:
        """Take one line. A table goes on after an empty line if what follows looks like its rows."""
        if _CHECKER.fullmatch(line):
            raise AssayError(f"line {number}: {_CHECKERS}")
        is_row = self._is_row(line)
        in_trace, self.in_trace = self.in_trace, False
        if _is_notice(line) or (not is_row and (_TRACE.fullmatch(line) or (in_trace and _TRACE_REST.fullmatch(line)))):
            self._remark(number, line)
        elif _opens_table(line):
            self._open(number, line)
        elif not line.strip() or FENCE.fullmatch(line):
            self.paused = True
        elif self.columns and _LEFT_OUT.fullmatch(line):
            self.left_out.append(number)
        elif self.columns and (is_row or not (self.paused or is_chatter(line))):
            self.rows.append(TextRow(line=number, cells=self._cells(line, number)))
            self.firsts.add(self._first_cell(line))
        elif is_row:
            raise _no_header(number, line, lines)
        elif COMMAND.fullmatch(line):
            self.close()
            groups = set(_COMMAND_GROUP.findall(line))
            self.named_next = groups.pop() if len(groups) == 1 else None
        elif (prompt := PROMPT.fullmatch(line)) and (prompt["command"] or "").strip():
            self.close()
        elif prompt:
            self.paused = True

    def _is_row(self, line: str) -> bool:
        """Whether `line` is a row of any table, or of the open one."""
        if self.sign and RULE.fullmatch(line):
            return False
        if self._first_cell(line) in self.firsts or (_looks_like_row(line) and not self.sign):
            return True
        if not self.columns:
            return False
        try:
            cells = self._cells(line, 0)
        except InvalidGroup:
            # A row that was cut off is one as well: other text has no wide gaps.
            is_torn = _PADDED.fullmatch(line) or (self.sign in {"|", "\t"} and line.count(self.sign) > 1)
            return bool(self.paused and is_torn) and not is_chatter(line) and any(map(str.isdecimal, line.split()))
        return any(cell.isdecimal() for name, cell in cells.items() if name in _NUMERIC)

    def _first_cell(self, line: str) -> str:
        return next(iter(split(line, self.sign) if self.sign else line.split(maxsplit=1)), "")

    def _remark(self, number: int, line: str) -> None:
        self.in_trace = not _is_notice(line)
        if not self.in_trace or not self.notices:
            self.notices.append(line.strip())
        if found := NAMED.fullmatch(line.strip()):
            self.named_next = found[2]
        elif _OF_GROUP.match(line) and "does not exist" not in line:
            raise InvalidGroup(f"line {number}", line.strip(), "a whole remark, such as ... has no active members.")

    def _open(self, number: int, line: str) -> None:
        self.close()
        self.header, self.paused, self.named, self.named_next = number, False, self.named_next, None
        if _COMMA_HEADER.fullmatch(line):
            self.columns, self.cut = tuple(OWNERS.split()), _cells_by_commas
            return
        self.sign = sign_between(line)
        if self.sign:
            self.columns = tuple(names_in(line, self.sign))
            self.cut = partial(_cells_by_tabs if self.sign == "\t" else cells_by_sign, self.columns, self.sign)
            return
        columns = columns_of(line)
        self.columns = tuple(name for name, _ in columns)
        if _STREAMS_COLUMNS.intersection(self.columns):
            raise AssayError(f"line {number}: {_STREAMS}")
        is_state = "COORDINATOR (ID)" in self.columns
        self.cut = partial(_state_cells if is_state else _cells_by_words, self.columns)
        # The tool pads every header. A header without padding was pasted through a program that joins spaces.
        if "  " in line.strip() and not is_state:
            self.starts = [start for _, start in columns]

    def _cells(self, line: str, number: int) -> dict[str, str]:
        by_place = _cells_by_place(line, self.columns, self.starts) if self.starts else None
        cells = by_place or self.cut(line, number)
        for column, cell in cells.items():
            is_cut = column not in _MAY_BE_BLANK or (column == "CLIENT-ID" and not self._has_no_client(cells, line))
            if not cell and is_cut and not self.sign:
                raise InvalidGroup(f"line {number} {column}", "", "text, or - (the row may be cut off)")
            if "  " in cell and column == self.columns[-1]:
                raise InvalidGroup(f"line {number} {column}", cell, "one cell (are two lines joined?)")
            if "..." in cell or "…" in cell:
                raise InvalidGroup(f"line {number} {column}", cell, "the whole cell: the text was shortened")
        return cells

    def _has_no_client(self, cells: dict[str, str], line: str) -> bool:
        """Whether a blank CLIENT-ID is one, and no end of a row that was cut off."""
        is_inside = self.columns[-1] != "CLIENT-ID" or (self.starts and len(_utf_16_units(line)) >= self.starts[-1])
        return bool(self.sign or is_inside or _WITHOUT_CLIENT.fullmatch(cells.get("CONSUMER-ID", "")))


def _opens_table(line: str) -> bool:
    return is_header(line) or _COMMA_HEADER.fullmatch(line) is not None or bool(sign_between(line))


def _looks_like_row(line: str) -> bool:
    return any(row.fullmatch(line) for row in _ROWS)


def _no_header(number: int, line: str, lines: Sequence[str]) -> InvalidGroup:
    later = next((place for place, other in enumerate(lines, start=1) if place > number and _opens_table(other)), None)
    where = "the text has none" if later is None else f"it is in line {later}: put it first"
    return InvalidGroup(f"line {number}", line.strip(), f"a header above this row ({where})")


def _ends_table(line: str) -> bool:
    return _opens_table(line) or is_chatter(line) or _is_notice(line)


def _is_notice(line: str) -> bool:
    """Whether the tool wrote `line`. A sentence about a group that is no remark, nor the start of one, is prose."""
    said = found[1].rstrip() if (found := _OF_GROUP.match(line)) else ""
    return bool(_NOTICE.match(line)) and any(said.startswith(one) or one.startswith(said) for one in _SAID)


def _cells_by_place(line: str, names: Sequence[str], starts: Sequence[int]) -> dict[str, str] | None:
    """Cut a row where the header's words start, or None where the cells do not start there."""
    units = _utf_16_units(line)
    if any(units[start - 1 : start] not in {"", " "} for start in starts if start):
        return None
    texts = [_text_of(units[start:end]) for start, end in zip(starts, [*starts[1:], len(units)], strict=True)]
    if any(text.strip() and text.startswith(" ") for text in texts):
        return None
    cells = {name: text.strip() for name, text in zip(names, texts, strict=True)}
    blank = [name for name, cell in cells.items() if not cell]
    spaced = len(line.split()) != len(names) - len(blank)
    return None if spaced and not _MAY_BE_BLANK.issuperset(blank) else cells


def _utf_16_units(line: str) -> str:
    """One character for each code unit."""
    if line.isascii():
        return line
    data = line.encode("utf-16-le", "surrogatepass")
    return "".join(map(chr, unpack(f"<{len(data) // 2}H", data)))


def _text_of(units: str) -> str:
    return units if units.isascii() else units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _cells_by_words(names: Sequence[str], line: str, number: int) -> dict[str, str]:
    """
    Cut a row at spaces. Used where the cells are not under their headers: a cell is too long, or spaces were lost.
    """
    words = line.split(maxsplit=len(names) - 1)
    if len(words) == len(names) - 1 and "GROUP" not in names and "HOST" in names:
        host = names.index("HOST")
        glued = _GLUED.fullmatch(words[host - 1])
        words[host - 1 : host] = glued.groups() if glued else words[host - 1 : host]
    if len(words) != len(names) or (len(words[-1].split()) > 1 and names[-1] not in ASSIGNMENTS):
        raise InvalidGroup(f"line {number}", line.strip(), f"a cell under each of {', '.join(names)}")
    return dict(zip(names, (word.strip() for word in words), strict=True))


def _cells_by_tabs(names: Sequence[str], sign: str, line: str, number: int) -> dict[str, str]:
    """Cut a row at tabs, or at all spaces where tabs and spaces separate its cells."""
    try:
        return cells_by_sign(names, sign, line, number)
    except InvalidGroup:
        return (_state_cells if "COORDINATOR (ID)" in names else _cells_by_words)(names, line, number)


def _cells_by_commas(line: str, number: int) -> dict[str, str]:
    """A row of Kafka 0.9."""
    found = _COMMA_ROW.fullmatch(line.strip())
    if found is None:
        raise InvalidGroup(f"line {number}", line.strip(), f"seven cells: {OWNERS}")
    return dict(zip(OWNERS.split(), found.groups(), strict=True))


def _state_cells(names: Sequence[str], line: str, number: int) -> dict[str, str]:
    """A row of the state view, cut by what the cells look like: a long coordinator moves all that follows it."""
    found = _STATE_ROW.fullmatch(line)
    numbers = found[5].split() if found else []
    numeric = [name for name in names if name in {"GROUP-EPOCH", "TARGET-ASSIGNMENT-EPOCH", "#MEMBERS"}]
    if found is None or len(numbers) != len(numeric) or bool(found[1]) != ("GROUP" in names):
        raise InvalidGroup(f"line {number}", line.strip(), f"a cell under each of {', '.join(names)}")
    texts = {"GROUP": found[1].strip(), "COORDINATOR (ID)": found[2], "STATE": found[4]}
    texts |= {"ASSIGNMENT-STRATEGY": found[3] or "", **dict(zip(numeric, numbers, strict=True))}
    return {name: texts.get(name, "") for name in names}
