"""The summaries of a campaign, computed by Spark from its rows. Only small tables reach the driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.pipeline.campaign.campaign_row import RESULTS, schema
from kafka_assay.pipeline.campaign.failures import damaged
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import committed_stretches, stretch_folder
from kafka_assay.pipeline.campaign.summaries.digest import digests
from kafka_assay.pipeline.campaign.summaries.distributions import gaps, moves, rounds, seconds, worst_cases
from kafka_assay.pipeline.campaign.summaries.rates import kinds, rates, targets
from kafka_assay.pipeline.campaign.summaries.release_pairs import release_pairs
from kafka_assay.pipeline.spark.hadoop_files import escape_glob, local_file

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

SUMMARY = "summary"
KINDS = "kinds"
PAIRS_KEY = b"assay.pairs"
"""The key in a table's metadata with the number of pairs that it summarises."""

TABLES: Mapping[str, Callable[[DataFrame, CampaignPlan], DataFrame]] = {
    "targets": targets,
    "rates": rates,
    "gaps": gaps,
    "moves": moves,
    "rounds": rounds,
    "seconds": seconds,
    "worst": worst_cases,
    "pairs": release_pairs,
    "digests": digests,
    KINDS: kinds,
}
"""Name -> the query of a summary."""


def read_rows(spark: SparkSession, folder: Path, plan: CampaignPlan) -> DataFrame:
    """The rows of all committed stretches as a DataFrame."""
    from pyspark.sql.pandas.types import from_arrow_schema

    places = [escape_glob(local_file(stretch_folder(folder, stretch))) for stretch in committed_stretches(folder, plan)]
    columns = from_arrow_schema(schema())
    reader = spark.read.option("basePath", local_file(folder / RESULTS)).schema(columns)
    return reader.parquet(*places).select(*columns.names)


def summarise(spark: SparkSession, folder: Path, plan: CampaignPlan, cores: int) -> dict[str, pa.Table]:
    """All summaries of the campaign in `folder`: name -> table."""
    # The rows are grouped here, unlike in the map that judges them.
    spark.conf.set("spark.sql.shuffle.partitions", max(1, cores))
    rows = read_rows(spark, folder, plan)
    return {name: query(rows, plan).toArrow() for name, query in TABLES.items()}


def write_summaries(folder: Path, tables: Mapping[str, pa.Table], pairs: int) -> None:
    """Write each table to `summary/NAME.parquet` in `folder`."""
    from pyarrow.parquet import write_table

    place = folder / SUMMARY
    place.mkdir(exist_ok=True)
    for name, table in tables.items():
        with write_atomically(place / f"{name}.parquet") as path:
            write_table(table.replace_schema_metadata({PAIRS_KEY: str(pairs).encode()}), path, compression="zstd")


def read_summary(folder: Path, name: str) -> pa.Table | None:
    """One summary of the campaign in `folder`; None if there is none. Raises `AssayError` if it cannot be read."""
    import pyarrow as pa
    from pyarrow.parquet import read_table

    path = folder / SUMMARY / f"{name}.parquet"
    try:
        return read_table(path) if path.is_file() else None
    except (pa.ArrowException, OSError) as wrong:
        raise damaged(path, wrong, folder) from None


def summarised_pairs(table: pa.Table | None) -> int:
    """The number of pairs that a summary covers."""
    metadata = {} if table is None else table.schema.metadata or {}
    return int(metadata.get(PAIRS_KEY, b"0"))
