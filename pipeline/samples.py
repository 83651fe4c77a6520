"""
Samples of live groups over time as Parquet: a folder with one file for each look at the cluster.

A file gets its name only when it is complete, so an interrupted run loses nothing and leaves no half file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import Small, read_rows, write_rows
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.live_groups.group_reader import UnreadableGroup
from kafka_assay.assignors.model import Group

SAMPLES = "samples.parquet"
"""The folder of samples in an output folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One group at one time, or the reason why it could not be read."""

    captured_at: datetime
    """When the look at the cluster started."""
    name: str | None = None
    """The group's name; null where the whole cluster could not be read."""
    state: str | None = None
    """Kafka's state of the group."""
    strategy: str | None = None
    """The group's present assignor."""
    members: Small | None = None
    """The number of members."""
    document: str | None = None
    """The group (`assay-group/1`)."""
    error: str | None = None
    """Why the group, or the whole cluster, could not be read."""


def samples_of(groups: Sequence[Group | UnreadableGroup], captured_at: datetime) -> list[Sample]:
    """The samples of one look at the cluster."""
    return [
        Sample(captured_at=captured_at, name=group.name, error=group.why)
        if isinstance(group, UnreadableGroup)
        else Sample(
            captured_at=captured_at,
            name=group.name,
            state=group.state,
            strategy=group.strategy,
            members=len(group.members),
            document=compact_json(group_to_json(group)),
        )
        for group in groups
    ]


def write_samples(folder: Path, samples: Sequence[Sample], captured_at: datetime) -> Path:
    """Write one look into `folder` and return its file. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{captured_at:%Y%m%dT%H%M%S.%f}Z.parquet"
    write_rows(file, Sample, samples)
    return file


def read_samples(folder: Path) -> Iterator[Sample]:
    """The samples in `folder`, or in one file of it, in the order of their times. Raises `AssayError`."""
    files = sorted(folder.glob("*.parquet")) if folder.is_dir() else [folder]
    if not files:
        raise AssayError(f"{folder}: has no .parquet file: expected the samples of assay capture --every")
    for file in files:
        yield from read_rows(file, Sample, "cannot be read as samples of assay capture --every: {}")


@dataclass(slots=True)
class SampleCounts:
    """What a run has written so far."""

    looks: int = 0
    groups: int = 0
    failed: int = 0


def keep_sampling(
    look: Callable[[], Sequence[Group | UnreadableGroup]],
    every: float,
    out: Path,
    tell: Callable[[str], None],
    wait: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> SampleCounts:
    """
    Write a sample of what `look` reads into `out`/samples.parquet every so many seconds until `KeyboardInterrupt`.

    Raises `AssayError` where the first look fails. A later failure is told and recorded, and sampling goes on: a
    cluster may be away for a while.
    """
    tally = SampleCounts()
    start = clock()
    try:
        while True:
            now = datetime.now(UTC)
            try:
                samples = samples_of(look(), now)
                tally.groups += len(samples)
            except AssayError as wrong:
                if not tally.looks:
                    raise
                tell(f"{now:%H:%M:%S}: {wrong}")
                samples = [Sample(captured_at=now, error=str(wrong))]
                tally.failed += 1
            file = write_samples(out / SAMPLES, samples, now)
            tally.looks += 1
            tell(f"sample {tally.looks}: {file.name}")
            # Looks start at fixed times; those that a slow cluster misses are left out.
            passed = clock() - start
            wait(every - passed % every)
    except KeyboardInterrupt:
        return tally
