"""
The record of the state page: `docs/results/state/record.jsonl`, a line for each measurement of a target.

A line has a key: what was measured, with which code, and how. A later line of the same measure and target replaces the
earlier one. If the key of a line is no longer the present one, the measurement is made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from studies.records import append_line, read_lines
from studies.state.fingerprint import answering_code, instrument_code
from studies.state.implementations import release_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StateKey:
    """
    Everything that a result depends on, but for the machine.

    `code` is the hash of our code that answers for the target, `instrument` that of the code that measures. `command`
    has the options and the seed, and `case` the hash of the file that it reads, if it reads one.
    """

    version: str
    code: str
    instrument: str
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


def key_of(measure: str, target: str, command: str, case: str = "") -> StateKey:
    """The key that a measurement has now."""
    kind = measure.partition(" ")[0]
    return StateKey(
        version=release_of(target),
        code=answering_code(target),
        instrument=instrument_code(kind),
        command=command,
        case=case,
    )


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
