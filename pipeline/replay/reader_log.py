"""Who reads each partition at each time, and for how long nobody does; and the same as Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import read_rows
from kafka_assay.assignors.model import TopicPartition

Readers: TypeAlias = Mapping[TopicPartition, str | None]
"""Each partition of a subscribed topic with its reader; None: nobody reads it."""


class ReaderRow(NamedTuple):
    """The partitions of a member with a target, from `at` until its next row."""

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

    @property
    def partitions(self) -> int:
        """All of these."""
        return self.first + self.taken + self.stopped


class ReaderLog:
    """
    The readers of a life from 0 seconds on. Times never go back.

    `stopped` are the partition-seconds without a reader so far. `taken` counts how often a partition got a reader other
    than its last one. Each of these adds `rebuild` seconds to `stopped`.
    """

    def __init__(self, readers: Readers, *, rebuild: float = 0.0) -> None:
        self.at = 0.0
        self.stopped = 0.0
        self.taken = 0
        self._rebuild = rebuild
        self._readers: Readers = {}
        self._first: dict[TopicPartition, str] = {}
        self._last: dict[TopicPartition, str] = {}
        self._moments: list[tuple[float, dict[str, list[int]]]] = []
        self.record(0.0, readers)

    def record(self, at: float, readers: Readers) -> None:
        """
        From `at` on these are the readers.

        >>> log = ReaderLog({TopicPartition("t", 0): "a", TopicPartition("t", 1): "b"})
        >>> log.record(10, {TopicPartition("t", 0): "a", TopicPartition("t", 1): None})
        >>> log.record(13, {TopicPartition("t", 0): "a", TopicPartition("t", 1): "a"})
        >>> log.stopped, log.taken, list(log.rows("x"))[-1]
        (3.0, 1, ReaderRow(target='x', at=13, member='b', first=0, taken=0, stopped=0))
        """
        unread = sum(reader is None for reader in self._readers.values())
        self.stopped += unread * (at - self.at)
        self.at, self._readers = at, readers
        before = self.taken
        self._note(readers)
        self.stopped += (self.taken - before) * self._rebuild
        if self._moments and self._moments[-1][0] == at:
            self._moments.pop()
        self._moments.append((at, self._bands()))

    def rows(self, target: str) -> Iterator[ReaderRow]:
        """The times at which the partitions of a member change. They stay as its last row says."""
        before: dict[str, list[int]] = {}
        for at, bands in self._moments:
            for member in dict.fromkeys((*before, *bands)):
                band = bands.get(member, _NOTHING)
                if band != before.get(member, _NOTHING):
                    yield ReaderRow(target, at, member, *band)
            before = bands

    def _note(self, readers: Readers) -> None:
        for partition in self._last.keys() - readers.keys():
            del self._last[partition]
            del self._first[partition]
        for partition, reader in readers.items():
            if reader is not None:
                self.taken += self._last.get(partition, reader) != reader
                self._last[partition] = reader
                self._first.setdefault(partition, reader)

    def _bands(self) -> dict[str, list[int]]:
        """Member to its partitions that it read first, took over, and was the last to read."""
        bands: dict[str, list[int]] = {}
        for partition, reader in self._readers.items():
            last = self._last.get(partition)
            if last is not None:
                band = bands.setdefault(last, [0, 0, 0])
                band[2 if reader is None else int(self._first[partition] != reader)] += 1
        return bands


_NOTHING = [0, 0, 0]


def read_readers(file: Path) -> list[ReaderRow]:
    """The rows of all targets. Raises `AssayError` if the file is missing or damaged."""
    import pyarrow as pa

    try:
        return read_rows(file, ReaderRow)
    except (OSError, pa.ArrowException, KeyError) as wrong:
        why = " ".join(str(wrong).split())
        raise AssayError(f"{file}: {why}: expected the readers of a replay (assay replay --out)") from None
