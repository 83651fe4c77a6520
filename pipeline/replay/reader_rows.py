"""The readers of replayed lives as Parquet: a row for each time at which the partitions of a member change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import read_rows
from kafka_assay.pipeline.replay.reader_log import Band, Moment

_NOTHING = Band()


class ReaderRow(NamedTuple):
    """The `Band` of a member with a target, from `at` until its next row."""

    target: str
    """The assignor."""
    at: float
    """The time, in seconds from the start."""
    member: str
    """The member."""
    first: int
    """Its partitions from then on that it has read since the start, or before anybody else."""
    taken: int
    """Those that it took over from another member."""
    stopped: int
    """Those that nobody reads, and that it was the last to read."""


def reader_rows(target: str, moments: Iterable[Moment]) -> Iterator[ReaderRow]:
    """
    The rows of one target. A member's partitions stay as its last row says.

    >>> [row.stopped for row in reader_rows("x", (Moment(0, {"a": Band(2)}), Moment(9, {"a": Band(1, 0, 1)})))]
    [0, 1]
    """
    before: Mapping[str, Band] = {}
    for moment in moments:
        for member in dict.fromkeys((*before, *moment.bands)):
            band = moment.bands.get(member, _NOTHING)
            if band != before.get(member, _NOTHING):
                yield ReaderRow(target, moment.at, member, *band)
        before = moment.bands


def moments_of(rows: Iterable[ReaderRow]) -> tuple[Moment, ...]:
    """
    The moments whose `reader_rows` these are.

    >>> moments = (Moment(0.0, {"a": Band(2)}), Moment(9.0, {"b": Band(0, 2)}))
    >>> moments_of(reader_rows("x", moments)) == moments
    True
    """
    bands: dict[str, Band] = {}
    found = []
    for at, changes in groupby(rows, key=lambda row: row.at):
        bands |= {row.member: Band(row.first, row.taken, row.stopped) for row in changes}
        found.append(Moment(at, {member: band for member, band in bands.items() if band != _NOTHING}))
    return tuple(found)


def read_readers(file: Path) -> dict[str, tuple[Moment, ...]]:
    """The moments of each target. Raises `AssayError` if the file is missing or damaged."""
    import pyarrow as pa

    try:
        rows = read_rows(file, ReaderRow)
    except (OSError, pa.ArrowException, KeyError) as wrong:
        why = " ".join(str(wrong).split())
        raise AssayError(f"{file}: {why}: expected the readers of a replay (assay replay --out)") from None
    targets = dict.fromkeys(row.target for row in rows)
    return {target: moments_of(row for row in rows if row.target == target) for target in targets}
