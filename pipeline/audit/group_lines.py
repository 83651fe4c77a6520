"""
What goes into an audit: lines out of files, read as they are and judged elsewhere.

A `.jsonl` file holds a group a line, any other file one group. Nothing is parsed here, so that the driver does little:
a line that is no group is found out, and reported, by the worker that reads it.
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
"""Lines in one piece of work: a task of Spark's. Large enough to be worth a task, small enough to share out evenly."""

MOST_BYTES = 1_000_000
"""Bytes after which a piece of work is closed, so that huge groups are judged one by one."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """The text of one group: its place among all (from 0), the file, the line in it (from 1; None: the whole file)."""

    index: int
    file: str
    line: int | None
    data: bytes


def read_lines(files: Iterable[str]) -> Iterator[GroupLine]:
    """The lines of `files`, one after another, empty ones left out. Raises `AssayError` where a file cannot be read."""
    index = 0
    for file in files:
        # A file name is any bytes; what stands in the records is text.
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
    """The lines as pieces of work, in their order, each an Arrow batch of at most `MOST_LINES`."""
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
    """Lines as an Arrow batch, which is how they travel."""
    import pyarrow as pa

    schema = pa.schema(
        [("index", pa.int64()), ("file", pa.string()), ("line", pa.int64()), ("data", pa.large_binary())]
    )
    return pa.RecordBatch.from_pylist(
        [{name: getattr(line, name) for name in schema.names} for line in lines], schema=schema
    )


def lines_in(batch: pa.RecordBatch) -> list[GroupLine]:
    """The lines that an Arrow batch carries."""
    return [GroupLine(**row) for row in batch.to_pylist()]
