"""Tests of the Spark session: its errors, its environment and its settings."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.runtime import OLDEST, JavaRuntime, feature_release
from kafka_assay.pipeline.spark.session import (
    Session,
    _configuration,
    _environment,
    _keep_log,
    session,
)


@pytest.mark.parametrize("master", ["locl[2]", "local[x]", "127.0.0.1:7077", ""])
def test_invalid_master_is_refused_before_spark_starts(master: str) -> None:
    with pytest.raises(AssayError, match=r"master: .*: expected local\[N\], local\[\*\], spark://"), session(master):
        pytest.fail("started")


def test_environment_is_restored_after_spark_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark starts with the package's own Spark, our Java and our Python."""
    monkeypatch.setenv("SPARK_HOME", "/opt/another-spark")
    monkeypatch.setenv("SPARK_CONF_DIR", "/opt/another-spark/conf")
    before = dict(os.environ)

    with _environment(JavaRuntime(home=tmp_path, version="17", source="PATH"), local=True):
        during = dict(os.environ)

    assert (str(tmp_path), sys.executable) == (during["JAVA_HOME"], during["PYSPARK_PYTHON"])
    assert during["SPARK_HOME"].endswith("pyspark")
    assert "SPARK_CONF_DIR" not in during
    assert before == dict(os.environ)


@pytest.mark.parametrize(
    ("master", "for_spark"),
    [("local", "local[1,2]"), ("local[2]", "local[2,2]"), ("local[*]", "local[*,2]")]
    + [(same, same) for same in ("local[2,1]", "local-cluster[2,1,1024]", "spark://h:7077", "yarn")],
)
def test_task_of_a_local_master_runs_once_more_at_most(tmp_path: Path, master: str, for_spark: str) -> None:
    assert for_spark == _configuration(master, tmp_path, local=True)["spark.master"]


def test_workers_talk_through_sockets_if_their_address_is_short_enough(tmp_path: Path) -> None:
    enabled = "spark.python.unix.domain.socket.enabled"

    assert "true" == _configuration("local[2]", Path("/tmp/assay-spark-x"), local=True)[enabled]
    assert enabled not in _configuration("local[2]", tmp_path / ("long" * 20), local=True)
    assert enabled not in _configuration("spark://h:7077", Path("/tmp/assay-spark-x"), local=False)


def test_empty_log_is_neither_kept_nor_named(tmp_path: Path) -> None:
    log, place = tmp_path / "empty.log", tmp_path / "spark.log"
    log.touch()

    assert ("", False) == (_keep_log(log, place), place.exists())


def test_session_reports_its_cores_and_java_version(spark: Session) -> None:
    assert ("local[2]", 2) == (spark.master, spark.cores)
    assert feature_release(spark.java.version) >= OLDEST


def test_spark_does_not_keep_ctrl_c_for_itself(spark: Session) -> None:
    handler = signal.getsignal(signal.SIGINT)

    assert not str(getattr(handler, "__module__", "")).startswith("pyspark")
