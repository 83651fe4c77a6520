from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.artefacts.cache import CACHE, cache_folder

if TYPE_CHECKING:
    import pytest


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
