"""
The input of an audit: files that are checked before anything starts, and their lines, which are not parsed yet.

A `.jsonl` file holds a group on each line, any other file one group.
"""

from __future__ import annotations

import heapq
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from stat import S_ISREG
from typing import Any, NamedTuple

from kafka_assay.assignors.errors import AssayError, error_record
from kafka_assay.assignors.model import Group

_MANY = ".jsonl"
TEXT = 200
"""So many characters name a bad line that has no number."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """
    The text of one group: its place among all (from 0), the file, and the line in it (from 1).

    The line is None for a whole file, and where Spark reads the lines of a file: it does not number them.
    """

    index: int
    file: str
    line: int | None
    data: bytes

    def name_of(self, group: Group) -> str:
        """The name of the group on this line, or else the place where it was read."""
        if group.name is not None:
            return group.name
        place = f"#{self.index}" if self._is_unnumbered else "" if self.line is None else f":{self.line}"
        return PurePath(self.file).stem + place

    def error_text(self, wrong: AssayError) -> str:
        """The `assay-error/1` for this line, which holds no group or was not judged."""
        # In ASCII, because some readers take U+2028 inside a text for the end of a line.
        place: dict[str, Any] = {"file": self.file, "line": self.line}
        if self._is_unnumbered:
            place["text"] = self.data[: 4 * TEXT].decode("utf-8", "replace")[:TEXT]
        return json.dumps(error_record(wrong, index=self.index, **place))

    @property
    def _is_unnumbered(self) -> bool:
        """Whether the file holds other lines, too, and nobody knows the number of this one."""
        return self.line is None and holds_many(self.file)


def holds_many(file: str) -> bool:
    """Whether the file holds a group on each line, by its name."""
    return PurePath(file).suffix.lower() == _MANY


def text_of(line: bytes) -> bytes:
    """The line without its end. A blank one is empty: it counts as a line and not as a group."""
    return line.rstrip(b"\r\n") if line.strip() else b""


def shown_name(file: str) -> str:
    """The name of a file as the records hold it. A file name may be any bytes, but the records hold text."""
    return os.fsencode(file).decode("utf-8", "replace")


def read_lines(files: Iterable[str]) -> Iterator[GroupLine]:
    """The non-empty lines of `files`, in order. Raises `AssayError` if a file cannot be read."""
    index = 0
    for file in files:
        name = shown_name(file)
        try:
            for number, data in _read_texts(Path(file)):
                yield GroupLine(index, name, number, data)
                index += 1
        except OSError as wrong:
            raise AssayError(f"{file}: cannot be read: {wrong.strerror or wrong}") from None


def _read_texts(file: Path) -> Iterator[tuple[int | None, bytes]]:
    if not holds_many(file.name):
        yield None, file.read_bytes()
        return
    with file.open("rb") as opened:
        yield from ((number, text) for number, data in enumerate(opened, start=1) if (text := text_of(data)))


class BadLine(NamedTuple):
    """A line that held no group: where it is, as the records say it, and why."""

    place: str
    why: str


def read_bad_lines(folder: Path, most: int) -> tuple[list[BadLine], int]:
    """The first `most` lines without a group, and the number of all, from a folder of errors. Raises `AssayError`."""
    try:
        first = heapq.nsmallest(most, map(json.loads, _texts_in(folder)), key=lambda record: record["index"])
        return [_bad_line(record) for record in first], sum(1 for _ in _texts_in(folder))
    except (ValueError, TypeError, KeyError) as wrong:
        raise AssayError(f"{folder}: {wrong}: expected an `assay-error/1` a line") from None


def _bad_line(record: dict[str, Any]) -> BadLine:
    line = f" line {record['text']!r}" if "text" in record else f" line {record['line']}" if record["line"] else ""
    return BadLine(f"{record['file']}{line}", record["message"])


def _texts_in(folder: Path) -> Iterator[str]:
    for part in folder.glob("part-*"):
        with part.open(encoding="utf-8") as texts:
            yield from texts


GROUP_FILES = frozenset({".json", ".jsonl"})
"""How the names of files with groups end."""
_LOOKED_AT = 65_536
"""The number of bytes checked in each file."""


def check_files(files: Iterable[str]) -> None:
    """
    Check that each file can be read and may hold groups. Raises `AssayError`.

    Errors in a single group are not found here: the audit records them and continues with the other groups.
    """
    for file in files:
        try:
            if not S_ISREG(Path(file).stat().st_mode):
                raise AssayError(f"{file}: not a regular file. An audit reads its input twice: save it as a file first")
            with Path(file).open("rb") as opened:
                beginning = opened.read(_LOOKED_AT).removeprefix(b"\xef\xbb\xbf").lstrip()
        except OSError as wrong:
            raise AssayError(f"{file}: cannot be read: {wrong.strerror or wrong}") from None
        if not beginning or beginning.startswith(b"{"):
            continue
        # Imported late: each worker of an audit imports this file, and only a file that is no JSON needs the formats.
        from kafka_assay.assignors.consumer_groups.import_formats import advise_import

        advice = advise_import(file, beginning.decode("utf-8", "replace"))
        if advice is not None:
            raise AssayError(advice)
        if Path(file).suffix.lower() not in GROUP_FILES:
            raise AssayError(f"{file}: not JSON: expected groups, as .json, or as .jsonl with one group per line")
