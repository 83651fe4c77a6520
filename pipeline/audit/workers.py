"""
The audit over many groups: lines in, rows out, on Spark or in a plain loop.

The driver reads lines and sends them in waves. Workers judge them. The rows come back in the order of the lines and are
appended to one file. So the workers need no shared folder, and memory holds a few waves, however many groups there are.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.pipeline.audit.audit_row import schema
from kafka_assay.pipeline.audit.group_audit import audit_batches
from kafka_assay.pipeline.audit.group_lines import GroupLine, batch_of
from kafka_assay.pipeline.spark.java import JavaRuntime
from kafka_assay.pipeline.spark.session import session

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession


PIECES_PER_CORE = 8
"""Pieces in a wave for each core: few enough to fit into memory, enough to share out evenly."""

WAVES_AHEAD = 2
"""The number of waves under way: while the last pieces of one are judged, free cores start the next."""


Judge: TypeAlias = "Callable[[Iterable[pa.RecordBatch]], Generator[pa.Table, None, None]]"

LOOP = "loop"
"""The master that means no Spark: one group after another in this process."""

FEW_GROUPS = 500
"""With fewer groups `assay audit` does not use Spark by default, because Spark takes seconds to start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """
    The workers: a function from pieces to the tables of their rows, in order, and facts about them.

    `start_seconds` is the time until the first group could be judged.
    """

    judge: Judge
    master: str
    cores: int
    java: JavaRuntime | None
    start_seconds: float


@contextmanager
def start_workers(master: str | None, targets: tuple[TargetText, ...], log: Path | None = None) -> Iterator[Workers]:
    """
    Start workers on `master`, let them judge a first group so that everything is loaded, and stop them at the end.
    """
    begun = time.perf_counter()
    if master == LOOP:
        deque(judge_in_loop([_first_group()], targets), maxlen=0)
        judge: Judge = partial(judge_in_loop, targets=targets)
        yield Workers(judge=judge, master=LOOP, cores=1, java=None, start_seconds=time.perf_counter() - begun)
        return
    with session(master, log=log) as started:
        judge = partial(judge_on_spark, started.spark, targets=targets)
        deque(judge([_first_group()] * started.cores), maxlen=0)
        seconds = time.perf_counter() - begun
        yield Workers(judge=judge, master=started.master, cores=started.cores, java=started.java, start_seconds=seconds)


def _first_group() -> pa.RecordBatch:
    smallest = b'{"format":"assay-group/1","topics":{"t":1},"members":[{"id":"a","subscription":["t"]}]}'
    return batch_of([GroupLine(0, "", None, smallest)])


def judge_on_spark(
    spark: SparkSession, pieces: Iterable[pa.RecordBatch], targets: tuple[TargetText, ...]
) -> Generator[pa.Table, None, None]:
    """The rows of all `pieces` in order, a table for each wave."""
    work = partial(audit_batches, targets)

    def size() -> int:
        # Read again for each wave: executors of a cluster come and go during the work.
        return PIECES_PER_CORE * int(spark.sparkContext.defaultParallelism)

    with ThreadPoolExecutor(WAVES_AHEAD, "wave") as threads:
        under_way: deque[Future[pa.Table]] = deque()
        try:
            for batches in _waves(iter(pieces), size):
                under_way.append(threads.submit(_judge_wave, spark, batches, work))
                if len(under_way) > WAVES_AHEAD:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BaseException:
            for future in under_way:
                future.cancel()
            spark.sparkContext.cancelAllJobs()
            raise


def judge_in_loop(pieces: Iterable[pa.RecordBatch], targets: tuple[TargetText, ...]) -> Generator[pa.Table, None, None]:
    """The same rows from a plain loop in this process. Spark is measured against it."""
    import pyarrow as pa

    rows = audit_batches(targets, pieces)
    for batches in _waves(rows, lambda: PIECES_PER_CORE):
        yield pa.Table.from_batches(batches)


def _waves(pieces: Iterator[pa.RecordBatch], size: Callable[[], int]) -> Iterator[list[pa.RecordBatch]]:
    while wave := list(islice(pieces, size())):
        yield wave


def _judge_wave(
    spark: SparkSession, batches: list[pa.RecordBatch], work: partial[Iterator[pa.RecordBatch]]
) -> pa.Table:
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema

    # Spark makes each batch of a table a partition, and so a task.
    lines = spark.createDataFrame(pa.Table.from_batches(batches))
    return lines.mapInArrow(work, from_arrow_schema(schema())).toArrow().cast(schema())
