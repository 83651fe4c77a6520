from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.artefacts.cache import CACHE
from kafka_assay.assignors.hosted.artefacts.store import Artefact


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache's folder, which does not exist yet."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def artefact() -> Artefact:
    return Artefact(kind="go", name="example.org/some/client", version="1.2.3", recipe="one")


class Maker:
    """Writes a file and a nested one, and counts its calls."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, folder: Path) -> dict[str, str]:
        self.made += 1
        (folder / "host").write_text("binary")
        (folder / "lib").mkdir()
        (folder / "lib" / "part").write_text("more")
        return {"go": "1.26"}


@pytest.fixture
def make() -> Maker:
    return Maker()
