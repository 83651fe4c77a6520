"""A life replayed with several targets: as data, and as lines and a table for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.json_values import NOTHING, array_at, object_at
from kafka_assay.assignors.formats.life_format import event_from_json, event_to_json, protocol_at
from kafka_assay.pipeline.replay.reader_log import Moment
from kafka_assay.pipeline.replay.reader_rows import read_readers
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife, ReplayStep
from kafka_assay.pipeline.replay.timing import Timing
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.answer.verdict_lines import assumption_lines
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.render.documents import read_file
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

FORMAT = "assay-replay/1"

COLUMNS = (
    "target",
    "rebalances",
    "rounds",
    "moved",
    "ownerless",
    "stopped",
    "peak\ngap",
    "mean\ngap",
    "lag\nspread",
)

LEGEND = (
    "moved: from a member that takes part to another one. ownerless: no owner when a rebalance began. stopped: "
    "partition-seconds without a reader. gap: sum of squared loads above the best possible, after each rebalance. "
    "lag spread: largest minus least lag of a member, mean. More: docs/understand/lives.md."
)
"""The meaning of the columns, below the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """A life, and what each target makes of it."""

    life: str
    """The name of the life."""
    members: int
    """The members at its start."""
    partitions: int
    """The partitions of the topics to which these subscribe."""
    events: int
    """Its events."""
    timing: Timing
    """How long things take."""
    replays: tuple[ReplayedLife, ...]
    """The life with each target."""
    optimum: ReplayedLife | None
    """The life with the optimum; null if that gave no answer."""
    left_out: tuple[tuple[str, str], ...] = ()
    """The targets without an outcome, and why."""
    assumptions: tuple[str, ...] = ()
    """The group's assumptions."""
    command: str = ""
    """The command that repeats the replay."""

    def document(self) -> dict[str, Any]:
        """The replay as `assay-replay/1`."""
        return {
            "format": FORMAT,
            "life": self.life,
            "members": self.members,
            "partitions": self.partitions,
            "events": self.events,
            "timing": asdict(self.timing),
            "targets": [_replay_document(one) for one in self.replays],
            "optimum": None if self.optimum is None else _replay_document(self.optimum),
            "left_out": [{"target": target, "why": why} for target, why in self.left_out],
            "assumptions": list(self.assumptions),
            "command": self.command,
        }


def _replay_document(replayed: ReplayedLife) -> dict[str, Any]:
    return {
        "target": replayed.target,
        "version": replayed.version,
        "protocol": replayed.protocol.value,
        "rebalances": replayed.rebalances,
        "rounds": replayed.rounds,
        "moved": replayed.moved,
        "ownerless": replayed.ownerless,
        "taken": replayed.taken,
        "stopped_partition_seconds": replayed.stopped_partition_seconds,
        "seconds": replayed.seconds,
        "peak_gap": replayed.peak_gap,
        "mean_gap": replayed.mean_gap,
        "lag_spread": replayed.lag_spread,
        "steps": [step_document(step) for step in replayed.steps],
    }


def step_document(step: ReplayStep) -> dict[str, Any]:
    """One rebalance as JSON."""
    return {
        "at": step.begun,
        "ended": step.ended,
        "cause": step.cause,
        "number": step.number,
        "event": event_to_json(step.event),
        "rounds": step.rounds,
        "members": step.members,
        "partitions": step.partitions,
        "moved": step.moved,
        "ownerless": step.ownerless,
        "stopped_partition_seconds": step.stopped_partition_seconds,
        "sum_of_squares": step.sum_of_squares,
        "optimal_sum_of_squares": step.optimal_sum_of_squares,
        "lag_spread": step.lag_spread,
    }


def replay_lines(report: ReplayReport) -> list[TextLine]:
    """The size of the life, the target that stops least, and the optimum beside it."""
    size = ", ".join(
        (
            quantity(report.members, "member"),
            quantity(report.partitions, "partition"),
            quantity(report.events, "event"),
        )
    )
    found = [TextLine(f"{shorten(report.life, 60)} ({size}).{_least(report.replays)}{_ideal(report.optimum)}")]
    found += [TextLine(f"{target} is left out: {why}.", 2) for target, why in report.left_out]
    return [*found, *assumption_lines(report.assumptions)]


