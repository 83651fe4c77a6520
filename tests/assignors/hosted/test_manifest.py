from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import cache as pinned
from kafka_assay.assignors.hosted.cache import sha256_of


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
