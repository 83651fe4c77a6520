"""The runner on Spark: the same work as in processes of this machine, on numbered jobs, with its rows as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

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
    columns: pa.Schema,
    encode: Callable[[Row], pa.RecordBatch],
    *,
    most: int,
) -> DataFrame:
    """
    The rows of `work` on these numbers, with these `columns`, in any order.

    A batch of at most `most` numbers is one job, and `encode` makes its row an Arrow batch. Each of Spark's Python
    workers opens the work once.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(most))
    # Read again for each table: executors of a cluster come and go.
    tasks = min(len(numbers), TASKS_PER_CORE * int(spark.sparkContext.defaultParallelism))
    table = spark.range(numbers.start, numbers.stop, 1, max(1, tasks))
    return table.mapInArrow(partial(_do_batches, work, encode), from_arrow_schema(columns))


def _do_batches(
    work: Work[Any, tuple[int, ...], Row], encode: Callable[[Row], pa.RecordBatch], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        if batch.num_rows:
            yield encode(work.do(opened_for_good(work), tuple(batch.column(0).to_pylist()), never))
