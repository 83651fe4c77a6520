"""The output of `kafka-consumer-groups.sh` for real groups, as files. `tests/data` has the lines of each."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_TEXTS = Path(__file__).parents[1] / "data" / "consumer_groups.json"
_FOLDER = TemporaryDirectory(prefix="assay-texts-")


@cache
def consumer_group_texts() -> Path:
    """A folder with `RELEASE/GROUP.VIEW.txt`, which is removed when this process ends."""
    folder = Path(_FOLDER.name)
    for name, lines in json.loads(_TEXTS.read_text("utf-8")).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("\n".join(lines), encoding="utf-8")
    return folder
