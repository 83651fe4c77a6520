"""Read replays back from the files of `assay replay --out`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.json_values import NOTHING, array_at, object_at
from kafka_assay.assignors.formats.life_format import event_from_json, protocol_at
from kafka_assay.pipeline.replay.reader_log import Moment
from kafka_assay.pipeline.replay.reader_rows import read_readers
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife, ReplayStep
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.answer.replay import FORMAT, ReplayReport
from kafka_assay.reports.render.documents import read_file

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
