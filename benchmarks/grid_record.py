"""
The record of the grid: `assay-oracle-grid/1`, JSON lines; the first says where and how, each other one is a point.

A line is written when its point is done, so that a run that was cut off goes on where it stopped. A point holds
`milliseconds` of the oracle and of each rival (median, least, most, rounds), what their answers were like, what the
checker said of the proof, and the `outcome`. `group` and `engine` are hashes of the question and of the oracle's
sources: lines that differ in them do not belong into one table.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from assignors.errors import AssayError
from benchmarks.environment import machine, versions
from benchmarks.workload import Event, SubscriptionType, Workload

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.columns import Columns

FORMAT = "assay-oracle-grid/1"

Line: TypeAlias = "dict[str, Any]"


def header(command: str, seed: int) -> Line:
    """
    The first line of a record.
    """
    return {"format": FORMAT, "command": command, "seed": seed, "machine": machine(), "versions": versions()}


def resumed(path: Path, first: Line) -> set[Workload]:
    """
    The points that the record at `path` has already; a new record is begun where there is none.

    Raises `AssayError` for a record of another machine, seed or version: its numbers do not stand beside ours.
    """
    if not path.exists():
        append(path, first)
        return set()
    begun, points = read(path)
    whole, _, _cut = path.read_text("utf-8").rpartition("\n")
    path.write_text(whole + "\n", encoding="utf-8")
    for part in ("machine", "seed", "versions"):
        if begun[part] != first[part]:
            raise AssayError(f"{path}: begun with {part} {begun[part]}: expected {first[part]}, or another file")
    return {workload_of(point) for point in points}


def append(path: Path, line: Line) -> None:
    """
    Add one line.
    """
    with path.open("a", encoding="utf-8") as sink:
        sink.write(json.dumps(line, separators=(",", ":")) + "\n")


def read(path: Path) -> tuple[Line, list[Line]]:
    """
    The first line, and the points. A last line that was cut off is not one. Raises `AssayError`.
    """
    try:
        lines = list(_lines(path.read_text("utf-8")))
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a record of benchmarks.oracle_grid") from None
    if not lines or lines[0].get("format") != FORMAT:
        raise AssayError(f"{path}: expected a record that begins with {FORMAT}")
    return lines[0], lines[1:]


def _lines(text: str) -> Iterator[Line]:
    *whole, _cut = text.split("\n")
    return map(json.loads, whole)


def point(workload: Workload) -> Line:
    """
    The part of a line that names its point.
    """
    return {
        "members": workload.member_count,
        "ratio": workload.partitions_to_member_ratio,
        "topics": workload.topic_count,
        "partitions": workload.partitions,
        "subscriptions": workload.subscription_type.value,
        "event": workload.event.value,
    }


def workload_of(line: Line) -> Workload:
    """
    The point of a line.
    """
    return Workload(
        member_count=line["members"],
        partitions_to_member_ratio=line["ratio"],
        topic_count=line["topics"],
        subscription_type=SubscriptionType(line["subscriptions"]),
        event=Event(line["event"]),
    )


def group_hash(columns: Columns) -> str:
    """
    A short hash of the question.
    """
    digest = hashlib.sha256()
    for numbers in (columns.partitions, columns.start, columns.topics, columns.owner):
        digest.update(numbers.astype("<i4").tobytes())
    return digest.hexdigest()[:12]


def engine_hash() -> str:
    """
    A short hash of the oracle's sources, as far as this process has read them.
    """
    digest = hashlib.sha256()
    read_ones = {name: module for name, module in sys.modules.items() if name.startswith("oracle.")}
    for _, module in sorted(read_ones.items()):
        if module.__file__ is not None:
            digest.update(Path(module.__file__).read_bytes())
    return digest.hexdigest()[:12]
