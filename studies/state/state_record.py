"""
The record of the state page: `docs/results/state/record.jsonl`, a line for each measurement of a target.

A line has a key: what was measured, with which verdicts, and how. A later line of the same measure and target replaces
the earlier one. If the key of a line is no longer the present one, the measurement is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kafka_assay.properties.verdict import VERDICT_VERSION
from studies.records import append_line, read_lines
from studies.state.implementations import release_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StateKey:
    """
    What a result depends on, but for the machine and its speed.

    `version` is the release, `verdicts` the `VERDICT_VERSION` of our code. `command` has the options and the seed, and
    `case` the hash of the file that it reads, if it reads one.
    """

    version: str
    verdicts: int
    command: str
    case: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateLine:
    """One measurement: the `measure`, the target, the key, the day, and the result."""

    measure: str
    target: str
    key: StateKey
    day: str
    result: Mapping[str, Any] = field(hash=False)


def key_of(target: str, command: str, case: str = "") -> StateKey:
    """The key that a measurement has now."""
    return StateKey(version=release_of(target), verdicts=VERDICT_VERSION, command=command, case=case)


def new_line(measure: str, target: str, key: StateKey, result: Mapping[str, Any]) -> StateLine:
    """The line of a measurement that was just made."""
    return StateLine(
        measure=measure, target=target, key=key, day=datetime.now(tz=UTC).date().isoformat(), result=result
    )


def append_state(path: Path, line: StateLine) -> None:
    """Append `line` to the record at `path`."""
    append_line(path, asdict(line))


def read_state(path: Path) -> dict[tuple[str, str], StateLine]:
    """(Measure, target) -> its latest line in the record at `path`."""
    lines = (StateLine(**{**line, "key": StateKey(**line["key"])}) for line in read_lines(path))
    return {(line.measure, line.target): line for line in lines}


def write_state(path: Path, lines: Iterable[StateLine]) -> None:
    """Write the record anew, with only these `lines`."""
    texts = (json.dumps(asdict(line), separators=(",", ":"), ensure_ascii=False) for line in lines)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
