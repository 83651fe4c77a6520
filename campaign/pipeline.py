"""
Groups in, one Parquet file out: the audit over many groups, on Spark or in a plain loop.

The driver reads lines and ships them in waves; workers judge them; the rows come back in the order of the lines and are
appended to one file. So no folder has to be shared with the workers, and memory holds a few waves, however many groups
there are. The file appears under its name only when it is whole.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from campaign.audit import audit_batches
from campaign.table import SPARK_SCHEMA, schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter
    from pyspark.sql import SparkSession

    from assignors.hosted.opening import TargetText

PIECES_PER_CORE = 8
"""Pieces in a wave, for each core: few enough to fit into memory, enough to share out evenly."""

WAVES_AHEAD = 2
"""Waves under way at once: while the last pieces of one are judged, free cores begin the next."""


def judged_on_spark(
    spark: SparkSession, pieces: Iterable[pa.RecordBatch], targets: tuple[TargetText, ...]
) -> Iterator[pa.Table]:
    """
    The rows of all `pieces`, in their order, a table for each wave.
    """
    work = partial(audit_batches, targets)
    wave = PIECES_PER_CORE * int(spark.sparkContext.defaultParallelism)
    with ThreadPoolExecutor(WAVES_AHEAD, "wave") as threads:
        under_way: deque[Future[pa.Table]] = deque()
        try:
            for batches in _waves(iter(pieces), wave):
                under_way.append(threads.submit(_judged, spark, batches, work))
                if len(under_way) > WAVES_AHEAD:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BaseException:
            for future in under_way:
                future.cancel()
            spark.sparkContext.cancelAllJobs()
            raise


def judged_in_a_loop(pieces: Iterable[pa.RecordBatch], targets: tuple[TargetText, ...]) -> Iterator[pa.Table]:
    """
    The same rows by a plain loop in this process, which is what Spark is measured against.
    """
    import pyarrow as pa

    for batch in audit_batches(targets, pieces):
        yield pa.Table.from_batches([batch])


def _waves(pieces: Iterator[pa.RecordBatch], size: int) -> Iterator[list[pa.RecordBatch]]:
    while wave := list(islice(pieces, size)):
        yield wave


def _judged(spark: SparkSession, batches: list[pa.RecordBatch], work: partial[Iterator[pa.RecordBatch]]) -> pa.Table:
    import pyarrow as pa

    # Spark keeps the batches of a table apart, each a partition, and so each a task.
    lines = spark.createDataFrame(pa.Table.from_batches(batches))
    return lines.mapInArrow(work, SPARK_SCHEMA).toArrow().cast(schema())


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """
    A file beside `path` to write to, which takes its place at the end; where that is not reached, it is removed.
    """
    partial_path = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield partial_path
        partial_path.replace(path)
    finally:
        partial_path.unlink(missing_ok=True)


@contextmanager
def parquet(path: Path) -> Iterator[ParquetWriter]:
    """
    A writer of the table, into one file.
    """
    from pyarrow.parquet import ParquetWriter

    with ParquetWriter(path, schema(), compression="zstd") as writer:
        yield writer
