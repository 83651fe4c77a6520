"""Tests of the error message when Spark fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.pipeline.spark.launch import JavaProcessEnded, most_telling_line

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
LOG = """26/11/21 19:37:20 WARN Something: else
26/11/21 19:37:21 ERROR First: of two
26/11/21 19:37:22 ERROR Backend: All masters are unresponsive! Giving up.
"""


@pytest.mark.parametrize(
    ("wrong", "log", "line"),
    [
        (RuntimeError(WORKER_RAISED), LOG, "ValueError: no such thing"),
        (RuntimeError(WORKER_DIED), LOG, "Python worker exited unexpectedly (crashed): Segmentation fault"),
        (
            JavaProcessEnded("Spark's Java process has ended with code -9"),
            LOG,
            "Spark's Java process has ended with code -9",
        ),
        (RuntimeError("gateway\nexited"), LOG, "Backend: All masters are unresponsive! Giving up."),
        (RuntimeError("gateway\nexited"), "Error: no room\nException in thread x", "Error: no room"),
        (RuntimeError("gateway\nexited"), "", "gateway"),
        (KeyError(), None, "KeyError"),
    ],
)
def test_message_gives_the_reason_in_one_line(tmp_path: Path, wrong: Exception, log: str | None, line: str) -> None:
    """The worker's error if there is one, else the last error in the log, else Python's exception."""
    if log is not None:
        (tmp_path / "spark.log").write_text(log)

    assert line == most_telling_line(wrong, tmp_path / "spark.log")
