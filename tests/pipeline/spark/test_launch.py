"""Tests of the error message when Spark fails."""

from __future__ import annotations

import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]

from kafka_assay.pipeline.spark.launch import SHIP, SparkFailed, launch_spark, reason_of

WORKER_RAISED = """An exception was thrown from the Python worker:
Traceback (most recent call last):
  File "job.py", line 8, in work
    raise ValueError("no such thing")
ValueError: no such thing

  at some.Class
"""
WORKER_DIED = """An error occurred while calling o126.getResult.
: org.apache.spark.SparkException: Exception thrown in awaitResult:
Caused by: org.apache.spark.SparkException: Python worker exited unexpectedly (crashed): Segmentation fault
"""
OURS = """
Traceback (most recent call last):
  File "spark_audit.py", line 8, in _start_of
kafka_assay.assignors.errors.AssayError: file:/a.jsonl: changed during the audit
"""
TRACE = """org.apache.spark.SparkException: Task failed while writing rows to file:/out.
	at org.apache.spark.Some.method(Some.scala:8)
Caused by: org.apache.hadoop.fs.FSError: java.io.IOException: Connection reset
	at org.apache.hadoop.Some.write(Some.java:8)
	... 21 more
Caused by: java.io.IOException: Connection reset
	... 30 more
"""
FAILURES = f"""26/11/23 17:12:18 ERROR First: of two
Caused by: some.OtherError: of the first
26/11/23 17:12:19 ERROR Utils: Aborting task
{TRACE}"""
LOG = """26/11/21 19:37:20 WARN Something: else
26/11/21 19:37:21 ERROR First: of two
26/11/21 19:37:22 ERROR Backend: All masters are unresponsive! Giving up.
"""


ABORTED = "Job aborted due to stage failure: Task 0 failed 4 times: org.apache.spark.api.python.PythonException: "


@pytest.mark.parametrize(
    ("message", "log", "says"),
    [
        (WORKER_RAISED, LOG, "ValueError: no such thing"),
        (WORKER_DIED, LOG, "Python worker exited unexpectedly (crashed): Segmentation fault"),
        (OURS, LOG, "file:/a.jsonl: changed during the audit"),
        ("x\nkafka_assay.assignors.errors.TargetGone: x: the restart failed\n\n\tat x", "", "x: the restart failed"),
        ("Job aborted.\n" + TRACE, LOG, "IOException: Connection reset"),
        ("Job aborted.", FAILURES, "IOException: Connection reset"),
        ("Job aborted.", FAILURES + LOG, "Backend: All masters are unresponsive! Giving up."),
        ("gateway\nexited", "Error: no room\nException in thread x", "Error: no room"),
        ("gateway\nexited", "", "gateway"),
        ("", None, "RuntimeError"),
        (
            f"{ABORTED}ModuleNotFoundError: No module named 'pyarrow'",
            LOG,
            f"the Python of the workers has no pyarrow: {SHIP}",
        ),
        (
            'java.io.IOException: Cannot run program "./environment/bin/python": error=2, No such file or directory',
            LOG,
            "the workers have no Python at ./environment/bin/python: set PYSPARK_PYTHON to one that they have",
        ),
        ("java.io.IOException: No space left on device\n\tat java.base", LOG, "no space left on device"),
        ("All masters are unresponsive! Giving up.", LOG, "the master does not answer"),
    ],
)
def test_reason_is_one_line(message: str, log: str | None, says: str, tmp_path: Path) -> None:
    """What to do about a known failure. Else the worker's error, the deepest cause, or the last error of the log."""
    if log is not None:
        (tmp_path / "spark.log").write_text(log)

    assert says == reason_of(RuntimeError(message), tmp_path / "spark.log")


class StandInGateway:
    """A gateway to a Java process that answers until it is shut down."""

    proc: Any = None
    ended = False

    def shutdown(self) -> None:
        self.ended = True


class AskingError(Py4JJavaError):  # type: ignore[misc]
    """An exception whose text comes from the Java process, as py4j's does."""

    def __init__(self, gateway: StandInGateway) -> None:
        self._gateway = gateway

    def __str__(self) -> str:
        if self._gateway.ended:
            raise ConnectionRefusedError
        return TRACE


def stand_in_context(**_: Any) -> Any:
    """A Spark context without Java. Like the real one, it takes Ctrl-C for itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return SimpleNamespace(_accumulatorServer=SimpleNamespace())


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> StandInGateway:
    """The gateway that `launch_spark` gets, with a stand-in for everything that needs Java."""
    found = StandInGateway()
    monkeypatch.setattr("pyspark.java_gateway.launch_gateway", lambda *_, **__: found)
    monkeypatch.setattr("pyspark.SparkContext", stand_in_context)
    monkeypatch.setattr("pyspark.sql.SparkSession", lambda _: SimpleNamespace(stop=lambda: None))
    return found


def test_ctrl_c_keeps_its_handler_while_spark_runs(gateway: StandInGateway, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)

    with launch_spark({}, tmp_path / "spark.log"):
        assert before == signal.getsignal(signal.SIGINT)

    assert before == signal.getsignal(signal.SIGINT)
    assert gateway.ended


@pytest.mark.parametrize(
    ("code", "says"), [(None, "IOException: Connection reset"), (-9, "Spark's Java process has ended with code -9")]
)
def test_reason_is_found_while_java_can_be_asked(
    code: int | None, says: str, gateway: StandInGateway, tmp_path: Path
) -> None:
    if code is not None:
        process = SimpleNamespace(poll=lambda: code, wait=lambda _: None, stdin=SimpleNamespace(close=lambda: None))
        gateway.proc = process
    with pytest.raises(SparkFailed) as caught, launch_spark({}, tmp_path / "spark.log"):
        raise AskingError(gateway)

    assert gateway.ended
    assert says == str(caught.value)
