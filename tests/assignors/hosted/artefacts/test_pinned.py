"""Known releases are what we know them to be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import pinned
from kafka_assay.assignors.hosted.artefacts.manifest import sha256_of


@pytest.fixture(autouse=True)
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file, and a family that knows it by its checksum."""
    (tmp_path / "a.jar").write_text("contents")
    (tmp_path / "java").mkdir()
    line = f"{sha256_of(tmp_path / 'a.jar')} java org.a:a 1.0 a.jar"
    (tmp_path / "java" / "pinned.txt").write_text(f"# a comment\n\n{line}\n")
    monkeypatch.setattr(pinned, "_FAMILIES", tmp_path)
    pinned.pins.cache_clear()
    yield tmp_path
    pinned.pins.cache_clear()


def test_a_known_file_passes(lists: Path) -> None:
    """And so does a file that nobody knows."""
    pinned.check_pin("java", "org.a:a", "1.0", "a.jar", lists / "a.jar")
    pinned.check_pin("java", "org.a:a", "1.1", "a.jar", lists / "a.jar")

    assert 1 == len(pinned.pins())


def test_another_file_under_a_known_name_is_refused(lists: Path) -> None:
    """Both checksums are told."""
    (lists / "a.jar").write_text("something else")

    with pytest.raises(AssayError, match=r"^java org\.a:a 1\.0: a\.jar has SHA-256 \w{64}, .* has \w{64}$"):
        pinned.check_pin("java", "org.a:a", "1.0", "a.jar", lists / "a.jar")


def test_the_lists_of_this_installation_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line of every family has its five words, the first a checksum."""
    monkeypatch.undo()
    pinned.pins.cache_clear()

    assert {64} >= {len(sha256) for sha256 in pinned.pins().values()}
