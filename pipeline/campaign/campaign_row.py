"""The table of a campaign, a row for each pair of a case and a target: its columns and their Arrow types."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pyarrow as pa

RESULTS = "results.parquet"
"""The folder of the table in a campaign's folder."""


class BrokenLaw(NamedTuple):
    """A broken law, and what caused the break as far as it can be told apart."""

    law: str
    cause: str


class UndecidedLaw(NamedTuple):
    """A law that could not be judged, and why."""

    law: str
    reason: str


class CampaignRow(NamedTuple):
    """
    One case and one target. The fields are the columns, in their order.

    `members` to `racks` describe the group that was judged last; a life has several. The figures are null where there
    is no valid answer. `asked` names the laws that broke, and those that were decided, by judging or by implication, in
    every rebalance to which they apply. `refused` says why the group cannot be put to the target. `steps` counts the
    questions to the target. `hung` says whether a call hung, also after its answer. `features` places the pair among
    all others, to tell alarms apart. `seconds` is the time for the pair, in which the first target of a group pays for
    its optimum; `host_seconds` is the part that the target needed by its own clock.
    """

    case: int
    target: str
    family: str
    seed: int
    members: int
    partitions: int
    topics: int
    equal: bool
    racks: bool
    sum_of_squares: int | None = None
    optimal_sum_of_squares: int | None = None
    moves: int | None = None
    optimal_moves: int | None = None
    rounds: int | None = None
    asked: Sequence[str] = ()
    broken: Sequence[BrokenLaw] = ()
    undecided: Sequence[UndecidedLaw] = ()
    refused: str | None = None
    steps: int = 0
    error: str | None = None
    hung: bool = False
    features: Sequence[int] = ()
    seconds: float = 0.0
    host_seconds: float = 0.0


_PLANNED = 4
"""The first columns, which the plan alone decides."""
TIME_COLUMNS = ("seconds", "host_seconds")
"""The last columns, which differ from run to run."""
DIGESTS = ("digest", "plan_digest")
"""The columns after those of `CampaignRow`: a number for the row without its times, and one for its first columns."""


def schema() -> pa.Schema:
    """The columns with their types in Arrow and Parquet."""
    import pyarrow as pa

    small, big, text = pa.int32(), pa.int64(), pa.string()
    types = {
        "case": big,
        "target": text,
        "family": text,
        "seed": big,
        "members": small,
        "partitions": small,
        "topics": small,
        "equal": pa.bool_(),
        "racks": pa.bool_(),
        "sum_of_squares": big,
        "optimal_sum_of_squares": big,
        "moves": small,
        "optimal_moves": small,
        "rounds": small,
        "asked": pa.list_(text),
        "broken": pa.list_(pa.struct([("law", text), ("cause", text)])),
        "undecided": pa.list_(pa.struct([("law", text), ("reason", text)])),
        "refused": text,
        "steps": small,
        "error": text,
        "hung": pa.bool_(),
        "features": pa.list_(small),
        "seconds": pa.float64(),
        "host_seconds": pa.float64(),
    }
    return pa.schema([*((name, types[name]) for name in CampaignRow._fields), *((name, big) for name in DIGESTS)])


def _digest(values: Sequence[object]) -> int:
    """A number from 0 to 2^63 - 1 that equal values have in common, in whatever process."""
    text = json.dumps(values, ensure_ascii=True, separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 1


def batch_of_rows(rows: Sequence[CampaignRow]) -> pa.RecordBatch:
    """The rows as an Arrow batch, column by column."""
    import pyarrow as pa

    columns = schema()
    whole = [(*row, _digest(row[: -len(TIME_COLUMNS)]), _digest(row[:_PLANNED])) for row in rows]
    values = zip(*whole, strict=True) if rows else ((),) * len(columns)
    return pa.RecordBatch.from_arrays(
        [pa.array(column, kind) for column, kind in zip(values, columns.types, strict=True)], schema=columns
    )
