"""Tests of the summary of an audit and of its worst groups."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pyarrow as pa

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.audit.audit_row import AuditRow, Grade
from kafka_assay.pipeline.audit.audit_summary import (
    KEPT_WORST,
    SHOWN,
    STATEMENTS,
    AuditSummary,
    summary_of,
)
from kafka_assay.pipeline.spark.running import RunningJob
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.pipeline.sums import sums_by_duckdb, sums_by_spark, write_tables
from tests.pipeline.audit.audited import fixed, line_of, rows_of
from tests.properties.stand_ins import StandIn


def uneven_group(name: str, left: int, right: int, owned: int | None = None) -> Group:
    """Two members that own the first `left` and the next `right` partitions of one topic."""
    claims = {"a": {"t": list(range(left))}, "b": {"t": list(range(left, left + right))}}
    count = left + right if owned is None else owned
    return group_of({"t": count}, {"a": ["t"], "b": ["t"]}, claims, generation=1, name=name)


def rebalancing_group(name: str, left: int, right: int) -> Group:
    """The same group in the middle of a rebalance."""
    return replace(uneven_group(name, left, right), state="CompletingRebalance", strategy="range")


def table_of(*groups: Group, targets: tuple[StandIn, ...] = ()) -> pa.Table:
    """The rows of these groups."""
    rows = [row for index, group in enumerate(groups) for row in rows_of(line_of(group, index), targets)]
    return pa.Table.from_batches([batch_of(AuditRow, rows)])


def tally_of(*groups: Group, targets: tuple[StandIn, ...] = ()) -> AuditSummary:
    """The summary of the rows of these groups."""
    return summary_of(sums_by_duckdb(table_of(*groups, targets=targets), STATEMENTS))


def test_worst_groups_are_ordered_by_broken_laws_then_balance() -> None:
    groups = [
        uneven_group("fair", 2, 2),
        uneven_group("bad", 5, 1),
        uneven_group("left", 1, 1, 3),
        uneven_group("slightly", 7, 5),
    ]

    tally = tally_of(*groups)

    assert ["left", "bad", "slightly"] == [standing.group for standing in tally.worst_first()]
    assert {Grade.OPTIMAL: 1, Grade.INVALID: 1, Grade.LESS_EVEN: 2} == tally.grades
    assert (4, 3) == (tally.groups, tally.bad)


def test_first_of_equally_bad_groups_are_named_and_rebalancing_ones_separately() -> None:
    """These never lead the worst groups, take no places of them, and do not count as bad."""
    names = [str(number) for number in range(SHOWN + 5)]
    moving = [rebalancing_group(name, 100, 0) for name in names]

    tally = tally_of(*moving, *(uneven_group(name, 3, 1) for name in names))

    assert names[:SHOWN] == [standing.group for standing in tally.worst_first()]
    assert names[:SHOWN] == [standing.group for standing in tally.rebalancing]
    assert ({Grade.REBALANCING: SHOWN + 5, Grade.LESS_EVEN: SHOWN + 5}, SHOWN + 5) == (tally.grades, tally.bad)


@cache
def varied_rows() -> pa.Table:
    """The rows of groups with answers of all kinds, some lost, some even, some missing."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, generation=1, name="g")
    lost = fixed({"a": {"t": [0, 1]}, "b": {"t": [2]}}, name="lost", promises=frozenset({Promise.EVEN}))
    fails, even = fixed(None, name="fails"), fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    groups = [group] * 3, [uneven_group(str(number), 3 + number % 7, 1) for number in range(KEPT_WORST + 5)]
    moving = [rebalancing_group("moving", 100, 0), group_of({"t": 3}, {}, name="it's empty")]
    return table_of(*groups[0], *groups[1], *moving, targets=(lost, fails, even))


def test_tallies_add_up_all_groups() -> None:
    found = summary_of(sums_by_duckdb(varied_rows(), STATEMENTS)).tallies

    assert KEPT_WORST + 10 == found["lost"].broken
    assert 33 == found["even"].at_optimum
    assert found["fails"].undecided


def test_worst_groups_are_kept_in_order() -> None:
    """Many more than the terminal names, because a report shows them."""
    worst = summary_of(sums_by_duckdb(varied_rows(), STATEMENTS)).worst

    excess = [(one.gap or 0) / (one.optimal_sum_of_squares or 1) for one in worst]
    keys = [(not one.is_bad, -above, one.index) for one, above in zip(worst, excess, strict=True)]
    assert KEPT_WORST == len(worst)
    assert sorted(keys) == keys


def test_spark_and_duckdb_write_equal_bytes(spark: Session, tmp_path: Path) -> None:
    """All summary tables, of rows in one piece and in several."""
    rows = varied_rows()
    frame = spark.spark.createDataFrame(rows).repartition(5)

    written = {}
    for engine, tables in {
        "spark": sums_by_spark(frame, STATEMENTS),
        "duckdb": sums_by_duckdb(rows, STATEMENTS),
    }.items():
        write_tables(tables, tmp_path / engine)
        written[engine] = {file.name: file.read_bytes() for file in (tmp_path / engine).iterdir()}

    assert set(STATEMENTS) == {name.removesuffix(".parquet") for name in written["spark"]}
    assert written["spark"] == written["duckdb"]


def test_cancel_ends_the_tables_that_are_computed_side_by_side(spark: Session) -> None:
    from pyspark.sql.pandas.types import from_arrow_schema

    rows = spark.spark.range(2).mapInArrow(never_ending, from_arrow_schema(arrow_schema(AuditRow)))
    job = RunningJob(spark.spark, lambda: sums_by_spark(rows, STATEMENTS))
    tracker = spark.spark.sparkContext.statusTracker()
    while not tracker.getActiveJobsIds():
        assert not job.future.done(), job.future.exception()
        time.sleep(0.05)

    job.cancel()

    assert job.future.done()
    assert "cancelled" in str(job.future.exception())


def never_ending(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Take for ever over the first batch."""
    for batch in batches:
        while True:
            time.sleep(0.05)
        yield batch


def test_all_targets_are_counted_on_the_same_groups() -> None:
    even = fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    groups = [uneven_group("fair", 2, 2), rebalancing_group("moving", 3, 1)]

    summary = tally_of(*groups, targets=(even,))

    assert {"today": 1, "even": 1} == {name: tally.asked for name, tally in summary.tallies.items()}
