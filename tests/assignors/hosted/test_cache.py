from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import cache as pinned
from kafka_assay.assignors.hosted.cache import CACHE, cache_folder, hold_lock, is_locked, sha256_of


def test_configured_cache_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A relative folder belongs to the current directory, `~` is the user's home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE, "kept")
    relative = cache_folder()
    monkeypatch.setenv(CACHE, "~/kept")

    assert (tmp_path / "kept", Path.home() / "kept") == (relative, cache_folder())


def test_default_cache_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, "")

    assert "kafka-assay" == cache_folder().name
    assert cache_folder().is_absolute()


DIES = """
    import os, signal, sys
    from pathlib import Path
    from kafka_assay.assignors.hosted.cache import hold_lock

    with hold_lock(Path(sys.argv[1])):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.lock"


def test_only_one_process_holds_a_lock(path: Path) -> None:
    with hold_lock(path):
        held = is_locked(path)
        with pytest.raises(BlockingIOError), hold_lock(path, wait=False):
            raise AssertionError("two have it")

    assert (True, False) == (held, is_locked(path))
    assert not path.exists()


def test_killed_process_releases_its_lock(path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", dedent(DIES), str(path)], check=False)

    assert (-signal.SIGKILL, True, False) == (killed.returncode, path.exists(), is_locked(path))
    with hold_lock(path, wait=False):
        assert is_locked(path)


@pytest.fixture(autouse=True)
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a file, and a folder that knows its checksum."""
    (tmp_path / "a.jar").write_text("contents")
    (tmp_path / "java").mkdir()
    line = f"{sha256_of(tmp_path / 'a.jar')} java org.a:a 1.0 a.jar"
    (tmp_path / "java" / "pinned.txt").write_text(f"# a comment\n\n{line}\n")
    monkeypatch.setattr(pinned, "_HOSTED", tmp_path)
    pinned.pins.cache_clear()
    yield tmp_path
    pinned.pins.cache_clear()


def test_file_with_the_known_checksum_is_accepted(lists: Path) -> None:
    """A file without a known checksum is accepted too."""
    pinned.check_pin("java", "org.a:a", "1.0", "a.jar", lists / "a.jar")
    pinned.check_pin("java", "org.a:a", "1.1", "a.jar", lists / "a.jar")

    assert 1 == len(pinned.pins())


def test_file_with_another_checksum_is_rejected(lists: Path) -> None:
    (lists / "a.jar").write_text("something else")

    with pytest.raises(AssayError, match=r"^java org\.a:a 1\.0: a\.jar has SHA-256 \w{64}, .* is expected$"):
        pinned.check_pin("java", "org.a:a", "1.0", "a.jar", lists / "a.jar")


def test_installed_checksum_lists_are_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pinned.pins.cache_clear()

    assert {64} == {len(sha256) for sha256 in pinned.pins().values()}
