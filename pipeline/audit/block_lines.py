"""
Lines as Spark's workers get them, and where each stands in its file.

Spark reads a large file in blocks, and a line of text has no number there. So a first pass counts the lines of each
block and parses them, which also finds the lines that hold no group. The second pass numbers the lines again, from
where their block starts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.documents import group_from_line
from kafka_assay.pipeline.audit.audit_work import MOST_GROUPS, AuditWork, cost_of
from kafka_assay.pipeline.audit.group_lines import GroupLine, is_blank, text_of
from kafka_assay.pipeline.spark.hadoop_files import path_in_metadata
from kafka_assay.properties.runner.run import take_batch
from kafka_assay.properties.runner.work import opened_for_good

if TYPE_CHECKING:
    import pyarrow as pa

WHOLE = -1
"""The start of a block that is a whole file with one group."""

Block: TypeAlias = tuple[str, int]
"""A file's path, as Spark writes it, and the first byte of the block."""


@dataclass(frozen=True, slots=True)
class BlockStart:
    """What stands before a block: the groups in all files, and the lines in its own. `file` is the name to show."""

    file: str
    groups: int
    lines: int


def _blocks(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[Block, Iterator[bytes]]]:
    """The blocks of a task, each with its lines. Spark reads one block after the other, and each in order."""
    rows = (
        row
        for batch in batches
        for row in zip(*(batch.column(name).to_pylist() for name in ("path", "start", "value")), strict=True)
    )
    for (path, start), lines in groupby(rows, key=itemgetter(0, 1)):
        yield (path, start), (data for _, _, data in lines)


def _lines_of(start: int, lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines of a block that hold something, numbered in the block from 1."""
    for number, data in enumerate(lines, start=1):
        if start == WHOLE:
            yield number, data
        elif not is_blank(data):
            yield number, text_of(data)


COUNTS = {"path": "string", "start": "long", "lines": "long", "groups": "long", "bad": "long", "error": "string"}
"""The columns of a first pass and their types in Spark."""


def count_blocks(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """
    A row for each block with its numbers of lines, groups and bad lines, and a row for each bad line.

    In the latter, `lines` is the line and `groups` the group in the block, and `error` is the `assay-error/1`.
    """
    for (path, start), lines in _blocks(batches):
        found: list[tuple[str, int, int, int, int, str | None]] = []
        groups = last = 0
        counted = _Counted(lines)
        for last, data in _lines_of(start, counted):
            line = GroupLine(groups, "", None if start == WHOLE else last, data)
            try:
                group_from_line(data)
            except InvalidGroup as wrong:
                found.append((path, start, last, groups, 0, line.error_text(wrong)))
            groups += 1
        found.append((path, start, counted.lines, groups, len(found), None))
        yield _batch_of_counts(found)


class _Counted:
    """An iterator that counts what it yields."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._rest = lines
        self.lines = 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self._rest:
            self.lines += 1
            yield line


def _batch_of_counts(rows: Sequence[tuple[str, int, int, int, int, str | None]]) -> pa.RecordBatch:
    import pyarrow as pa

    types = {"string": pa.string(), "long": pa.int64()}
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, types[name]) for column, name in zip(columns, COUNTS.values(), strict=True)]
    return pa.RecordBatch.from_arrays(arrays, names=list(COUNTS))


def place_errors(starts: Mapping[Block, BlockStart], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The bad lines of a first pass with their places in all inputs: one `assay-error/1` (JSON) a row."""
    import pyarrow as pa

    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in ("path", "start", "error"))
        texts = [_placed(_start_of((path, start), starts), error) for path, start, error in zip(*columns, strict=True)]
        yield pa.RecordBatch.from_arrays([pa.array(texts, pa.string())], names=["value"])


def _start_of(block: Block, starts: Mapping[Block, BlockStart]) -> BlockStart:
    if block not in starts:
        raise AssayError(f"{path_in_metadata(block[0])}: changed during the audit; run it again")
    return starts[block]


def _placed(start: BlockStart, error: str) -> str:
    record = json.loads(error)
    line = record["line"]
    place = {"index": start.groups + record["index"], "file": start.file}
    return json.dumps({**record, **place, "line": None if line is None else start.lines + line})


def audit_blocks(
    work: AuditWork, starts: Mapping[Block, BlockStart], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """The second pass: the rows of all lines that hold a group. The first pass has reported the others."""
    opened = opened_for_good(work)
    lines = _numbered_lines(starts, batches)
    while batch := take_batch(lines, MOST_GROUPS, cost_of):
        rows = work.do(opened, batch).rows
        if rows is not None:
            yield rows


def _numbered_lines(starts: Mapping[Block, BlockStart], batches: Iterable[pa.RecordBatch]) -> Iterator[GroupLine]:
    for block, lines in _blocks(batches):
        before = _start_of(block, starts)
        whole = block[1] == WHOLE
        for place, (number, data) in enumerate(_lines_of(block[1], lines)):
            line = None if whole else before.lines + number
            yield GroupLine(before.groups + place, before.file, line, data)
