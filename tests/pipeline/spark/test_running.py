"""Tests of jobs that are interrupted, and of a cluster without workers."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.spark.running import MOST_SECONDS, RunningJob, WorkerWatch, run_job
from kafka_assay.pipeline.spark.session import Session


def endless(batches: Any) -> Any:
    """Rows without an end."""
    for batch in batches:
        while True:
            yield batch


def test_result_and_failure_reach_the_caller(spark: Session) -> None:
    assert 3 == run_job(spark.spark, lambda: spark.spark.range(3).count())
    with pytest.raises(ZeroDivisionError):
        run_job(spark.spark, lambda: 1 // 0)


def test_job_that_is_submitted_after_the_cancel_ends_too(spark: Session) -> None:
    submit = threading.Event()

    def act() -> int:
        submit.wait()
        return int(spark.spark.range(2).mapInArrow(endless, "id long").count())

    job = RunningJob(spark.spark, act)
    threading.Timer(0.5, submit.set).start()
    job.cancel()

    assert job.future.done()
    assert "cancelled" in str(job.future.exception())


def test_cancel_that_fails_does_not_hide_the_interrupt(spark: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no connection")

    monkeypatch.setattr(spark.spark.sparkContext, "cancelJobGroup", fail)

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_job(spark.spark, lambda: spark.spark.range(3).count(), interrupt)


@pytest.mark.parametrize("master", ["spark://host:7077", "local[2]"])
def test_cluster_without_workers_is_an_error_after_a_while(master: str) -> None:
    """This machine needs none."""
    now, executors = [0.0], ["driver", "1"]
    tracker = SimpleNamespace(getExecutorInfos=lambda: executors)
    java = SimpleNamespace(sc=lambda: SimpleNamespace(statusTracker=lambda: tracker))
    context = SimpleNamespace(master=master, _jsc=java)
    watch = WorkerWatch(cast("Any", SimpleNamespace(sparkContext=context)), lambda: now[0])
    now[0] = 3 * MOST_SECONDS
    watch.require_any()

    executors.pop()
    now[0] += MOST_SECONDS
    watch.require_any()

    now[0] += 1
    gone = pytest.raises(AssayError, match="no worker has been there for 10 minutes")
    with nullcontext() if master.startswith("local") else gone:
        watch.require_any()
