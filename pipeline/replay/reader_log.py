"""Who reads each partition at each time, and for how long nobody does; and the same as Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import read_rows
from kafka_assay.assignors.model import TopicPartition

Readers: TypeAlias = Mapping[TopicPartition, str | None]
"""Each partition of a subscribed topic with its reader; None: nobody reads it."""


class Band(NamedTuple):
    """The partitions of one member at one time."""

    first: int = 0
    """Those that it has read since the start, or before anybody else."""
    taken: int = 0
    """Those that it took over from another member."""
    stopped: int = 0
    """Those without a reader, of which it was the last."""


class Moment(NamedTuple):
    """The bands of all members that have any, from `at` until the next moment."""

    at: float
    bands: dict[str, Band]


class ReaderLog:
    """
    The readers of a life from `at` on. Times never go back.

    `stopped` are the partition-seconds without a reader so far. `taken` counts how often a partition got a reader other
    than its last one. Each of these adds `rebuild` seconds to `stopped`.
    """

    def __init__(self, at: float, readers: Readers, *, rebuild: float = 0.0) -> None:
        self.at = at
        self.stopped = 0.0
        self.taken = 0
        self._rebuild = rebuild
        self._readers: Readers = readers
        self._first: dict[TopicPartition, str] = {}
        self._last: dict[TopicPartition, str] = {}
        self._note(readers)
        self.moments = [Moment(at, self._bands())]

    def record(self, at: float, readers: Readers) -> None:
        """
        From `at` on these are the readers.

        >>> log = ReaderLog(0, {TopicPartition("t", 0): "a", TopicPartition("t", 1): "b"})
        >>> log.record(10, {TopicPartition("t", 0): "a", TopicPartition("t", 1): None})
        >>> log.record(13, {TopicPartition("t", 0): "a", TopicPartition("t", 1): "a"})
        >>> log.stopped, log.taken, log.moments[-1].bands["a"]
        (3.0, 1, Band(first=1, taken=1, stopped=0))
        """
        unread = sum(reader is None for reader in self._readers.values())
        self.stopped += unread * (at - self.at)
        self.at, self._readers = at, readers
        before = self.taken
        self._note(readers)
        self.stopped += (self.taken - before) * self._rebuild
        moment = Moment(at, self._bands())
        if self.moments[-1].at == at:
            self.moments[-1] = moment
        elif self.moments[-1].bands != moment.bands:
            self.moments.append(moment)

    def _note(self, readers: Readers) -> None:
        for partition in self._last.keys() - readers.keys():
            del self._last[partition]
            del self._first[partition]
        for partition, reader in readers.items():
            if reader is not None:
                self.taken += self._last.get(partition, reader) != reader
                self._last[partition] = reader
                self._first.setdefault(partition, reader)

    def _bands(self) -> dict[str, Band]:
        counts: dict[str, list[int]] = {}
        for partition, reader in self._readers.items():
            last = self._last.get(partition)
            if last is not None:
                band = counts.setdefault(last, [0, 0, 0])
                band[2 if reader is None else int(self._first[partition] != reader)] += 1
        return {member: Band(*band) for member, band in counts.items()}


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
