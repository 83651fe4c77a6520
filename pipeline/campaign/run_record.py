"""The record of one sitting of a campaign, `assay-campaign-run/1`: rewritten after each commit."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.atomic_file import write_atomically

FORMAT = "assay-campaign-run/1"
RUNS = "runs"


@dataclass(slots=True, kw_only=True)
class RunRecord:
    """One sitting: where it ran, since when, and how many pairs it has committed in how many seconds of judging."""

    path: Path
    master: str
    cores: int
    versions: dict[str, str | None]
    begun: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    pairs: int = 0
    seconds: float = 0.0
    start: float = field(default_factory=time.monotonic)

    def add(self, pairs: int) -> None:
        """Count committed pairs, and write the record."""
        self.pairs += pairs
        self.seconds = round(time.monotonic() - self.start, 3)
        self.path.parent.mkdir(exist_ok=True)
        with write_atomically(self.path) as path:
            path.write_text(json.dumps(self._document(), indent=1) + "\n", encoding="utf-8")

    def _document(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "begun": self.begun,
            "master": self.master,
            "cores": self.cores,
            "pairs": self.pairs,
            "seconds": self.seconds,
            "versions": self.versions,
        }


def next_run_path(folder: Path) -> Path:
    """The file of the next sitting. No other is overwritten, not even an unreadable one."""
    there = [int(path.stem) for path in (folder / RUNS).glob("*.json") if path.stem.isdecimal()]
    return folder / RUNS / f"{max(there, default=-1) + 1}.json"


def read_runs(folder: Path) -> list[dict[str, Any]]:
    """The records of all sittings, in order. A damaged one is left out: it says nothing about the rows."""
    found = []
    for path in sorted((folder / RUNS).glob("*.json"), key=lambda path: (len(path.name), path.name)):
        try:
            document = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(document, dict) and document.get("format") == FORMAT:
            found.append(document)
    return found
