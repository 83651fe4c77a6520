"""
The record of the state page, and the measurements that it lacks.

`docs/results/state/record.jsonl` has a line for each measurement of a target. A line has a key: what was measured, with
which verdicts, and how. A later line of the same measure and target replaces the earlier one. If the key of a line is
no longer the present one, the measurement is made again, and appended as soon as it is done.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.verdict import VERDICT_VERSION
from studies.newest_releases import OWN, assignor_name, implementations, release_of
from studies.output import ROOT
from studies.records import append_line, read_lines
from studies.state.law_measure import laws_command, measure_laws
from studies.state.measures import (
    measure_quality,
    measure_since,
    measure_times,
    quality_command,
    since_command,
    time_command,
)

FOLDER = ROOT / "docs" / "results" / "state"
RECORD = FOLDER / "record.jsonl"
MEASURES = ("laws", "quality", "time", "since")
"""In this order: `since` bisects the cases that `laws` found."""

Result: TypeAlias = Mapping[str, Any]
_DIGITS = 12
_COMMANDS: dict[str, Callable[[str], str]] = {"laws": laws_command, "quality": quality_command, "time": time_command}


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
    day: str = field(default_factory=lambda: datetime.now(tz=UTC).date().isoformat())
    result: Result = field(hash=False, default_factory=dict)


Record: TypeAlias = Mapping[tuple[str, str], StateLine]


def key_of(target: str, command: str, case: str = "") -> StateKey:
    """The key that a measurement has now."""
    return StateKey(version=release_of(target), verdicts=VERDICT_VERSION, command=command, case=case)


def append_state(path: Path, line: StateLine) -> None:
    """Append `line` to the record at `path`."""
    append_line(path, asdict(line))


def read_state(path: Path) -> dict[tuple[str, str], StateLine]:
    """(Measure, target) -> its latest line in the record at `path`."""
    lines = (StateLine(**{**line, "key": StateKey(**line["key"])}) for line in read_lines(path))
    return {(line.measure, line.target): line for line in lines}


def cases_folder(target: str) -> Path:
    """The folder of the smallest counterexamples of `target`."""
    return FOLDER / "cases" / (client_of(target) or OWN) / assignor_name(target)


def pending_measurements(record: Record, measures: Collection[str], only: Collection[str] = ()) -> Iterator[StateLine]:
    """
    The measurements to make, measure by measure, as lines without a result.

    `only` selects targets by a part of `IMPLEMENTATION TARGET`.
    """
    for measure in (one for one in MEASURES if one in measures):
        for implementation, targets in implementations().items():
            for target in targets:
                if not only or any(part in f"{implementation} {target}" for part in only):
                    lines = (
                        StateLine(measure=kind, target=target, key=key) for kind, key in _keys(measure, target, record)
                    )
                    yield from (
                        one for one in lines if getattr(record.get((one.measure, target)), "key", None) != one.key
                    )


def _keys(measure: str, target: str, record: Record) -> Iterator[tuple[str, StateKey]]:
    """The names and present keys of one measure: one for each broken law of `since`, else a single one."""
    if measure != "since":
        yield measure, key_of(target, _COMMANDS[measure](target))
        return
    laws = record[("laws", target)].result["laws"] if ("laws", target) in record else []
    for law in (law for law in laws if law["case"] is not None):
        case = cases_folder(target) / law["case"]
        command = since_command(target, case)
        if command is not None:
            yield f"since {law['law']}", key_of(target, command, hash_case(case))


def hash_case(path: Path) -> str:
    """The hash of the file of a case."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGITS]


def take_measure(batch: Sequence[StateLine]) -> list[Result]:
    """The results of pending measurements: of one, or of the times of several targets."""
    first = batch[0]
    match first.measure:
        case "laws":
            return [measure_laws(first.target, cases_folder(first.target))]
        case "quality":
            return [measure_quality(first.target)]
        case "time":
            return list(measure_times([one.target for one in batch]))
        case _:
            return [measure_since(first.key.command)]


def measure_pending(
    path: Path,
    measures: Collection[str],
    only: Collection[str] = (),
    take: Callable[[Sequence[StateLine]], Sequence[Result]] = take_measure,
) -> int:
    """Make the measurements that are missing in the record at `path`. Returns how many could not be made."""
    failed = 0
    for measure in (one for one in MEASURES if one in measures):
        batches = _batches(measure, list(pending_measurements(read_state(path), (measure,), only)))
        for number, batch in enumerate(batches, start=1):
            names = ", ".join(f"{one.measure} of {one.target}" for one in batch)
            print(f"{number}/{len(batches)} {names}", file=sys.stderr, flush=True)
            try:
                results = take(batch)
            except AssayError as wrong:
                failed += len(batch)
                print(f"skipped: {wrong}", file=sys.stderr)
                continue
            for one, result in zip(batch, results, strict=True):
                append_state(path, StateLine(measure=one.measure, target=one.target, key=one.key, result=result))
    return failed


def _batches(measure: str, waiting: Sequence[StateLine]) -> list[list[StateLine]]:
    """The targets of an implementation are timed together; everything else is measured one by one."""
    if measure != "time":
        return [[one] for one in waiting]
    groups = ([one for one in waiting if one.target in targets] for targets in implementations().values())
    return [group for group in groups if group]
