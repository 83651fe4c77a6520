"""
Many small files of one kind, kept in one: `tests/data/NAME.json` maps each file's path to its lines, or to its JSON.

A path with `utf16` in it stands for a file in that encoding.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_DATA = Path(__file__).parents[1] / "data"
_FOLDER = TemporaryDirectory(prefix="assay-tests-")


@cache
def unpacked(name: str) -> Path:
    """A folder with the files, which is removed when this process ends."""
    folder = Path(_FOLDER.name) / name
    for path, content in json.loads((_DATA / f"{name}.json").read_text("utf-8")).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "\n".join(content) if isinstance(content, list) else json.dumps(content, indent=1) + "\n"
        file.write_bytes(text.encode("utf-16" if "utf16" in path else "utf-8"))
    return folder
