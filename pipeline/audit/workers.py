"""The workers of an audit: a plain loop in this process, or Spark. Both write the same files."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.pipeline.audit import loop_audit, spark_audit
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import open_targets
from kafka_assay.pipeline.audit.group_lines import GroupLine, read_lines
from kafka_assay.pipeline.audit.row_batches import audit_lines
from kafka_assay.pipeline.audit.statements import STATEMENTS
from kafka_assay.pipeline.spark.java import JavaRuntime
from kafka_assay.pipeline.spark.run_facts import LOOP
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import Session, session
from kafka_assay.pipeline.spark.worker_memory import exempt_loaded_objects
from kafka_assay.pipeline.sums import sums_by_duckdb, sums_by_spark

if TYPE_CHECKING:
    import pyarrow as pa

FEW_GROUPS = 500
"""With fewer groups `assay audit` does not use Spark by default, because Spark takes seconds to start."""

_SMALLEST = b'{"format":"assay-group/1","topics":{"t":1},"members":[{"id":"a","subscription":["t"]}]}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was written: the numbers of groups and bad lines, the first bad line, and whether it was interrupted."""

    groups: int
    bad_lines: int
    first_bad: str | None
    interrupted: bool


class Workers(Protocol):
    """Workers, and facts about them. `start_seconds` is the time until the first group could be judged."""

    @property
    def master(self) -> str:
        """Spark's master, or `loop`."""

    @property
    def cores(self) -> int:
        """The number of groups judged at once."""

    @property
    def java(self) -> JavaRuntime | None:
        """The Java runtime of Spark."""

    @property
    def start_seconds(self) -> float:
        """The time until the first group could be judged."""

    def audit(
        self, files: Iterable[str], results: Path, errors: Path, progress: Callable[[int, int | None], None]
    ) -> Judged:
        """Write the rows of all groups into `results`, and lines without a group into `errors`."""

    def summarise(self, results: Path) -> dict[str, pa.Table]:
        """The summary tables of these results."""


@contextmanager
def start_workers(
    master: str | None,
    targets: tuple[TargetText, ...],
    laws: LawChoice,
    log: Path | None = None,
    extras: ExtraColumns = NO_EXTRAS,
) -> Iterator[Workers]:
    """
    Start workers on `master`, let them judge a first group so that everything is loaded, and stop them at the end.
    """
    begun = time.perf_counter()
    if master == LOOP:
        _audit_first_group(targets, laws)
        yield LoopWorkers(targets=targets, laws=laws, extras=extras, start_seconds=time.perf_counter() - begun)
        return
    with session(master, log=log) as started:
        first = partial(_load_worker, targets, laws)
        cores = started.cores
        run_job(started.spark, lambda: started.spark.range(0, cores, 1, cores).mapInArrow(first, "id long").count())
        seconds = time.perf_counter() - begun
        yield SparkWorkers(started=started, targets=targets, laws=laws, extras=extras, start_seconds=seconds)


def _audit_first_group(targets: tuple[TargetText, ...], laws: LawChoice) -> None:
    """Load everything that an audit needs; the rows are dropped."""
    deque(audit_lines([GroupLine(0, "", None, _SMALLEST)], open_targets(targets), laws), maxlen=0)


def _load_worker(
    targets: tuple[TargetText, ...], laws: LawChoice, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """What each of Spark's Python workers does first."""
    _audit_first_group(targets, laws)
    exempt_loaded_objects()
    yield from batches


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopWorkers:
    """A plain loop in this process."""

    targets: tuple[TargetText, ...]
    laws: LawChoice
    start_seconds: float
    extras: ExtraColumns = NO_EXTRAS
    master: str = field(default=LOOP, init=False)
    cores: int = field(default=1, init=False)
    java: JavaRuntime | None = field(default=None, init=False)

    def audit(
        self, files: Iterable[str], results: Path, errors: Path, progress: Callable[[int, int | None], None]
    ) -> Judged:
        """See `Workers`."""
        paths = tuple(files)
        total = sum(1 for _ in read_lines(paths))
        bad = loop_audit.BadLines(errors / loop_audit.BAD_PART)
        done = loop_audit.write_rows(
            read_lines(paths),
            self.targets,
            self.laws,
            results,
            bad,
            lambda count: progress(count, total),
            self.extras,
        )
        return Judged(groups=total - bad.count, bad_lines=bad.count, first_bad=bad.first, interrupted=not done)

    def summarise(self, results: Path) -> dict[str, pa.Table]:
        """See `Workers`."""
        from pyarrow.dataset import dataset

        return sums_by_duckdb(dataset(results, format="parquet"), STATEMENTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SparkWorkers:
    """The workers of a Spark session."""

    started: Session
    targets: tuple[TargetText, ...]
    laws: LawChoice
    start_seconds: float
    extras: ExtraColumns = NO_EXTRAS

    @property
    def master(self) -> str:
        """See `Workers`."""
        return self.started.master

    @property
    def cores(self) -> int:
        """See `Workers`."""
        return self.started.cores

    @property
    def java(self) -> JavaRuntime | None:
        """See `Workers`."""
        return self.started.java

    def audit(
        self, files: Iterable[str], results: Path, errors: Path, progress: Callable[[int, int | None], None]
    ) -> Judged:
        """See `Workers`."""
        spark = self.started.spark
        lines = spark_audit.read_input(spark, spark_audit.find_files(spark, files))
        found = spark_audit.first_pass(spark, lines, errors, lambda _: progress(0, None))
        if found.groups:
            done = spark_audit.write_rows(
                spark,
                lines,
                found.starts,
                self.targets,
                self.laws,
                results,
                lambda share: progress(int(share * found.groups), found.groups),
                self.extras,
            )
        else:
            done = loop_audit.write_rows((), (), self.laws, results, loop_audit.BadLines(errors), lambda _: None)
        return Judged(groups=found.groups, bad_lines=found.bad_lines, first_bad=found.first_bad, interrupted=not done)

    def summarise(self, results: Path) -> dict[str, pa.Table]:
        """See `Workers`."""
        spark = self.started.spark
        return run_job(spark, lambda: sums_by_spark(spark_audit.read_rows(spark, results), STATEMENTS))
