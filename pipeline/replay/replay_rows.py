"""The rebalances of replayed lives as Parquet: one row for each rebalance and target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.formats.life_format import event_to_json
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = "replay.parquet"
"""The file in an output folder."""


def replay_rows(life: str, replayed: ReplayedLife) -> list[dict[str, Any]]:
    """The rows of one life with one target. `rebalance` counts from 0, which is the start."""
    return [
        {
            "life": life,
            "target": replayed.target,
            "version": replayed.version,
            "protocol": replayed.protocol.value,
            "rebalance": number,
            "at": step.begun,
            "ended": step.ended,
            "cause": step.cause,
            "event_number": step.number,
            "event": compact_json(event_to_json(step.event)),
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
        for number, step in enumerate(replayed.steps)
    ]


def schema() -> pa.Schema:
    """The columns with their types in Arrow and Parquet."""
    import pyarrow as pa

    texts = ("life", "target", "version", "protocol")
    before = [("rebalance", pa.int32()), ("at", pa.float64()), ("ended", pa.float64()), ("cause", pa.string())]
    counts = ("rounds", "members", "partitions", "moved", "ownerless")
    return pa.schema(
        [
            *((name, pa.string()) for name in texts),
            *before,
            ("event_number", pa.int32()),
            ("event", pa.string()),
            *((name, pa.int64()) for name in counts),
            ("stopped_partition_seconds", pa.float64()),
            *((name, pa.int64()) for name in ("sum_of_squares", "optimal_sum_of_squares", "lag_spread")),
        ]
    )


def write_rows(folder: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """Write `rows` into `folder`, and return the file. Raises `OSError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = folder / ROWS
    with write_atomically(file) as unfinished:
        pq.write_table(pa.Table.from_pylist(list(rows), schema=schema()), unfinished, compression="zstd")
    return file
