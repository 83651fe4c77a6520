from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "studies/oracle/rivals/README.md")
SOURCE = re.compile(r"`((?:\.\./)?[\w./-]+(?:\.py|\.java|\.go|\.ini|\.toml|/))`")


@pytest.mark.parametrize("page", PAGES)
def test_named_files_and_folders_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    tracked = {str(path.relative_to(ROOT)) for top in _tops() for path in (top.rglob("*") if top.is_dir() else [top])}
    tracked |= {str(top.relative_to(ROOT)) for top in _tops()}

    missing = [name for name in SOURCE.findall(text) if not _is_there(name, tracked) and "your" not in name]

    assert [] == missing


def _tops() -> list[Path]:
    hidden = {".git", ".tox", ".venv", "kafka_assay", "out"}
    return [path for path in ROOT.iterdir() if path.name not in hidden and not path.name.endswith("_cache")]


def _is_there(name: str, tracked: set[str]) -> bool:
    name = name.removeprefix("../").rstrip("/")
    return name == "kafka_assay" or any(path == name or path.endswith(f"/{name}") for path in tracked)
