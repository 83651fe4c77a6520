"""Judge the stretches that are missing, on Spark or in a plain loop. Both write the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kafka_assay.pipeline.campaign.campaign_row import schema
from kafka_assay.pipeline.campaign.case_batches import MOST_CASES, close_targets, judge_batches
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import commit_stretch, stretch_folder, write_stretch
from kafka_assay.pipeline.spark.hadoop_files import local_file
from kafka_assay.pipeline.spark.running import RunningJob
from kafka_assay.pipeline.spark.worker_watch import WorkerWatch

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

IN_FLIGHT = 2
"""The number of stretches under way: free cores start the next one while the last tasks of one are judged."""
TASKS_PER_CORE = 4
"""Tasks in a stretch for each core."""
COMMITTER = {"mapreduce.fileoutputcommitter.marksuccessfuljobs": "false"}
"""Spark writes no `_SUCCESS`, whatever the site says: `commit_stretch` does, after it has counted the rows."""
_POLL_SECONDS = 0.5
_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(MOST_CASES),
    # Spark 4.3 ends a job if a lost task gives other rows when it runs again, as ours does: each row says how long its
    # calls took. Rows of both runs may stand side by side, since each is about one case and target, which Spark moves
    # to one file.
    "spark.sql.shuffle.orderIndependentChecksum.enabled": "false",
}

Watch: TypeAlias = "Callable[[Sequence[int], float], None]"
"""Called with the stretches just committed, and how many more stretches are judged, in parts of one."""


def judge_in_loop(plan: CampaignPlan, stretches: Sequence[int], folder: Path, watch: Watch) -> None:
    """Judge the `stretches` one after another in this process."""
    import pyarrow as pa

    try:
        for stretch in stretches:
            numbers = plan.groups_of(stretch)
            batches = [
                pa.record_batch([pa.array(numbers[start : start + MOST_CASES], pa.int64())], ["id"])
                for start in range(0, len(numbers), MOST_CASES)
            ]
            rows = []
            for done, batch in enumerate(judge_batches(plan, batches), start=1):
                rows.append(batch)
                watch((), done / len(batches))
            write_stretch(folder, stretch, pa.Table.from_batches(rows, schema()))
            commit_stretch(folder, plan, stretch)
            watch((stretch,), 0.0)
    finally:
        close_targets(plan)


def judge_on_spark(
    spark: SparkSession, plan: CampaignPlan, stretches: Sequence[int], folder: Path, watch: Watch
) -> None:
    """Judge the `stretches` on Spark. Each is one job that overwrites its folder."""
    for name, value in _SETTINGS.items():
        spark.conf.set(name, value)
    left = iter(stretches)
    workers = WorkerWatch(spark)
    under_way: dict[RunningJob[None], int] = {}
    try:
        while True:
            for stretch in _next_of(left, IN_FLIGHT - len(under_way)):
                under_way[RunningJob(spark, partial(_judge_stretch, spark, plan, stretch, folder))] = stretch
            if not under_way:
                return
            wait([job.future for job in under_way], _POLL_SECONDS, FIRST_COMPLETED)
            workers.require_any()
            done = [job for job in under_way if job.future.done()]
            for job in done:
                job.future.result()
            watch([under_way.pop(job) for job in done], sum(job.share() for job in under_way))
    except BaseException:
        for job in under_way:
            job.cancel()
        raise


def _next_of(left: Iterator[int], count: int) -> Iterator[int]:
    for _ in range(count):
        stretch = next(left, None)
        if stretch is not None:
            yield stretch


def _judge_stretch(spark: SparkSession, plan: CampaignPlan, stretch: int, folder: Path) -> None:
    from pyspark.sql.pandas.types import from_arrow_schema

    numbers = plan.groups_of(stretch)
    # Read again for each stretch: executors of a cluster come and go.
    cores = int(spark.sparkContext.defaultParallelism)
    tasks = min(len(numbers), TASKS_PER_CORE * cores)
    rows = spark.range(numbers.start, numbers.stop, 1, tasks).mapInArrow(
        partial(judge_batches, plan), from_arrow_schema(schema())
    )
    place = local_file(stretch_folder(folder, stretch))
    # One file for each target: every task would otherwise write one, and most of their bytes would be footers.
    writer = rows.repartition(cores, "target").write.partitionBy("target").mode("overwrite")
    writer.options(compression="zstd", **COMMITTER).parquet(place)
    commit_stretch(folder, plan, stretch)
