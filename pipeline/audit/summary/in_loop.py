"""The summary tables of an audit as Arrow aggregates, batch by batch, for an audit without Spark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY
from kafka_assay.pipeline.audit.summary.tables import (
    BILLION,
    COUNT_TABLES,
    FIRST_TABLES,
    CountTable,
    FirstTable,
    Kind,
    Measure,
)

if TYPE_CHECKING:
    import pyarrow as pa


def summarise_batches(batches: Iterable[pa.RecordBatch]) -> dict[str, pa.Table]:
    """Name -> summary table, from all rows of an audit. Of each batch only its counts and first rows are kept."""
    import pyarrow as pa

    counts: dict[str, list[pa.Table]] = {table.name: [] for table in COUNT_TABLES}
    firsts: dict[str, list[dict[str, Any]]] = {table.name: [] for table in FIRST_TABLES}
    schema = None
    for batch in batches:
        rows = pa.Table.from_batches([batch])
        schema = rows.select(list(LIGHT_COLUMNS)).schema
        for table in COUNT_TABLES:
            counts[table.name].append(_counts(rows, table))
        for first in FIRST_TABLES:
            firsts[first.name] = _first_rows([*firsts[first.name], *_rows_of_today(rows, first)], first)
    if schema is None:
        raise ValueError("an audit without rows has no summary")
    found = {table.name: _merged(pa.concat_tables(counts[table.name]), table) for table in COUNT_TABLES}
    return found | {first.name: pa.Table.from_pylist(firsts[first.name], schema=schema) for first in FIRST_TABLES}


def _counts(rows: pa.Table, table: CountTable) -> pa.Table:
    import pyarrow as pa

    source = _law_words(rows, table) if table.law_words else rows
    columns = {key: source[key] for key in table.all_keys()}
    columns |= {measure.name: _terms(source, measure) for measure in table.measures}
    return _merged(pa.table(columns), table)


def _merged(terms: pa.Table, table: CountTable) -> pa.Table:
    """The terms with equal keys added up."""
    names = [measure.name for measure in table.measures]
    keys = list(table.all_keys())
    added = terms.group_by(keys).aggregate([(name, "sum") for name in names])
    summed = added.select([*keys, *(f"{name}_sum" for name in names)]).rename_columns([*keys, *names])
    return summed.sort_by([(key, "ascending") for key in keys])


def _law_words(rows: pa.Table, table: CountTable) -> pa.Table:
    import pyarrow as pa
    import pyarrow.compute as pc

    laws = rows["laws"].combine_chunks()
    parents, words = pc.list_parent_indices(laws), pc.list_flatten(laws)
    columns = {key: pc.take(rows[key], parents) for key in table.keys}
    columns |= {name: pc.struct_field(words, name) for name in ("law", "verdict")}
    return pa.table(columns | {"is_expected": pc.is_valid(pc.struct_field(words, "expected"))})


def _terms(rows: pa.Table, measure: Measure) -> Any:
    """What each row adds to the measure."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    match measure.kind:
        case Kind.ROWS:
            return pa.array(np.ones(rows.num_rows, np.int64))
        case Kind.KNOWN:
            return pc.cast(pc.is_valid(rows[measure.column]), pa.int64())
        case Kind.SUM:
            return pc.fill_null(pc.cast(rows[measure.column], pa.int64()), 0)
        case Kind.BILLIONTHS:
            floors = pc.floor(pc.multiply(rows[measure.column], float(BILLION)))
            return pc.fill_null(pc.cast(floors, pa.int64()), 0)


def _rows_of_today(rows: pa.Table, table: FirstTable) -> list[dict[str, Any]]:
    import pyarrow.compute as pc

    wanted = pc.equal(rows["target"], TODAY)
    if table.grade is not None:
        wanted = pc.and_(wanted, pc.equal(rows["grade"], table.grade.value))
    found: list[dict[str, Any]] = rows.filter(wanted).select(list(LIGHT_COLUMNS)).to_pylist()
    return found


def _first_rows(rows: list[dict[str, Any]], table: FirstTable) -> list[dict[str, Any]]:
    # Sorts are stable, so the least important column comes first.
    for name, descending in reversed(table.order):
        rows = sorted(rows, key=lambda row: row[name], reverse=descending)
    return rows[: table.most]
