"""
Run Spark actions that can be watched and interrupted: progress goes to the caller, Ctrl-C cancels the jobs.

A cluster that has no worker any more is noticed: Spark itself waits for new ones for ever. `spark_rows` does on Spark
what the runner does in processes of this machine: the same work, on numbered jobs, with its rows as columns.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.properties.runner.work import Work, never, opened_for_good

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_LOOK_SECONDS = 0.25
"""How often the progress of a job is read, and how often a cancelled one is cancelled again."""

_CANCEL_SECONDS = 60
"""How long a cancelled job may take to remove what it did not commit."""

TASKS_PER_CORE = 4
"""Tasks for each core: jobs differ in size, so short tasks keep all cores busy."""

Result = TypeVar("Result")
Row = TypeVar("Row")

ReportShare: TypeAlias = "Callable[[float], None]"


class RunningJob(Generic[Result]):
    """
    An action that starts Spark jobs, under way in a thread of its own. Its result comes into `future`.

    The thread that waits is free for Ctrl-C: inside a call of Spark, an interrupt may become an error of Spark.
    """

    def __init__(self, spark: SparkSession, action: Callable[[], Result]) -> None:
        from pyspark import InheritableThread

        self.future: Future[Result] = Future()
        self._context = spark.sparkContext
        self._group = f"assay-{uuid.uuid4()}"
        self._action = action
        self._thread: threading.Thread = InheritableThread(target=self._work, name="spark-job", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._context.setJobGroup(self._group, self._group, interruptOnCancel=True)
            self.future.set_result(self._action())
        except BaseException as failed:  # noqa: BLE001 - the caller gets it
            self.future.set_exception(failed)

    def share(self) -> float:
        """The share of the tasks of this action's jobs that are done; 0 before the first stage is known."""
        tracker = self._context.statusTracker()
        done = total = 0
        for job in tracker.getJobIdsForGroup(self._group):
            info = tracker.getJobInfo(job)
            for stage_id in () if info is None else info.stageIds:
                stage = tracker.getStageInfo(stage_id)
                if stage is not None:
                    done, total = done + stage.numCompletedTasks, total + stage.numTasks
        return done / total if total else 0.0

    def cancel(self) -> None:
        """
        Cancel the jobs until the action has ended and cleaned up, but no longer than a minute. Nothing is raised.

        Once is not enough: a job that is submitted after it would run.
        """
        deadline = time.monotonic() + _CANCEL_SECONDS

        def cancel_until_ended() -> None:
            while self._thread.is_alive() and time.monotonic() < deadline:
                with suppress(Exception):
                    self._context.cancelJobGroup(self._group)
                self._thread.join(_LOOK_SECONDS)

        # An interrupted call leaves its answer in the connection of its thread, so these calls have their own.
        canceller = threading.Thread(target=cancel_until_ended, name="spark-cancel", daemon=True)
        canceller.start()
        canceller.join(_CANCEL_SECONDS)


def run_jobs(
    spark: SparkSession, actions: Iterable[Callable[[], Result]], report_share: ReportShare, *, at_once: int = 1
) -> Generator[Result, None, None]:
    """
    The results of `actions`, calls that start Spark jobs, as they end; so many are under way at once.

    `report_share` gets the share of the tasks that are done, summed over the actions under way. If this thread is
    interrupted or the generator is closed, the jobs are cancelled and waited for: nothing is written after it. Raises
    `AssayError` if the workers have gone.
    """
    left, workers, under_way = iter(actions), WorkerWatch(spark), list[RunningJob[Result]]()
    try:
        while True:
            under_way += [RunningJob(spark, action) for action in islice(left, at_once - len(under_way))]
            if not under_way:
                return
            wait([job.future for job in under_way], _LOOK_SECONDS, FIRST_COMPLETED)
            workers.require_any()
            report_share(sum(job.share() for job in under_way))
            for job in [job for job in under_way if job.future.done()]:
                under_way.remove(job)
                yield job.future.result()
    except BaseException:
        for job in under_way:
            job.cancel()
        raise


def run_job(spark: SparkSession, action: Callable[[], Result], report_share: ReportShare = lambda _: None) -> Result:
    """The result of one action. See `run_jobs`."""
    with closing(run_jobs(spark, [action], report_share)) as results:
        return next(results)


MOST_SECONDS = 600.0
"""The longest time without a worker."""


class WorkerWatch:
    """Counts the executors of a session whenever it is asked. On this machine only, there is nothing to watch."""

    def __init__(self, spark: SparkSession, clock: Callable[[], float] = time.monotonic) -> None:
        self._context = spark.sparkContext
        self._clock = clock
        self._seen = clock()
        self._is_local = self._context.master.startswith("local")

    def require_any(self) -> None:
        """Raise `AssayError` if no executor has been there for `MOST_SECONDS`."""
        if self._is_local:
            return
        now = self._clock()
        tracker = self._context._jsc.sc().statusTracker()  # noqa: SLF001 - Python's tracker does not list them
        if len(tracker.getExecutorInfos()) > 1:  # the driver is one of them
            self._seen = now
        elif now - self._seen > MOST_SECONDS:
            raise AssayError(f"no worker has been there for {MOST_SECONDS / 60:g} minutes")


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
