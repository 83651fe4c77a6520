"""
The input of an audit: lines read from files without parsing.

A `.jsonl` file holds a group on each line, any other file one group. The worker that gets a line parses it, and reports
a line that holds no group. So the driver has little work.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    import pyarrow as pa

MANY = ".jsonl"

MOST_LINES = 16
"""The most lines in one piece of work (a task of Spark): enough for a task, few enough to share out evenly."""

MOST_BYTES = 1_000_000
"""A piece of work ends after this many bytes, so that huge groups are judged one by one."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """
    The text of one group: its place among all (from 0), the file, and the line in it (from 1; None: the whole file).
    """

    index: int
    file: str
    line: int | None
    data: bytes


def read_lines(files: Iterable[str]) -> Iterator[GroupLine]:
    """The non-empty lines of `files`, in order. Raises `AssayError` if a file cannot be read."""
    index = 0
    for file in files:
        # A file name may be any bytes, but the records hold text.
        name = os.fsencode(file).decode("utf-8", "replace")
        try:
            for number, data in _read_texts(Path(file)):
                yield GroupLine(index, name, number, data)
                index += 1
        except OSError as wrong:
            raise AssayError(f"{file}: cannot be read: {wrong.strerror or wrong}") from None


def _read_texts(file: Path) -> Iterator[tuple[int | None, bytes]]:
    if file.suffix.lower() != MANY:
        yield None, file.read_bytes()
        return
    with file.open("rb") as opened:
        yield from ((number, data.rstrip(b"\r\n")) for number, data in enumerate(opened, start=1) if data.strip())


def split_into_pieces(lines: Iterable[GroupLine]) -> Iterator[pa.RecordBatch]:
    """The lines as pieces of work in order, each an Arrow batch of at most `MOST_LINES`."""
    piece: list[GroupLine] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line.data)
        if len(piece) == MOST_LINES or size >= MOST_BYTES:
            yield batch_of(piece)
            piece, size = [], 0
    if piece:
        yield batch_of(piece)


def batch_of(lines: Iterable[GroupLine]) -> pa.RecordBatch:
    """The lines as an Arrow batch, for transport."""
    import pyarrow as pa

    schema = pa.schema(
        [("index", pa.int64()), ("file", pa.string()), ("line", pa.int64()), ("data", pa.large_binary())]
    )
    return pa.RecordBatch.from_pylist(
        [{name: getattr(line, name) for name in schema.names} for line in lines], schema=schema
    )


def lines_in(batch: pa.RecordBatch) -> list[GroupLine]:
    """The lines in an Arrow batch."""
    return [GroupLine(**row) for row in batch.to_pylist()]
