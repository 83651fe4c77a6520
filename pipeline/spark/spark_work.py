"""The runner on Spark: the same work as in processes of this machine, on numbered jobs, with its rows as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.properties.runner.work import Work, never, opened_for_good

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

TASKS_PER_CORE = 4
"""Tasks for each core: jobs differ in size, so short tasks keep all cores busy."""

Row = TypeVar("Row")


def spark_rows(
    spark: SparkSession,
    work: Work[Any, tuple[int, ...], Row],
    numbers: range,
    kind: type,
    *,
    most: int,
    rows: Callable[[Any], Sequence[object]] = list,
) -> DataFrame:
    """
    The rows of `work` on these numbers, in any order: the fields of `kind` are their columns.

    A batch of at most `most` numbers is one job, and `rows` makes records of what it gives. Each of Spark's Python
    workers opens the work once.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(most))
    # Read again for each table: executors of a cluster come and go.
    tasks = min(len(numbers), TASKS_PER_CORE * int(spark.sparkContext.defaultParallelism))
    table = spark.range(numbers.start, numbers.stop, 1, max(1, tasks))
    return table.mapInArrow(partial(_do_batches, work, kind, rows), from_arrow_schema(arrow_schema(kind)))


def _do_batches(
    work: Work[Any, tuple[int, ...], Row],
    kind: type,
    rows: Callable[[Row], Sequence[object]],
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        if batch.num_rows:
            yield batch_of(kind, rows(work.do(opened_for_good(work), tuple(batch.column(0).to_pylist()), never)))
