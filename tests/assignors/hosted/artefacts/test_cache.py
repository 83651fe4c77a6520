"""Where artefacts are kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.artefacts.cache import CACHE, cache_folder

if TYPE_CHECKING:
    import pytest


def test_a_named_folder_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A relative one is one of the current directory, `~` is the user's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE, "kept")
    relative = cache_folder()
    monkeypatch.setenv(CACHE, "~/kept")

    assert (tmp_path / "kept", Path.home() / "kept") == (relative, cache_folder())


def test_else_it_is_where_the_platform_keeps_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of our name."""
    monkeypatch.setenv(CACHE, "")

    assert "kafka-assay" == cache_folder().name
    assert cache_folder().is_absolute()
