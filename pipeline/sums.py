"""
Sums over the rows of an audit or a campaign, as SQL: Spark runs it where Spark judged, DuckDB where our processes did.

Both run the same text and give the same tables. So a statement adds whole numbers only (a sum of floats depends on the
order of its terms), orders its rows completely, and casts each sum to `BIGINT`. It reads the table `rows`. A list
becomes rows by `explode`, and has `size` elements. Column names in double quotes are allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kafka_assay.assignors.formats.atomic_file import write_atomically

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

Statements: TypeAlias = Mapping[str, str]
"""Name of a table -> the SQL statement that computes it."""

ROWS = "rows"
THOUSAND, BILLION = 1_000, 1_000_000_000

_LIKE_SPARK = ("CREATE MACRO explode(list) AS unnest(list)", "CREATE MACRO size(list) AS len(list)")
_SPARK_SETTINGS = {"spark.sql.ansi.enabled": "true", "spark.sql.ansi.doubleQuotedIdentifiers": "true"}


def whole_parts(column: str, parts: int) -> str:
    """A column of floats in whole parts, such as thousandths, in SQL."""
    return f"CAST(floor({column} * {parts}) AS BIGINT)"


def sums_by_spark(
    rows: DataFrame, statements: Statements, tables: Mapping[str, pa.Table] | None = None
) -> dict[str, pa.Table]:
    """
    Name -> table, computed by Spark from its `rows`, and from small further `tables`.

    The tables are computed side by side: most of a small one's time is Spark's planning, on one core.
    """
    from pyspark import inheritable_thread_target

    spark = rows.sparkSession
    for name, value in _SPARK_SETTINGS.items():
        spark.conf.set(name, value)
    rows.createOrReplaceTempView(ROWS)
    for name, table in (tables or {}).items():
        spark.createDataFrame(table).createOrReplaceTempView(name)
    frames = {name: spark.sql(statement) for name, statement in statements.items()}
    with ThreadPoolExecutor(len(frames)) as threads:
        # Each thread gets a copy of the job group of this one, so that a cancel reaches it.
        running = {
            name: threads.submit(inheritable_thread_target(spark)(frame.toArrow)) for name, frame in frames.items()
        }
        return {name: _plain_table(job.result()) for name, job in running.items()}


def sums_by_duckdb(
    rows: pa.Table | Path, statements: Statements, tables: Mapping[str, pa.Table] | None = None
) -> dict[str, pa.Table]:
    """Name -> table, computed by DuckDB in this process from the same `rows` (or their Parquet file) and `tables`."""
    import duckdb

    with duckdb.connect() as database:
        for macro in _LIKE_SPARK:
            database.execute(macro)
        if isinstance(rows, Path):
            database.from_parquet(escape(str(rows))).create_view(ROWS)
        else:
            database.register(ROWS, rows)
        for name, table in (tables or {}).items():
            database.register(name, table)
        return {name: _plain_table(database.sql(statement).to_arrow_table()) for name, statement in statements.items()}


def write_tables(tables: Mapping[str, pa.Table], folder: Path, metadata: Mapping[bytes, bytes] | None = None) -> None:
    """Write each table as `NAME.parquet` into `folder`, with these `metadata`."""
    from pyarrow.parquet import write_table

    folder.mkdir(exist_ok=True)
    for name, table in tables.items():
        with write_atomically(folder / f"{name}.parquet") as unfinished:
            write_table(table.replace_schema_metadata(metadata), unfinished, compression="zstd")


def _plain_table(table: pa.Table) -> pa.Table:
    """The table in one piece, with types that do not tell which engine made it."""
    import pyarrow as pa

    columns = pa.schema([(column.name, _plain_type(column.type)) for column in table.schema])
    arrays = [array.cast(column.type) for array, column in zip(table.columns, columns, strict=True)]
    return pa.Table.from_arrays(arrays, schema=columns).combine_chunks()


def _plain_type(kind: pa.DataType) -> pa.DataType:
    """The type with nullable parts, and lists whose elements have Arrow's own name."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return pa.list_(_plain_type(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(part.name, _plain_type(part.type)) for part in kind])
    return kind
