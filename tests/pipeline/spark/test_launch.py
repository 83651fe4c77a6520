"""Tests of the error message when Spark fails."""

from __future__ import annotations

import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]

from kafka_assay.pipeline.spark.launch import SparkFailed, launch_spark, most_telling_line, reason_of

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
Caused by: org.apache.hadoop.fs.FSError: java.io.IOException: No space left on device
	at org.apache.hadoop.Some.write(Some.java:8)
	... 21 more
Caused by: java.io.IOException: No space left on device
	... 30 more
"""
FULL_DISK = f"""26/11/23 17:12:18 ERROR First: of two
Caused by: some.OtherError: of the first
26/11/23 17:12:19 ERROR Utils: Aborting task
{TRACE}"""
LOG = """26/11/21 19:37:20 WARN Something: else
26/11/21 19:37:21 ERROR First: of two
26/11/21 19:37:22 ERROR Backend: All masters are unresponsive! Giving up.
"""


@pytest.mark.parametrize(
    ("wrong", "log", "line"),
    [
        (RuntimeError(WORKER_RAISED), LOG, "ValueError: no such thing"),
        (RuntimeError(WORKER_DIED), LOG, "Python worker exited unexpectedly (crashed): Segmentation fault"),
        (RuntimeError(OURS), LOG, "file:/a.jsonl: changed during the audit"),
        (RuntimeError("Job aborted.\n" + TRACE), LOG, "IOException: No space left on device"),
        (RuntimeError("Job aborted."), FULL_DISK, "IOException: No space left on device"),
        (RuntimeError("Job aborted."), FULL_DISK + LOG, "Backend: All masters are unresponsive! Giving up."),
        (RuntimeError("gateway\nexited"), LOG, "Backend: All masters are unresponsive! Giving up."),
        (RuntimeError("gateway\nexited"), "Error: no room\nException in thread x", "Error: no room"),
        (RuntimeError("gateway\nexited"), "", "gateway"),
        (KeyError(), None, "KeyError"),
    ],
)
def test_message_gives_the_reason_in_one_line(tmp_path: Path, wrong: Exception, log: str | None, line: str) -> None:
    """The worker's error if there is one, else the deepest cause, else the log's last error, else the exception."""
    if log is not None:
        (tmp_path / "spark.log").write_text(log)

    assert line == most_telling_line(wrong, tmp_path / "spark.log")


ABORTED = "Job aborted due to stage failure: Task 0 failed 4 times: org.apache.spark.api.python.PythonException: "


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (f"{ABORTED}ModuleNotFoundError: No module named 'kafka_assay'\n\tat x", "the Python of the workers has"),
        (f"{ABORTED}ModuleNotFoundError: No module named 'pyarrow'", "the Python of the workers has no pyarrow"),
        (
            'java.io.IOException: Cannot run program "./environment/bin/python": error=2, No such file or directory',
            "the workers have no Python at ./environment/bin/python: set PYSPARK_PYTHON",
        ),
        ("java.io.IOException: No space left on device\n\tat java.base", "no space left on device"),
        (
            "Traceback:\nkafka_assay.assignors.errors.AssayError: go:x: needs Go, which is not installed\n\n\tat x",
            "go:x: needs Go, which is not installed",
        ),
        (
            "kafka_assay.assignors.errors.TargetGone: x: the restart failed: no such file",
            "x: the restart failed: no such file",
        ),
        ("All masters are unresponsive! Giving up.", "the master does not answer"),
        ("something else\n\tat org.apache", "something else"),
    ],
)
def test_known_failure_is_one_line_that_says_what_to_do(message: str, says: str) -> None:
    reason = reason_of(RuntimeError(message))

    assert reason.startswith(says)
    assert "\n" not in reason


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
    ("code", "says"), [(None, "no space left on device"), (-9, "Spark's Java process has ended with code -9")]
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
