"""The audit in this process or in several of this machine. Only this one reads the input and writes the rows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from heapq import heappush, heappushpop
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.audit.audit_row import ERRORS, RESULTS, AuditRow
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.audit.audit_work import (
    MOST_GROUPS,
    AuditedLines,
    AuditWork,
    GroupsDone,
    JudgedGroups,
    WorstGroup,
    cost_of,
    despite_one_interrupt,
)
from kafka_assay.pipeline.audit.group_lines import GroupLine, read_lines
from kafka_assay.pipeline.audit.page_facts import PAGED, line_of, no_facts
from kafka_assay.pipeline.spark.session import LOOP, PROCESSES
from kafka_assay.pipeline.sums import sums_by_duckdb
from kafka_assay.properties.runner.run import run

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

PART, BAD_PART, SUCCESS = "part-00000.zstd.parquet", "part-00000.txt", "_SUCCESS"
"""The names of the files in a folder of results or errors, as Spark names them."""

ROW_GROUP_BYTES = 16_000_000
"""The size of a row group in the results before compression: a report finds a few groups without reading all."""


def audit_in_processes(
    work: AuditWork, files: Sequence[str], processes: int, folder: Path, progress: GroupsDone
) -> JudgedGroups:
    """
    Audit the groups of `files` in so many processes (1: in this one), and write rows and errors into `folder`.

    Both are in the order of the input. The same processes then find the facts for the pages of the worst groups. An
    interrupt before the first group passes through.
    """
    begun = time.perf_counter()
    size, seen, start_seconds = sum(Path(file).stat().st_size for file in files), 0, 0.0
    interrupted = False
    worst, pages = _WorstGroups(), list[str]()
    with closing(AuditFiles(folder)) as written:
        lines: Iterator[GroupLine | WorstGroup] = read_lines(files)
        batches = run(work, lines, processes, most=MOST_GROUPS, cost=cost_of, give_up=_give_up, then=worst.in_order)
        try:
            progress(0, None)
            with closing(batches):
                for items, found in batches:
                    start_seconds = start_seconds or time.perf_counter() - begun
                    written.add(found)
                    worst.add(items, found.badness)
                    pages += found.pages
                    seen += sum(len(item.data) + 1 for item in items)
                    progress(written.groups, round(written.groups * max(1.0, size / seen)))
        except KeyboardInterrupt:
            if not written.groups:
                raise
            interrupted = True
    tables: dict[str, pa.Table] = {}
    if written.groups:
        tables, again = despite_one_interrupt(lambda: sums_by_duckdb(folder / RESULTS / PART, STATEMENTS))
        interrupted |= again
    return JudgedGroups(
        master=LOOP if processes == 1 else PROCESSES,
        cores=processes,
        start_seconds=start_seconds,
        interrupted=interrupted,
        tables=tables,
        pages=tuple(pages),
    )


def _give_up(item: GroupLine | WorstGroup, reason: str) -> AuditedLines:
    if isinstance(item, WorstGroup):
        return AuditedLines(None, pages=[line_of(no_facts(item.index))])
    return AuditedLines(None, [item.error_text(AssayError(f"two processes ended ({reason}) while they judged it"))])


class _WorstGroups:
    """The groups with the greatest badness so far. Of equally bad ones the first count, as in the table `worst`."""

    def __init__(self) -> None:
        self._heap: list[tuple[Sequence[float], int, bytes]] = []

    def add(self, items: Sequence[GroupLine | WorstGroup], badness: Mapping[int, Sequence[float]]) -> None:
        """Count the items with a badness."""
        for item in items:
            if item.index in badness:
                entry = badness[item.index], -item.index, item.data
                (heappush if len(self._heap) < PAGED else heappushpop)(self._heap, entry)

    def in_order(self) -> list[WorstGroup]:
        """The groups in the order of the input."""
        return [WorstGroup(-place, data) for _, place, data in sorted(self._heap, key=lambda entry: -entry[1])]


class AuditFiles:
    """The files of an audit: the rows, gathered into row groups, and the bad lines. All are there after `close`."""

    def __init__(self, folder: Path) -> None:
        (folder / RESULTS).mkdir()
        self.groups = 0
        self._success = folder / RESULTS / SUCCESS
        self._errors = folder / ERRORS / BAD_PART
        self._gathered: list[pa.RecordBatch] = []
        self._bytes = 0

    @cached_property
    def _writer(self) -> ParquetWriter:
        # pyarrow is imported while the processes start.
        from pyarrow.parquet import ParquetWriter

        return ParquetWriter(self._success.with_name(PART), arrow_schema(AuditRow), compression="zstd")

    def add(self, found: AuditedLines) -> None:
        """Write what was found in a batch of lines."""
        self.groups += len(found.badness)
        if found.errors:
            self._errors.parent.mkdir(exist_ok=True)
            with self._errors.open("a", encoding="utf-8") as sink:
                sink.writelines(f"{text}\n" for text in found.errors)
        if found.rows is not None:
            self._gathered.append(found.rows)
            self._bytes += found.rows.nbytes
        if self._bytes >= ROW_GROUP_BYTES:
            self._write_gathered()

    def close(self) -> None:
        """Write what is left."""
        with self._writer:
            self._write_gathered()
        self._success.touch()

    def _write_gathered(self) -> None:
        import pyarrow as pa

        rows, self._gathered, self._bytes = self._gathered, [], 0
        if rows:
            self._writer.write_table(pa.Table.from_batches(rows))
