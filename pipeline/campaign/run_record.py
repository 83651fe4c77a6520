"""The record of one sitting of a campaign, `assay-campaign-run/1`: rewritten after each commit."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.properties.records.typed_record import write_record

FORMAT = "assay-campaign-run/1"
RUNS = "runs"


@dataclass(slots=True, kw_only=True)
class RunRecord:
    """One sitting: where it ran, since when, and how many pairs it has committed in how many seconds of judging."""

    path: Path
    begun: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    master: str
    cores: int
    pairs: int = 0
    seconds: float = 0.0
    versions: dict[str, str | None]
    start: float = field(default_factory=time.monotonic)

    def add(self, pairs: int) -> None:
        """Count committed pairs, and write the record."""
        self.pairs += pairs
        self.seconds = round(time.monotonic() - self.start, 3)
        self.path.parent.mkdir(exist_ok=True)
        with write_atomically(self.path) as path:
            document = {"format": FORMAT, **write_record(self, "path", "start")}
            path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


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
