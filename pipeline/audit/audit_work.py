"""
The work of an audit: lines in, rows out; then the facts for the pages of the worst groups.

It is the same in this process, in several of this machine and in Spark's workers. Without Spark, only one process reads
the input and writes the rows. `JudgedGroups` is what is known at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.assignors.hosted.java.runtime import JavaRuntime
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import require_configurable
from kafka_assay.pipeline.audit.audit_row import ERRORS, RESULTS, AuditRow
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import LawChoice, audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine, read_lines
from kafka_assay.pipeline.audit.page_facts import PAGED, line_of, no_facts, page_text
from kafka_assay.pipeline.spark.session import LOOP, PROCESSES
from kafka_assay.pipeline.sums import sums_by_duckdb
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.runner.work import IsOver, TargetWork, never

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

MOST_GROUPS = 128
"""The most groups in one batch of rows: enough for Arrow, few enough for memory."""

MOST_BYTES = 4_000_000
"""A batch ends after this many bytes of input, so that huge groups go one by one."""

_SMALLEST = GroupLine(
    0, "", None, b'{"format":"assay-group/1","topics":{"t":1},"members":[{"id":"a","subscription":["t"]}]}'
)


@dataclass(frozen=True, slots=True)
class WorstGroup:
    """One of the worst groups, whose page facts are wanted: its number and its text."""

    index: int
    data: bytes


def cost_of(item: GroupLine | WorstGroup) -> float:
    """The share of a batch that a line or a group fills."""
    return len(item.data) / MOST_BYTES


@dataclass(frozen=True, slots=True)
class AuditedLines:
    """
    What was found in a batch of lines: the rows (None: no line holds a group), and errors (`assay-error/1`).

    `badness` has the sort key of each audited group, by its number. `pages` are the facts of worst groups as text.
    """

    rows: pa.RecordBatch | None
    errors: Sequence[str] = ()
    badness: Mapping[int, Sequence[float]] = field(default_factory=dict)
    pages: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditWork(TargetWork):
    """The `targets` that each group is put to, and the `laws` that they are asked. `extras` fills further columns."""

    targets: tuple[TargetText, ...]
    laws: LawChoice
    extras: ExtraColumns = NO_EXTRAS

    def open(self) -> tuple[Target, ...]:
        """Open the targets, and audit a first group, so that everything is loaded. Raises `AssayError`."""
        opened = tuple(target.open() for target in self.targets)
        for target in opened:
            require_configurable(target)
        audit_group(_SMALLEST, opened, self.laws)
        return opened

    def do(self, state: Sequence[Target], job: Sequence[GroupLine | WorstGroup], _: IsOver = never) -> AuditedLines:
        """The rows of the lines in `job` from these opened targets, and the facts of the worst groups, in order."""
        rows: list[AuditRow] = []
        errors: list[str] = []
        badness: dict[int, Sequence[float]] = {}
        pages: list[str] = []
        for item in job:
            if isinstance(item, WorstGroup):
                pages.append(page_text(item.index, item.data))
                continue
            found = audit_group(item, state, self.laws, self.extras)
            if isinstance(found, InvalidGroup):
                errors.append(item.error_text(found))
            else:
                badness[item.index] = found[0].badness or ()
                rows += found
        return AuditedLines(batch_of(AuditRow, rows) if rows else None, errors, badness, pages)


GroupsDone: TypeAlias = "Callable[[int, int | None], None]"
"""Gets the number of groups finished, and about how many there are if that is known."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedGroups:
    """
    How groups were judged, and the summary tables of their rows.

    `master` is Spark's master, `loop` (this process) or `processes`, and `cores` the number of groups judged at once.
    `start_seconds` is the time until the first group could be judged. `pages` has a line for each of the worst groups.
    """

    master: str
    cores: int
    start_seconds: float = 0.0
    java: JavaRuntime | None = None
    interrupted: bool = False
    tables: Mapping[str, pa.Table] = field(hash=False)
    pages: tuple[str, ...] = ()


def despite_one_interrupt(action: Callable[[], Result]) -> tuple[Result, bool]:
    """The result of `action`, and whether an interrupt came. A first one must not cost the judged groups."""
    try:
        return action(), False
    except KeyboardInterrupt:
        return action(), True


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
    tables, again = despite_one_interrupt(lambda: sums_by_duckdb(folder / RESULTS / PART, STATEMENTS))
    return JudgedGroups(
        master=LOOP if processes == 1 else PROCESSES,
        cores=processes,
        start_seconds=start_seconds,
        interrupted=interrupted or again,
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
        self._found: list[tuple[Sequence[float], int, bytes]] = []

    def add(self, items: Sequence[GroupLine | WorstGroup], badness: Mapping[int, Sequence[float]]) -> None:
        """Count the items with a badness."""
        self._found += [(badness[one.index], -one.index, one.data) for one in items if one.index in badness]
        self._found = nlargest(PAGED, self._found)

    def in_order(self) -> list[WorstGroup]:
        """The groups in the order of the input."""
        return [WorstGroup(-place, data) for _, place, data in sorted(self._found, key=lambda entry: -entry[1])]


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
