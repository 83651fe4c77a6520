"""Makes the measurements whose key changed, and appends each to the record as soon as it is done."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from studies.output import ROOT
from studies.state.implementations import assignor_name, implementations, releases_up_to
from studies.state.law_measure import laws_command, measure_laws
from studies.state.quality_measure import measure_quality, quality_command
from studies.state.since_measure import measure_since, since_command
from studies.state.state_record import StateKey, StateLine, append_state, key_of, new_line, read_state
from studies.state.time_measure import measure_times, time_command

FOLDER = ROOT / "docs" / "results" / "state"
RECORD = FOLDER / "record.jsonl"
MEASURES = ("laws", "quality", "time", "since")
"""In this order: `since` bisects the cases that `laws` found."""

Result = Mapping[str, Any]
_DIGITS = 12
_COMMANDS: dict[str, Callable[[str], str]] = {
    "laws": laws_command,
    "quality": quality_command,
    "time": time_command,
}


def cases_folder(implementation: str, target: str) -> Path:
    """The folder of the smallest counterexamples of `target`."""
    return FOLDER / "cases" / implementation / assignor_name(target)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A measurement that is missing, or whose key changed."""

    measure: str
    implementation: str
    target: str
    key: StateKey


@dataclass(slots=True)
class Instruments:
    """What takes each measure. A test replaces them."""

    laws: Callable[[str, Path], Result] = measure_laws
    quality: Callable[[str], Result] = measure_quality
    times: Callable[[Sequence[str]], Mapping[str, Result]] = measure_times
    since: Callable[[str], Result] = measure_since


def pending_measurements(
    record: Mapping[tuple[str, str], StateLine], measures: Collection[str], only: Collection[str] = ()
) -> Iterator[Pending]:
    """
    The measurements to make, measure by measure.

    `only` selects targets by a part of `IMPLEMENTATION TARGET`.
    """
    for measure in (one for one in MEASURES if one in measures):
        for implementation, targets in implementations().items():
            for target in targets:
                if only and not any(part in f"{implementation} {target}" for part in only):
                    continue
                for kind, key in _keys(measure, implementation, target, record):
                    line = record.get((kind, target))
                    if line is None or line.key != key:
                        yield Pending(measure=kind, implementation=implementation, target=target, key=key)


def _keys(
    measure: str, implementation: str, target: str, record: Mapping[tuple[str, str], StateLine]
) -> Iterator[tuple[str, StateKey]]:
    """The names and present keys of one measure: one for each broken law of `since`, else a single one."""
    if measure != "since":
        yield measure, key_of(target, _COMMANDS[measure](target))
        return
    laws = record.get(("laws", target))
    if laws is None or releases_up_to(target) is None:
        return
    for one in laws.result["laws"]:
        if one["case"] is not None:
            case = cases_folder(implementation, target) / one["case"]
            kind, command = f"since {one['law']}", since_command(target, case)
            yield kind, key_of(target, command, hash_case(case))


def hash_case(path: Path) -> str:
    """The hash of the file of a case."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGITS]


def measure_pending(
    path: Path, measures: Collection[str], only: Collection[str] = (), instruments: Instruments | None = None
) -> int:
    """Make the measurements that are missing in the record at `path`. Returns how many could not be made."""
    tools = instruments or Instruments()
    failed = 0
    for measure in (one for one in MEASURES if one in measures):
        waiting = list(pending_measurements(read_state(path), (measure,), only))
        for number, batch in enumerate(batches := list(_batches(measure, waiting)), start=1):
            names = ", ".join(f"{one.measure} of {one.target}" for one in batch)
            print(f"{number}/{len(batches)} {names}", file=sys.stderr, flush=True)
            try:
                results = _take(measure, batch, tools)
            except AssayError as wrong:
                failed += len(batch)
                print(f"skipped: {wrong}", file=sys.stderr)
                continue
            for one, result in zip(batch, results, strict=True):
                append_state(path, new_line(one.measure, one.target, one.key, result))
    return failed


def _batches(measure: str, waiting: Sequence[Pending]) -> Iterator[list[Pending]]:
    """The targets of an implementation are timed together; everything else is measured one by one."""
    if measure != "time":
        yield from ([one] for one in waiting)
        return
    for name in dict.fromkeys(one.implementation for one in waiting):
        yield [one for one in waiting if one.implementation == name]


def _take(measure: str, batch: Sequence[Pending], tools: Instruments) -> list[Result]:
    first = batch[0]
    match measure:
        case "laws":
            return [tools.laws(first.target, cases_folder(first.implementation, first.target))]
        case "quality":
            return [tools.quality(first.target)]
        case "since":
            return [tools.since(first.key.command)]
        case _:
            found = tools.times([one.target for one in batch])
            return [found[one.target] for one in batch]
