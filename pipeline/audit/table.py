"""The audit table: a row for each group and target, as `results.parquet` holds it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

RESULTS, RECORD, ERRORS = "results.parquet", "audit.json", "errors.jsonl"
"""The files of an audit: the table, how it was made, and the lines that held no group."""

TODAY = "today"
"""The target of a row that tells of the captured assignment."""


class LawSays(TypedDict):
    """
    What one law says of one answer. `facts` is JSON text; `expected` the reason where a failure had been declared.
    """

    law: str
    verdict: str
    facts: str
    expected: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """
    One group and one target. The fields are the columns, in their order.

    `index` counts the groups over all inputs from 0; `file` and `line` say where it was read (`line` null: the whole
    file); `group` is its name, or else where it was read. `partitions` counts those of subscribed, existing topics.
    `loads` are ascending, and so are `optimal_loads`. What nobody could know is null: the figures of a target that gave
    no answer (`error` says why), the optimum where it could not be computed, `seconds` and `version` of today.
    `assumptions` and `document` (the group, `assay-group/1`) stand in the row of today alone.
    A row without a target is a line that held no group: `document` is its `assay-error/1`.
    """

    index: int
    file: str
    line: int | None
    group: str
    target: str | None
    version: str | None = None
    members: int | None = None
    partitions: int | None = None
    loads: Sequence[int] | None = None
    optimal_loads: Sequence[int] | None = None
    sum_of_squares: int | None = None
    optimal_sum_of_squares: int | None = None
    moves: int | None = None
    optimal_moves: int | None = None
    unassigned: int | None = None
    topic_spread: float | None = None
    host_spread: int | None = None
    laws: list[LawSays] = field(default_factory=list)
    assignment: str | None = None
    seconds: float | None = None
    error: str | None = None
    assumptions: Sequence[str] | None = None
    document: str | None = None


SPARK_SCHEMA = """
`index` bigint, `file` string, `line` bigint, `group` string, `target` string, `version` string,
`members` int, `partitions` int, `loads` array<int>, `optimal_loads` array<int>,
`sum_of_squares` bigint, `optimal_sum_of_squares` bigint, `moves` int, `optimal_moves` int, `unassigned` int,
`topic_spread` double, `host_spread` int,
`laws` array<struct<`law`: string, `verdict`: string, `facts`: string, `expected`: string>>,
`assignment` string, `seconds` double, `error` string, `assumptions` array<string>, `document` string
"""
"""The columns as Spark writes types."""


def schema() -> pa.Schema:
    """The columns as Arrow and Parquet write types."""
    import pyarrow as pa

    whole, big, text = pa.int32(), pa.int64(), pa.string()
    law = pa.struct([("law", text), ("verdict", text), ("facts", text), ("expected", text)])
    types = {
        "index": big, "line": big, "members": whole, "partitions": whole, "loads": pa.list_(whole),
        "optimal_loads": pa.list_(whole), "sum_of_squares": big, "optimal_sum_of_squares": big, "moves": whole,
        "optimal_moves": whole, "unassigned": whole, "topic_spread": pa.float64(), "host_spread": whole,
        "laws": pa.list_(law), "seconds": pa.float64(), "assumptions": pa.list_(text),
    }  # fmt: skip
    return pa.schema([(column.name, types.get(column.name, text)) for column in fields(Row)])


def batch_of_rows(rows: Sequence[Row]) -> pa.RecordBatch:
    """The rows as an Arrow batch."""
    import pyarrow as pa

    columns = schema()
    arrays = [pa.array([getattr(row, name) for row in rows], columns.field(name).type) for name in columns.names]
    return pa.RecordBatch.from_arrays(arrays, schema=columns)
