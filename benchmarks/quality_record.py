"""
The record of quality: `assay-quality/1`, JSON lines. The first is the header, each other a stretch of one target.

A stretch is `groups` groups from number `first` on. Its line holds two tallies (`benchmarks/quality_tally.py`): one for
groups with equal subscriptions, one for the others. It is written when the stretch is done, so that an interrupted run
continues there. A later line of the same stretch with more groups replaces the earlier one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.quality_tally import QualityTally, add_tallies

FORMAT = "assay-quality/1"
RECORD = "quality.jsonl"
KINDS = ("equal", "unequal")

Line: TypeAlias = "dict[str, Any]"


@dataclass(slots=True, kw_only=True)
class Quality:
    """The results of one target on all groups: a tally for each of the `KINDS`."""

    target: str
    version: str
    groups: int = 0
    seconds: float = 0.0
    tallies: dict[str, QualityTally] = field(default_factory=lambda: {kind: QualityTally() for kind in KINDS})

    def add(self, line: Line) -> None:
        """Add a stretch."""
        self.groups += line["groups"]
        self.seconds += line["seconds"]
        self.tallies = {kind: add_tallies(self.tallies[kind], QualityTally(**line[kind])) for kind in KINDS}

    @property
    def both(self) -> QualityTally:
        """The tally of all groups."""
        return add_tallies(*(self.tallies[kind] for kind in KINDS))


def read_quality_record(path: Path) -> tuple[Line, list[Line]]:
    """The first line, and the stretches. A truncated last line is ignored. Raises `AssayError`."""
    try:
        *whole, _cut = path.read_text("utf-8").split("\n")
        lines = [json.loads(line) for line in whole]
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a record of `python -m studies quality`") from None
    if not lines or lines[0].get("format") != FORMAT:
        raise AssayError(f"{path}: expected a record that begins with {FORMAT}")
    return lines[0], lines[1:]


def merge_stretches(lines: list[Line]) -> list[Quality]:
    """The targets in the order in which they were first asked, each with all its stretches."""
    longest: dict[tuple[str, int], Line] = {}
    for line in lines:
        key = line["target"], line["first"]
        if key not in longest or longest[key]["groups"] <= line["groups"]:
            longest[key] = line
    found: dict[str, Quality] = {}
    for (target, _), line in longest.items():
        found.setdefault(target, Quality(target=target, version=line["version"])).add(line)
    return list(found.values())
