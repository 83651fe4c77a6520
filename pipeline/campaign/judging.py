"""Judge the stretches that are missing, in this process or on Spark. Both write the same rows, here."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import MOST_CASES, CampaignWork
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import write_stretch
from kafka_assay.pipeline.spark.running import ReportShare, run_jobs, spark_rows
from kafka_assay.properties.runner.run import run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

IN_FLIGHT = 2
"""The number of stretches under way: free cores start the next one while the last tasks of one are judged."""


def judge_here(
    plan: CampaignPlan, stretches: Sequence[int], folder: Path, report: ReportShare
) -> Generator[int, None, None]:
    """Judge the `stretches` in this process, one after another. Yields each when it is committed."""
    numbers = chain.from_iterable(map(plan.groups_of, stretches))
    left = deque(stretches)
    rows: list[CampaignRow] = []

    def fills_batch(number: int) -> float:
        """A stretch ends with a batch."""
        return float(number % plan.stretch == plan.stretch - 1 or number == plan.groups - 1)

    with closing(run(CampaignWork(plan), numbers, 1, most=MOST_CASES, cost=fills_batch)) as batches:
        for batch, found in batches:
            rows += found
            mine = plan.groups_of(left[0])
            if batch[-1] == mine[-1]:
                write_stretch(folder, left[0], [batch_of(CampaignRow, rows)])
                rows.clear()
                yield left.popleft()
                report(0.0)
            else:
                report((batch[-1] + 1 - mine[0]) / len(mine))


def judge_on_spark(
    spark: SparkSession, plan: CampaignPlan, stretches: Sequence[int], folder: Path, report: ReportShare
) -> Generator[int, None, None]:
    """The same on Spark: each stretch is one job."""
    jobs = (partial(_judge_stretch, spark, plan, stretch, folder) for stretch in stretches)
    return run_jobs(spark, jobs, report, at_once=IN_FLIGHT)


class _PackedRows(NamedTuple):
    """An Arrow batch of campaign rows as bytes: a table of lists and structs costs Java as much time as judging."""

    rows: bytes


def _pack(rows: Sequence[CampaignRow]) -> list[_PackedRows]:
    return [_PackedRows(batch_of(CampaignRow, rows).serialize().to_pybytes())]


def _judge_stretch(spark: SparkSession, plan: CampaignPlan, stretch: int, folder: Path) -> int:
    """Judge and commit a stretch. Returns its number."""
    import pyarrow as pa

    numbers, columns = plan.groups_of(stretch), arrow_schema(CampaignRow)
    packed = spark_rows(spark, CampaignWork(plan), numbers, _PackedRows, most=MOST_CASES, rows=_pack).toArrow()
    batches = [pa.ipc.read_record_batch(pa.py_buffer(one), columns) for one in packed["rows"].to_pylist()]
    write_stretch(folder, stretch, batches)
    return stretch