def _least(replays: Sequence[ReplayedLife]) -> str:
    if not replays:
        return ""
    least = min(one.stopped_partition_seconds for one in replays)
    names = [shorten(one.target, 40) for one in replays if one.stopped_partition_seconds == least]
    moves = [one.moved for one in replays if one.stopped_partition_seconds == least]
    moved = f"{min(moves):,}" if min(moves) == max(moves) else f"{min(moves):,} to {max(moves):,}"
    without = f"partitions have no reader for {least:,.0f} partition-seconds in total, and {moved} partitions move"
    if len(replays) == 1:
        return f" With {names[0]} {without}."
    return f" {series(names)} {'stops' if len(names) == 1 else 'stop'} least: {without}."


def _ideal(optimum: ReplayedLife | None) -> str:
    if optimum is None:
        return ""
    return f" With the optimum: {optimum.stopped_partition_seconds:,.0f} and {optimum.moved:,}."


def replay_rows(report: ReplayReport) -> list[tuple[str, ...]]:
    """A row for each target, with the cells of `COLUMNS`; the optimum's is the last."""
    last = () if report.optimum is None else (("the optimum", report.optimum),)
    return [
        (
            name,
            f"{one.rebalances:,}",
            f"{one.rounds:,}",
            f"{one.moved:,}",
            f"{one.ownerless:,}",
            f"{one.stopped_partition_seconds:,.0f}",
            f"{one.peak_gap:,}",
            f"{one.mean_gap:,.1f}",
            "" if one.lag_spread is None else f"{one.lag_spread:,.0f}",
        )
        for name, one in (*((one.target, one) for one in report.replays), *last)
    ]


def timing_sentence(timing: Timing) -> str:
    """
    What the replay assumes about times.

    >>> timing_sentence(Timing())[:60]
    'Assumed: a round takes 3 s, a restart 30 s; classic members '
    """
    rebuild = f"; state is rebuilt for {timing.rebuild:g} s" if timing.rebuild else ""
    return (
        f"Assumed: a round takes {timing.rebalance:g} s, a restart {timing.restart:g} s; classic members see a grown "
        f"topic after {timing.metadata:g} s{rebuild}. Unless the life says otherwise: session timeout "
        f"{timing.session:g} s, rebalance timeout {timing.poll:g} s."
    )


Moments = Mapping[str, tuple[Moment, ...]]


def record_file(folder: Path, name: str) -> Path:
    """The record of the life that is called `name` in file names."""
    return folder / f"replay-{name}.json"


def readers_file(record: Path) -> Path:
    """
    The file with the readers of a life, beside its record.

    >>> readers_file(record_file(Path("out"), "scale-out")).name
    'readers-scale-out.parquet'
    """
    return record.with_name(f"readers-{record.stem.removeprefix('replay-')}.parquet")


def read_replays(folder: Path) -> list[ReplayReport]:
    """The replays in `folder`, in the order of their names. Raises `AssayError`."""
    found = []
    for path in sorted(folder.glob("replay-*.json")):
        report = read_file(path, FORMAT, partial(_report_in, path))
        found += [] if report is None else [report]
    return found


def _report_in(path: Path, document: dict[str, Any]) -> ReplayReport:
    moments = read_readers(readers_file(path))
    targets = array_at(document.get("targets", NOTHING), "targets")
    left_out = [object_at(one, f"left_out[{at}]") for at, one in enumerate(array_at(document["left_out"], "left_out"))]
    optimum = document["optimum"]
    return read_record(
        ReplayReport,
        document,
        replays=tuple(_replayed(one, f"targets[{place}]", moments) for place, one in enumerate(targets)),
        optimum=None if optimum is None else _replayed(optimum, "optimum", moments),
        left_out=tuple((str(one["target"]), str(one["why"])) for one in left_out),
    )


def _replayed(document: object, path: str, moments: Moments) -> ReplayedLife:
    found = object_at(document, path)
    steps = array_at(found.get("steps", NOTHING), f"{path}.steps")
    return read_record(
        ReplayedLife,
        found,
        path,
        protocol=protocol_at(found["protocol"], f"{path}.protocol"),
        steps=tuple(_step(step, f"{path}.steps[{place}]") for place, step in enumerate(steps)),
        moments=moments.get(found["target"], ()),
    )


def _step(document: object, path: str) -> ReplayStep:
    step = object_at(document, path)
    event = event_from_json(step["event"], f"{path}.event")
    return read_record(ReplayStep, step, path, begun=float(step["at"]), event=event)
