"""
The text of `rpk group describe`: for each group some lines `KEY value`, then a table of its partitions.

Three generations, from rpk's source: `rpk cluster offsets` of 21.3 to 21.9 (one table with the column GROUP, and spaces
in the names of columns), `rpk cluster offsets` of 21.10, and `rpk group describe` of 21.11 to 25.3, which added
TOTAL-LAG, LOG-START-OFFSET, COORDINATOR-NODE and an empty line above the table. The cells of a partition without an
owner are empty at the end.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kafka_assay.assignors.consumer_groups import described_groups
from kafka_assay.assignors.consumer_groups.documents import number_in
from kafka_assay.assignors.consumer_groups.pasted_text import is_chatter
from kafka_assay.assignors.consumer_groups.views import OffsetsRow, SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.json_values import INT32, INT64, integer_at
from kafka_assay.assignors.model import GROUP_STATES, LEGAL_TOPIC, MOST_PARTITIONS

_KEYS = "GROUP|COORDINATOR|COORDINATOR-NODE|COORDINATOR-PARTITION|STATE|BALANCER|MEMBERS|TOTAL-LAG|ERROR"
_PAIR = re.compile(rf"\s*({_KEYS})(?: +(\S.*?))?\s*")
_BLOCK = re.compile(r"^\s*GROUP +\S.*\n\s*(?:COORDINATOR|STATE +\w+\s*$)", re.MULTILINE)
_HEADER = re.compile(r"\s*(?:GROUP +)?TOPIC +PARTITION +(?:\S.* )?(?:MEMBER-ID|CONSUMER(?: ID)?)(?: .*)?")
_OFFSETS = re.compile(r"\s*GROUP +TOPIC +PARTITION +LAG +LAG % ")
_BY_TOPIC = re.compile(r"TOPIC +LAG\s*")
_ROW = re.compile(r"\s*\S+ +(?:\S+ +)?\d+ +\S+ +\S.*")
_CELL = re.compile(r"\S+(?: \S+)*")
_FIRST_NAMES = {
    "COMMITTED": "CURRENT-OFFSET",
    "LATEST": "LOG-END-OFFSET",
    "CONSUMER": "MEMBER-ID",
    "CLIENT-HOST": "HOST",
}
"""Columns of the first generation, without the words OFFSET and ID that some releases added, and their later names."""
_NEEDED = {"TOPIC", "PARTITION", "CURRENT-OFFSET", "LOG-END-OFFSET", "LAG", "MEMBER-ID"}
_KNOWN = {*_NEEDED, "GROUP", "LAG %", "LOG-START-OFFSET", "INSTANCE-ID", "CLIENT-ID", "HOST", "ERROR"}


def recognises(text: str) -> bool:
    r"""
    Whether `text` is printed by rpk.

    >>> recognises("GROUP        g\nCOORDINATOR  1\n"), recognises("GROUP TOPIC PARTITION\ng t0 0")
    (True, False)
    """
    text = _spaced(text)
    return _BLOCK.search(text) is not None or any(
        _OFFSETS.match(line) or (_HEADER.fullmatch(line) and "MEMBER-ID" in line) for line in text.split("\n")
    )


def read(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """Add the groups in `source`, which may be JSON or YAML of rpk, too. Raises `AssayError`."""
    if described_groups.recognises(source.text):
        return described_groups.read(source, groups)
    reader = _Reader(source, groups)
    for number, line in enumerate(_spaced(source.text).split("\n"), start=1):
        reader.read_line(line, number)
    reader.end_group()
    if not reader.found:
        raise AssayError("contains no group of rpk: expected the lines GROUP, COORDINATOR, STATE, or a table")
    return ()


def _spaced(text: str) -> str:
    """The `text` with Unix line ends, and with spaces where tabs separate the columns."""
    text = text.replace("\r\n", "\n")
    return text.expandtabs(256) if "\tMEMBER-ID" in text else text


class _Column(NamedTuple):
    name: str
    start: int
    end: int | None


class _Reader:
    """Reads line by line. `_views` is the group that is read, `_columns` the header of the open table."""

    def __init__(self, source: SourceText, groups: dict[str, Views]) -> None:
        self._source, self._groups = source, groups
        self._views: Views | None = None
        self._columns: list[_Column] = []
        self._seen: set[tuple[str, str | None, int]] = set()
        self._total_lag: int | None = None
        self._lag = 0
        self._has_lines = self.found = False

    def read_line(self, line: str, number: int) -> None:
        pair = _PAIR.fullmatch(line)
        if not line.strip():
            self._columns = []
        elif _HEADER.fullmatch(line):
            self._columns = _columns(line, number)
            if self._views is None and "GROUP" not in line:
                self._views = self._named_views(number)
        elif _BY_TOPIC.fullmatch(line):
            raise InvalidGroup(f"line {number}", line, "the table of partitions: leave out --print-lag-per-topic")
        elif pair and (pair[1] == "GROUP" or not self._columns):
            self._read_pair(pair[1], pair[2], number)
        elif is_chatter(line) and not _ROW.match(line):
            self._columns = []
        elif self._columns:
            self._read_row(line, number)
        elif _ROW.match(line):
            raise InvalidGroup(f"line {number}", line.strip(), "a header with TOPIC, ..., MEMBER-ID above this row")

    def _read_pair(self, key: str, value: str | None, number: int) -> None:
        if key == "GROUP":
            if value is None:
                raise InvalidGroup(f"line {number} GROUP", "", "the name of a group")
            self.end_group()
            self._columns, self._views, self._has_lines = [], self._fresh(value), True
            self._total_lag, self._lag = None, 0
        views = self._views
        if views is None:
            raise InvalidGroup(f"line {number}", key, "a line GROUP above it")
        if key == "STATE":
            if value not in GROUP_STATES:
                raise InvalidGroup(f"line {number} STATE", value, f"one of {', '.join(GROUP_STATES)}")
            views.state = value
        elif key == "BALANCER":
            views.strategy = value
        elif key == "MEMBERS":
            views.member_count = _number(value, f"line {number} MEMBERS", most=INT32)
        elif key == "TOTAL-LAG":
            self._total_lag = _number(value, f"line {number} TOTAL-LAG", most=INT64)
        elif key == "ERROR":
            raise AssayError(f"group {views.name!r} was not described (line {number}): {value}")

    def _read_row(self, line: str, number: int) -> None:
        cells = {}
        for name, start, end in self._columns:
            if start and line[start - 1 : start].strip():
                raise InvalidGroup(f"line {number}", line.strip(), "cells under the names of the columns")
            cells[name] = line[start:end].strip()
        views = self._views
        if "GROUP" in cells:
            if not cells["GROUP"]:
                raise InvalidGroup(f"line {number} GROUP", "", "the name of a group")
            views = self._groups.get(cells["GROUP"]) or self._fresh(cells["GROUP"])
        assert views is not None, "a table without a name has the group above it"
        place = f"line {number}"
        row = _offsets_row(cells, place)
        if (views.name, row.topic, row.partition) in self._seen:
            raise InvalidGroup(place, f"{row.topic}-{row.partition}", "each partition of a group once")
        self._seen.add((views.name, row.topic, row.partition))
        views.offsets = views.offsets or []
        views.offsets.append(row)
        self._lag += _number(cells["LAG"].removeprefix("-"), f"{place} LAG", most=INT64) or 0
        if cells.get("ERROR"):
            views.remark(f"rpk reports an error for {row.topic}-{row.partition}: {cells['ERROR']}")

    def _fresh(self, name: str) -> Views:
        views = self._groups.setdefault(name, Views(name=name))
        if views.offsets is not None:
            views.remark("the group was given more than once; what was given last is used")
        views.offsets, self.found = None, True
        self._seen = {one for one in self._seen if one[0] != name}
        return views

    def _named_views(self, number: int) -> Views:
        """The group of a table without a name, as `--print-commits` prints it."""
        names = self._source.group_names
        name = names[0] if len(names) == 1 else self._source.file
        if not name:
            raise InvalidGroup(f"line {number}", "TOPIC", "the option --group NAME: the text does not name the group")
        if len(names) != 1:
            self._fresh(name).remark(f"the group is called {name!r}, as the file is; --group NAME names it")
        return self._fresh(name)

    def end_group(self) -> None:
        """Check the group that ends here."""
        views = self._views
        if views is None or not self._has_lines:
            return
        if views.state is None or views.member_count is None:
            raise AssayError(f"group {views.name!r} has no line STATE or MEMBERS: the text may be cut off")
        if views.offsets is None and views.members is None and views.member_count:
            raise AssayError(f"group {views.name!r} has members, but no partitions: leave out --print-summary")
        if self._total_lag not in {None, self._lag}:
            views.remark(f"rows are missing: those shown have a lag of {self._lag}, but TOTAL-LAG is {self._total_lag}")
        views.offsets = views.offsets or []


def _columns(line: str, number: int) -> list[_Column]:
    found = list(_CELL.finditer(line))
    ends = [one.start() for one in found[1:]]
    names = [one.group().removesuffix(" OFFSET").removesuffix(" ID") for one in found]
    names = [_FIRST_NAMES.get(name, name) for name in names]
    if not _NEEDED <= set(names) <= _KNOWN:
        raise InvalidGroup(
            f"line {number}", line.strip(), "the header of rpk, with at least two spaces between columns"
        )
    return [_Column(name, one.start(), end) for name, one, end in zip(names, found, [*ends, None], strict=True)]


def _offsets_row(cells: dict[str, str], place: str) -> OffsetsRow:
    topic, member = cells["TOPIC"], cells["MEMBER-ID"].removeprefix("-")
    if "GROUP" in cells and not cells["MEMBER-ID"]:
        raise InvalidGroup(place, "", "a member under CONSUMER, or - (the row may be cut off)")
    if not LEGAL_TOPIC.fullmatch(topic):
        raise InvalidGroup(f"{place} TOPIC", topic, "a topic name")
    partition = _number(cells["PARTITION"], f"{place} PARTITION", most=MOST_PARTITIONS - 1)
    end = _number(cells.get("LOG-END-OFFSET"), f"{place} LOG-END-OFFSET", most=INT64)
    if partition is None or end is None or not cells.get("LAG"):
        expected = "a number under PARTITION, LOG-END-OFFSET and LAG (the row may be cut off)"
        raise InvalidGroup(place, " ".join(filter(None, cells.values())), expected)
    rest = [cells[name].removeprefix("" if member else "-") for name in cells if name in {"CLIENT-ID", "HOST"}]
    # A client id may be empty. The last column is not, so a row that has it is not cut off.
    if rest and bool(member) != bool(rest[-1] if member else any(rest)):
        raise InvalidGroup(place, member, "MEMBER-ID, CLIENT-ID and HOST, or none of them (the row may be cut off)")
    return OffsetsRow(
        topic=topic,
        partition=partition,
        committed=_number(cells.get("CURRENT-OFFSET"), f"{place} CURRENT-OFFSET", most=INT64),
        end=end,
        member=member or None,
        host=cells.get("HOST") or None,
        client_id=cells.get("CLIENT-ID") or None,
        instance_id=cells.get("INSTANCE-ID") or None,
    )


def _number(text: str | None, place: str, *, most: int) -> int | None:
    return None if text in {None, "", "-"} else integer_at(number_in(text), place, most=most, least=0, what="a number")
