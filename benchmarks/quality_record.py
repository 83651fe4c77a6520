"""
The record of quality: `assay-quality/1`, JSON lines; the first says how, each other one is a stretch of one target.

A stretch is `groups` groups from number `first` on. Its line holds two tallies (`benchmarks/quality_tally.py`), for
groups with equal subscriptions and for others, and is written when the stretch is done, so that a run that was cut off
goes on where it stopped. A later line on the same stretch, of more groups, stands in place of the earlier one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from assignors.errors import AssayError
from benchmarks.environment import machine, versions
from benchmarks.quality_tally import Tally, added

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "assay-quality/1"
RECORD = "quality.jsonl"
KINDS = ("equal", "unequal")

Line: TypeAlias = "dict[str, Any]"


@dataclass(slots=True, kw_only=True)
class Quality:
    """
    What one target did with all the groups that it was asked about: a tally for each of the `KINDS`.
    """

    target: str
    version: str
    groups: int = 0
    seconds: float = 0.0
    tallies: dict[str, Tally] = field(default_factory=lambda: {kind: Tally() for kind in KINDS})

    def add(self, line: Line) -> None:
        """
        Add a stretch.
        """
        self.groups += line["groups"]
        self.seconds += line["seconds"]
        self.tallies = {kind: added(self.tallies[kind], Tally(**line[kind])) for kind in KINDS}

    def line(self) -> Line:
        """
        All its stretches as one.
        """
        seconds = round(self.seconds, 2)
        named = {"target": self.target, "version": self.version, "first": 0, "groups": self.groups, "seconds": seconds}
        return named | {kind: tally.to_json() for kind, tally in self.tallies.items()}

    @property
    def both(self) -> Tally:
        """
        The tally of all groups.
        """
        return added(*(self.tallies[kind] for kind in KINDS))


def begun(path: Path, command: str, seed: int) -> list[Line]:
    """
    The stretches that the record at `path` has already; a new one is begun where there is none. Raises `AssayError`
    for a record of another seed or version, since its groups or its judges are not ours.
    """
    first = {"format": FORMAT, "command": command, "seed": seed, "machine": machine(), "versions": versions()}
    if not path.exists():
        append(path, first)
        return []
    there, lines = read(path)
    whole, _, _cut = path.read_text("utf-8").rpartition("\n")
    path.write_text(whole + "\n", encoding="utf-8")
    for part in ("seed", "versions"):
        if there[part] != first[part]:
            raise AssayError(f"{path}: begun with {part} {there[part]}: expected {first[part]}, or another folder")
    return lines


def append(path: Path, line: Line) -> None:
    """
    Add one line.
    """
    with path.open("a", encoding="utf-8") as sink:
        sink.write(json.dumps(line, separators=(",", ":")) + "\n")


def read(path: Path) -> tuple[Line, list[Line]]:
    """
    The first line, and the stretches. A last line that was cut off is none. Raises `AssayError`.
    """
    try:
        *whole, _cut = path.read_text("utf-8").split("\n")
        lines = [json.loads(line) for line in whole]
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a record of benchmarks.quality") from None
    if not lines or lines[0].get("format") != FORMAT:
        raise AssayError(f"{path}: expected a record that begins with {FORMAT}")
    return lines[0], lines[1:]


def folded(lines: list[Line]) -> list[Quality]:
    """
    The targets in the order in which they were first asked, each with all its stretches.
    """
    longest: dict[tuple[str, int], Line] = {}
    for line in lines:
        key = line["target"], line["first"]
        if key not in longest or longest[key]["groups"] <= line["groups"]:
            longest[key] = line
    found: dict[str, Quality] = {}
    for (target, _), line in longest.items():
        found.setdefault(target, Quality(target=target, version=line["version"])).add(line)
    return list(found.values())


def summarised(path: Path, summary: Path) -> None:
    """
    Write the record at `path` into the file `summary`, with a single stretch for each target.
    """
    first, lines = read(path)
    told = [first, *(one.line() for one in folded(lines))]
    summary.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in told), encoding="utf-8")
