"""The summaries of a campaign: the small tables that its statements make, with shares and their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import TargetName
from kafka_assay.pipeline.campaign.campaign_row import RESULTS, CampaignRow
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.stretches import committed_rows, committed_stretches, stretch_folder
from kafka_assay.pipeline.spark.hadoop_files import escape_glob, local_file
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.pipeline.sums import Statements, sums_by_duckdb, sums_by_spark, write_tables
from kafka_assay.properties.records.check_record import CONFIDENCE, break_bound

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

SUMMARY = "summary"
PAIRS_KEY = b"assay.pairs"
"""The key in a table's metadata with the number of pairs that it summarises."""
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_COUNTS_OF_SHARES = {"rates": "broken", KINDS: "count"}
"""Summary -> the column that is a count of the column `of`."""


def summarise_on_spark(started: Session, folder: Path, plan: CampaignPlan) -> dict[str, pa.Table]:
    """All summaries of the campaign in `folder`: name -> table."""
    spark = started.spark
    # The rows are grouped here, unlike in the map that judges them.
    spark.conf.set("spark.sql.shuffle.partitions", max(1, started.cores))
    further = further_tables(plan)
    return with_intervals(run_job(spark, lambda: sums_by_spark(read_rows(spark, folder, plan), STATEMENTS, further)))


def read_rows(spark: SparkSession, folder: Path, plan: CampaignPlan) -> DataFrame:
    """The rows of all committed stretches, as Spark reads them."""
    from pyspark.sql.pandas.types import from_arrow_schema

    places = [escape_glob(local_file(stretch_folder(folder, stretch))) for stretch in committed_stretches(folder, plan)]
    columns = from_arrow_schema(arrow_schema(CampaignRow))
    reader = spark.read.option("basePath", local_file(folder / RESULTS)).schema(columns)
    return reader.parquet(*places).select(*columns.names)


def summarise_here(folder: Path, plan: CampaignPlan, statements: Statements = STATEMENTS) -> dict[str, pa.Table]:
    """The same tables, computed in this process. Raises `AssayError` if a file cannot be read."""
    import duckdb
    import pyarrow as pa

    try:
        rows = committed_rows(folder, plan)
        return with_intervals(sums_by_duckdb(rows, statements, further_tables(plan)))
    except (pa.ArrowException, OSError, duckdb.Error) as wrong:
        raise _damaged(folder / RESULTS, wrong, folder) from None


def further_tables(plan: CampaignPlan) -> dict[str, pa.Table]:
    """The tables that the statements read beside the rows: pairs of releases, and targets that do not repeat."""
    import pyarrow as pa

    text = pa.string()
    unrepeated = [{"target": one.target} for one in plan.targets if not one.repeats]
    return {
        "releases": pa.Table.from_pylist(_next_releases(plan), pa.schema({"base": text, "candidate": text})),
        "unrepeated": pa.Table.from_pylist(unrepeated, pa.schema({"target": text})),
    }


def _next_releases(plan: CampaignPlan) -> list[dict[str, str]]:
    """Each release of an assignor of the plan with the next one, in the order of releases."""
    found: dict[tuple[str, str], list[TargetName]] = {}
    for one in plan.targets:
        name = parse_target(one.target)
        if name.release is not None:
            found.setdefault((name.package, name.assignor), []).append(name)
    return [
        {"base": older.text, "candidate": newer.text}
        for names in found.values()
        for older, newer in pairwise(sorted(names, key=lambda name: name.order.sort_key(name.release or "")))
    ]


def with_intervals(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables, with the share and its 95 % interval where a column counts some `of` the pairs."""
    import pyarrow as pa

    found = dict(tables)
    for name in found.keys() & _COUNTS_OF_SHARES.keys():
        counts = zip(*(found[name][column].to_pylist() for column in (_COUNTS_OF_SHARES[name], "of")), strict=True)
        shares = [(count / of, *share_interval(count, of)) if of else (None,) * 3 for count, of in counts]
        for place, column in enumerate(("share", "low", "high")):
            values = pa.array([one[place] for one in shares], pa.float64())
            found[name] = found[name].append_column(column, values)
    return found


def share_interval(count: int, of: int) -> tuple[float, float]:
    """
    Wilson's 95 % interval of a share. Where nothing was counted, the upper end is the 95 % upper bound.

    >>> [f"{end:.4f}" for end in share_interval(0, 1000) + share_interval(5, 1000)]
    ['0.0000', '0.0030', '0.0021', '0.0117']
    """
    if not count:
        return 0.0, break_bound(of) or 1.0
    share, spare = count / of, _Z * _Z / of
    middle = (share + spare / 2) / (1 + spare)
    half = _Z * math.sqrt(share * (1 - share) / of + spare / (4 * of)) / (1 + spare)
    return max(0.0, middle - half), min(1.0, middle + half)


def write_summaries(folder: Path, tables: Mapping[str, pa.Table], pairs: int) -> None:
    """Write each table to `summary/NAME.parquet` in `folder`, with the number of pairs that it summarises."""
    write_tables(tables, folder / SUMMARY, {PAIRS_KEY: str(pairs).encode()})


def read_summary(folder: Path, name: str) -> pa.Table | None:
    """One summary of the campaign in `folder`; None if there is none. Raises `AssayError` if it cannot be read."""
    import pyarrow as pa
    from pyarrow.parquet import read_table

    path = folder / SUMMARY / f"{name}.parquet"
    try:
        return read_table(path) if path.is_file() else None
    except (pa.ArrowException, OSError) as wrong:
        raise _damaged(path, wrong, folder) from None


def summarised_pairs(table: pa.Table | None) -> int:
    """The number of pairs that a summary covers."""
    metadata = {} if table is None else table.schema.metadata or {}
    return int(metadata.get(PAIRS_KEY, b"0"))


def _damaged(path: Path, wrong: Exception, folder: Path) -> AssayError:
    """The error for records at `path` that cannot be read. `resume` names what to delete, or makes them again."""
    return AssayError(f"{path}: damaged: {str(wrong).splitlines()[0]}: assay campaign resume {folder}")
