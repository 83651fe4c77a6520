"""Tests of the scratch folder of a Spark session, and of those that killed processes leave."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kafka_assay.pipeline.spark.session import LOCK, PREFIX, scratch_folder

PROGRAM = """
from kafka_assay.pipeline.spark.session import scratch_folder

with scratch_folder() as folder:
    (folder / "blocks").mkdir()
    print(folder, flush=True)
    input()
"""


@pytest.fixture(autouse=True)
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
