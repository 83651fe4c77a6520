"""Tests that each known failure of Spark or of a cluster becomes one line that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.pipeline.spark.launch import reason_of

TRACE = "Job aborted due to stage failure: Task 0 failed 4 times: org.apache.spark.api.python.PythonException: "


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (f"{TRACE}ModuleNotFoundError: No module named 'kafka_assay'\n\tat x", "the Python of the workers has"),
        (f"{TRACE}ModuleNotFoundError: No module named 'pyarrow'", "the Python of the workers has no pyarrow"),
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
    ],
)  # fmt: skip
def test_known_failure_is_one_line(message: str, says: str, tmp_path: Path) -> None:
    reason = reason_of(RuntimeError(message), tmp_path / "spark.log")

    assert reason.startswith(says)
    assert "\n" not in reason


def test_unknown_failure_gives_its_first_line(tmp_path: Path) -> None:
    failed = RuntimeError("something else\n\tat org.apache")

    assert "something else" == reason_of(failed, tmp_path / "spark.log")
