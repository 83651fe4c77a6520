"""Judge the stretches that are missing, on Spark or in processes of this machine. Both write the same rows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import MOST_CASES, CampaignWork
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import batches_by_target, commit_stretch, stretch_folder, write_stretch
from kafka_assay.pipeline.spark.running import RunningJob, WorkerWatch, spark_rows
from kafka_assay.properties.runner.run import run

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

IN_FLIGHT = 2
"""The number of stretches under way: free cores start the next one while the last tasks of one are judged."""
_POLL_SECONDS = 0.5
_SETTINGS = {
    # Spark 4.3 ends a job if a lost task gives other rows when it runs again, as ours does: each row says how long its
    # calls took. Rows of both runs may stand side by side: each holds cases of one target, and Spark moves all rows of
    # a target to one task.
    "spark.sql.shuffle.orderIndependentChecksum.enabled": "false",
    "spark.sql.shuffle.orderIndependentChecksum.enableFullRetryOnMismatch": "false",
}

Watch: TypeAlias = "Callable[[Sequence[int], float], None]"
"""Called with the stretches just committed, and how many more stretches are judged, in parts of one."""


def judge_in_processes(
    plan: CampaignPlan, stretches: Sequence[int], folder: Path, processes: int, watch: Watch
) -> None:
    """Judge the `stretches` in so many processes (1: in this one), and write them one after another."""
    numbers = chain.from_iterable(map(plan.groups_of, stretches))
    left = deque(stretches)
    parts: dict[str, list[pa.RecordBatch]] = {}

    def fills_batch(number: int) -> float:
        """A stretch ends with a batch."""
        return float(number % plan.stretch == plan.stretch - 1 or number == plan.groups - 1)

    with closing(run(CampaignWork(plan), numbers, processes, most=MOST_CASES, cost=fills_batch)) as batches:
        for batch, found in batches:
            for target, rows in batches_by_target(found).items():
                parts.setdefault(target, []).append(rows)
            mine = plan.groups_of(left[0])
            if batch[-1] != mine[-1]:
                watch((), (batch[-1] + 1 - mine[0]) / len(mine))
                continue
            write_stretch(stretch_folder(folder, left[0]), parts)
            commit_stretch(folder, plan, left[0])
            parts.clear()
            watch((left.popleft(),), 0.0)


def judge_on_spark(
    spark: SparkSession, plan: CampaignPlan, stretches: Sequence[int], folder: Path, watch: Watch
) -> None:
    """Judge the `stretches`, whose folders are empty, on Spark. Each is one job that writes a file for each target."""
    for name, value in _SETTINGS.items():
        spark.conf.set(name, value)
    left = iter(stretches)
    workers = WorkerWatch(spark)
    under_way: dict[RunningJob[None], int] = {}
    try:
        while True:
            for stretch in islice(left, IN_FLIGHT - len(under_way)):
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


class _TargetRows(NamedTuple):
    """Rows of one target, as Java moves them to the worker that writes the target's file."""

    target: str
    """The assignor."""
    rows: bytes
    """An Arrow batch of campaign rows."""


def _judge_stretch(spark: SparkSession, plan: CampaignPlan, stretch: int, folder: Path) -> None:
    numbers = plan.groups_of(stretch)
    cores = int(spark.sparkContext.defaultParallelism)
    rows = spark_rows(spark, CampaignWork(plan), numbers, _TargetRows, most=MOST_CASES, rows=_rows_by_target)
    # One file for each target: every task would otherwise write one, and most of their bytes would be footers.
    place = stretch_folder(folder, stretch).absolute()
    rows.repartition(cores, "target").mapInArrow(partial(_write_targets, place), "target string").collect()
    commit_stretch(folder, plan, stretch)


def _rows_by_target(rows: Sequence[CampaignRow]) -> list[_TargetRows]:
    """The rows in bytes: a table of lists and structs costs Java as much time as judging does."""
    return [_TargetRows(target, batch.serialize().to_pybytes()) for target, batch in batches_by_target(rows).items()]


def _write_targets(place: Path, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Write the file of each target whose rows are here, and name the target."""
    import pyarrow as pa

    columns = arrow_schema(CampaignRow)
    found: dict[str, list[pa.RecordBatch]] = {}
    for batch in batches:
        for one in batch.to_pylist():
            found.setdefault(one["target"], []).append(pa.ipc.read_record_batch(pa.py_buffer(one["rows"]), columns))
    write_stretch(place, found)
    yield pa.RecordBatch.from_pydict({"target": pa.array(list(found), pa.string())})
