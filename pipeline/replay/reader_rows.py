"""The readers of replayed lives as Parquet: a row for each time at which the partitions of a member change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.pipeline.replay.reader_log import Band, Moment

if TYPE_CHECKING:
    import pyarrow as pa

_NOTHING = Band()


def reader_rows(target: str, moments: Iterable[Moment]) -> Iterator[dict[str, Any]]:
    """
    The rows of one target. A member's partitions stay as its last row says.

    >>> [row["stopped"] for row in reader_rows("x", (Moment(0, {"a": Band(2)}), Moment(9, {"a": Band(1, 0, 1)})))]
    [0, 1]
    """
    before: Mapping[str, Band] = {}
    for moment in moments:
        for member in dict.fromkeys((*before, *moment.bands)):
            band = moment.bands.get(member, _NOTHING)
            if band != before.get(member, _NOTHING):
                yield {"target": target, "at": moment.at, "member": member, **band._asdict()}
        before = moment.bands


def moments_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Moment, ...]:
    """
    The moments whose `reader_rows` these are.

    >>> moments = (Moment(0.0, {"a": Band(2)}), Moment(9.0, {"b": Band(0, 2)}))
    >>> moments_of(reader_rows("x", moments)) == moments
    True
    """
    bands: dict[str, Band] = {}
    found = []
    for at, changes in groupby(rows, key=lambda row: float(row["at"])):
        bands |= {row["member"]: Band(row["first"], row["taken"], row["stopped"]) for row in changes}
        found.append(Moment(at, {member: band for member, band in bands.items() if band != _NOTHING}))
    return tuple(found)


def schema() -> pa.Schema:
    """The columns with their types in Arrow and Parquet."""
    import pyarrow as pa

    counts = ((name, pa.int64()) for name in Band._fields)
    return pa.schema([("target", pa.string()), ("at", pa.float64()), ("member", pa.string()), *counts])


def write_readers(file: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write the rows of one life with all its targets. Raises `OSError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with write_atomically(file) as unfinished:
        pq.write_table(pa.Table.from_pylist(list(rows), schema=schema()), unfinished, compression="zstd")


def read_readers(file: Path) -> dict[str, tuple[Moment, ...]]:
    """The moments of each target. Raises `AssayError` if the file is missing or damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(file).to_pylist()
        targets = dict.fromkeys(row["target"] for row in rows)
        return {target: moments_of(row for row in rows if row["target"] == target) for target in targets}
    except (OSError, pa.ArrowException, KeyError) as wrong:
        raise AssayError(f"{file}: {wrong}: expected the readers of a replay (assay replay --out)") from None
