"""
Samples of groups as Parquet: a folder with one file for each look at the cluster.

A file gets its name only when it is complete, so an interrupted run loses nothing and leaves no half file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
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
    name: str | None
    """The group's name; null where the whole cluster could not be read."""
    state: str | None
    """Kafka's state of the group."""
    strategy: str | None
    """The group's present assignor."""
    members: Small | None
    """The number of members."""
    document: str | None
    """The group (`assay-group/1`)."""
    error: str | None
    """Why the group, or the whole cluster, could not be read."""


def samples_of(groups: Sequence[Group | UnreadableGroup], captured_at: datetime) -> list[Sample]:
    """The samples of one look at the cluster."""
    return [_sample(group, captured_at) for group in groups]


def failed_sample(why: str, captured_at: datetime) -> Sample:
    """The sample of a look that failed: no group was read."""
    return Sample(captured_at=captured_at, name=None, state=None, strategy=None, members=None, document=None, error=why)


def _sample(group: Group | UnreadableGroup, captured_at: datetime) -> Sample:
    if isinstance(group, UnreadableGroup):
        return Sample(
            captured_at=captured_at,
            name=group.name,
            state=None,
            strategy=None,
            members=None,
            document=None,
            error=group.why,
        )
    return Sample(
        captured_at=captured_at,
        name=group.name,
        state=group.state,
        strategy=group.strategy,
        members=len(group.members),
        document=compact_json(group_to_json(group)),
        error=None,
    )


def write_samples(folder: Path, samples: Sequence[Sample], captured_at: datetime) -> Path:
    """Write one look into `folder` and return its file. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{captured_at:%Y%m%dT%H%M%S.%f}Z.parquet"
    write_rows(file, Sample, samples)
    return file


def read_samples(folder: Path) -> Iterator[Sample]:
    """The samples in `folder`, or in one file of it, in the order of their times. Raises `AssayError`."""
    import pyarrow as pa

    files = sorted(folder.glob("*.parquet")) if folder.is_dir() else [folder]
    if not files:
        raise AssayError(f"{folder}: has no .parquet file: expected the samples of assay capture --every")
    for file in files:
        try:
            yield from read_rows(file, Sample)
        except (OSError, pa.ArrowInvalid, KeyError) as wrong:
            why = " ".join(str(wrong).split())
            raise AssayError(f"{file}: cannot be read as samples of assay capture --every: {why}") from None
