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
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.verdict import VERDICT_VERSION
from studies.output import ROOT
from studies.records import append_line, read_lines
from studies.state import measures
from tests.support.newest_releases import OWN, assignor_name, implementations, release_of

FOLDER = ROOT / "docs" / "results" / "state"
RECORD = FOLDER / "record.jsonl"
MEASURES = ("laws", "quality", "time", "since")
"""In this order: `since` bisects the cases that `laws` found."""

Result: TypeAlias = Mapping[str, Any]
_DIGITS = 12
_COMMANDS: dict[str, Callable[[str], str]] = {
    "laws": measures.laws_command,
    "quality": measures.quality_command,
    "time": measures.time_command,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StateKey:
    """
    What a result depends on, but for the machine and its speed.

    `version` is the release, `verdicts` the `VERDICT_VERSION` of our code. `command` has the options and the seed, and
    `case` the hash of the case that it reads, if it reads one.
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


def read_state(path: Path) -> dict[tuple[str, str], StateLine]:
    """(Measure, target) -> its latest line in the record at `path`."""
    lines = (StateLine(**{**line, "key": StateKey(**line["key"])}) for line in read_lines(path))
    return {(line.measure, line.target): line for line in lines}


def cases_file(target: str) -> Path:
    """The file of the smallest counterexamples of `target`, one a line."""
    return FOLDER / "cases" / (client_of(target) or OWN) / f"{assignor_name(target)}.jsonl"


def case_place(target: str, line: int) -> str:
    """The line with a counterexample of `target`, as `assay check --case` takes it."""
    return f"{cases_file(target).relative_to(ROOT)}:{line}"


def pending_measurements(record: Record, kinds: Collection[str], only: Collection[str] = ()) -> Iterator[StateLine]:
    """The measurements to make, as lines without a result. `only` has parts of `IMPLEMENTATION TARGET`."""
    for measure in (one for one in MEASURES if one in kinds):
        for implementation, targets in implementations().items():
            chosen = [one for one in targets if not only or any(part in f"{implementation} {one}" for part in only)]
            for line in (line for target in chosen for line in _lines(measure, target, record)):
                known = record.get((line.measure, line.target))
                if known is None or known.key != line.key:
                    yield line


def _lines(measure: str, target: str, record: Record) -> Iterator[StateLine]:
    """The lines of one measure with their present keys: one for each broken law of `since`, else a single one."""
    if measure != "since":
        yield StateLine(measure=measure, target=target, key=key_of(target, _COMMANDS[measure](target)))
        return
    laws = record[("laws", target)].result["laws"] if ("laws", target) in record else []
    for law in (law for law in laws if law["case"] is not None):
        command = measures.since_command(target, case_place(target, law["case"]))
        if command is not None:
            key = key_of(target, command, hash_case(target, law["case"]))
            yield StateLine(measure=f"since {law['law']}", target=target, key=key)


def hash_case(target: str, line: int) -> str:
    """The hash of a line with a counterexample of `target`."""
    text = cases_file(target).read_text("utf-8").split("\n")[line - 1]
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def take_measure(batch: Sequence[StateLine]) -> list[Result]:
    """The results of pending measurements: of one, or of the times of several targets."""
    first = batch[0]
    match first.measure:
        case "laws":
            return [measures.measure_laws(first.target, cases_file(first.target))]
        case "quality":
            return [measures.measure_quality(first.target)]
        case "time":
            return list(measures.measure_times([one.target for one in batch]))
        case _:
            return [measures.measure_since(first.key.command)]


def measure_pending(
    path: Path,
    kinds: Collection[str],
    only: Collection[str] = (),
    take: Callable[[Sequence[StateLine]], Sequence[Result]] = take_measure,
) -> int:
    """Make the measurements that are missing in the record at `path`. Returns how many could not be made."""
    failed = 0
    for measure in (one for one in MEASURES if one in kinds):
        batches = [[one] for one in pending_measurements(read_state(path), (measure,), only)]
        if measure == "time":
            # The targets of an implementation take turns, so that their times can be compared.
            timed = ([one for (one,) in batches if one.target in targets] for targets in implementations().values())
            batches = [batch for batch in timed if batch]
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
                append_line(path, asdict(replace(one, result=result)))
    return failed
