"""Run a Spark action that can be watched and interrupted: progress goes to the caller, Ctrl-C cancels the job."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOOK_SECONDS = 0.25
"""How often the progress of a job is read."""

_CANCEL_SECONDS = 60
"""How long a cancelled job may take to remove what it did not commit."""

Result = TypeVar("Result")


def run_job(
    spark: SparkSession, action: Callable[[], Result], report_share: Callable[[float], None] = lambda _: None
) -> Result:
    """
    The result of `action`, a call that starts Spark jobs.

    `report_share` gets the share of tasks that are done. If this thread is interrupted, the jobs are cancelled, and
    this function returns only when they have cleaned up: nothing is written after it.
    """
    from pyspark import InheritableThread

    group = f"assay-{uuid.uuid4()}"
    future: Future[Result] = Future()

    def work() -> None:
        try:
            spark.sparkContext.setJobGroup(group, group, interruptOnCancel=True)
            future.set_result(action())
        except BaseException as failed:  # noqa: BLE001 - the caller gets it
            future.set_exception(failed)

    thread = InheritableThread(target=work, name="spark-job", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_LOOK_SECONDS)
            report_share(_share_of_tasks(spark, group))
    except BaseException:
        spark.sparkContext.cancelJobGroup(group)
        thread.join(_CANCEL_SECONDS)
        raise
    return future.result()


def _share_of_tasks(spark: SparkSession, group: str) -> float:
    """The share of the tasks of this group's jobs that are done; 0 before the first stage is known."""
    tracker = spark.sparkContext.statusTracker()
    done = total = 0
    for job in tracker.getJobIdsForGroup(group):
        info = tracker.getJobInfo(job)
        for stage_id in () if info is None else info.stageIds:
            stage = tracker.getStageInfo(stage_id)
            if stage is not None:
                done, total = done + stage.numCompletedTasks, total + stage.numTasks
    return done / total if total else 0.0
