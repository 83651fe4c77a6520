"""The summary tables of an audit as Spark aggregates: only the few rows of the result reach this process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY
from kafka_assay.pipeline.audit.summary.tables import (
    BILLION,
    COUNT_TABLES,
    FIRST_TABLES,
    CountTable,
    FirstTable,
    Kind,
    Measure,
)

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame


def summarise_on_spark(results: DataFrame) -> dict[str, pa.Table]:
    """
    Name -> summary table, from the whole table of an audit.

    The tables are computed side by side: most of a small one's time is Spark's planning, on one core.
    """
    from pyspark import inheritable_thread_target

    counts = {table.name: _counts(results, table) for table in COUNT_TABLES}
    tables = counts | {table.name: _first_rows(results, table) for table in FIRST_TABLES}
    with ThreadPoolExecutor(len(tables)) as threads:
        # Each thread gets a copy of the job group of this one, so that a cancel reaches it.
        running = {
            name: threads.submit(inheritable_thread_target(results.sparkSession)(table.toArrow))
            for name, table in tables.items()
        }
        return {name: job.result() for name, job in running.items()}


def _counts(results: DataFrame, table: CountTable) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812 - Spark's own name for it

    rows = _law_words(results, table) if table.law_words else results
    grouped = rows.groupBy(*table.all_keys()).agg(
        *(_measure(measure).alias(measure.name) for measure in table.measures)
    )
    return grouped.orderBy(*(F.col(key).asc_nulls_last() for key in table.all_keys()))


def _law_words(results: DataFrame, table: CountTable) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812

    words = results.select(*table.keys, F.explode("laws").alias("word"))
    expected = F.col("word.expected").isNotNull().alias("is_expected")
    return words.select(*table.keys, F.col("word.law").alias("law"), F.col("word.verdict").alias("verdict"), expected)


def _measure(measure: Measure) -> Column:
    from pyspark.sql import functions as F  # noqa: N812

    match measure.kind:
        case Kind.ROWS:
            return F.count(F.lit(1))
        case Kind.KNOWN:
            return F.count(measure.column)
        case Kind.SUM:
            return F.coalesce(F.sum(F.col(measure.column).cast("long")), F.lit(0))
        case Kind.BILLIONTHS:
            return F.coalesce(F.sum(F.floor(F.col(measure.column) * BILLION)), F.lit(0))


def _first_rows(results: DataFrame, table: FirstTable) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812

    rows = results.filter(F.col("target") == TODAY)
    if table.grade is not None:
        rows = rows.filter(F.col("grade") == table.grade.value)
    order = [F.col(name).desc() if descending else F.col(name).asc() for name, descending in table.order]
    return rows.select(*LIGHT_COLUMNS).orderBy(*order).limit(table.most)
