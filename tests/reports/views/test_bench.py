"""Tests of the view of a benchmark, on records that nobody timed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.benchmarks.bench.bench_record import INTERRUPTED, BenchRecord, Growth, TimedPoint
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.reports.figures.growth import TargetCurve
from kafka_assay.reports.render.blocks import Table, words_of
from kafka_assay.reports.views.bench import (
    MOST_CURVES,
    bench_text,
    detail_table,
    growth_table,
    median_tables,
    most_telling,
)
from kafka_assay.reports.wording.words import milliseconds_text


def timed_point(target: str, **spoilt: Any) -> TimedPoint:
    """A point of `target` on one small workload."""
    return TimedPoint(
        target=target, version="1", workload="20x2x1", member_count=2, partitions_to_member_ratio=10, topic_count=1,
        partitions=20, subscription_type="HOMOGENEOUS", event="FULL", **spoilt,
    )  # fmt: skip


def record_of(*points: TimedPoint, command: str = "assay bench", interrupted: bool = False) -> BenchRecord:
    """The record of these points."""
    machine = Machine(processor="P", cores=2, python="CPython 3.11")
    return BenchRecord(command=command, seed=0, machine=machine, versions={}, interrupted=interrupted, points=points)


def titles_of(table: Table) -> list[str]:
    """The titles of the columns."""
    return [column.title for column in table.columns]


def texts_of(table: Table) -> list[list[str]]:
    """The texts of the cells."""
    return [[words_of(cell.line) for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(None, "-"), (0.0000004, "0.000"), (0.001234, "1.23"), (0.01234, "12.3"), (0.1234, "123"), (14.2, "14200")],
)
def test_milliseconds_have_three_significant_digits(seconds: float | None, expected: str) -> None:
    """From a millisecond up; thousandths below."""
    assert expected == milliseconds_text(seconds)


def test_wrong_and_missing_answers_are_marked_in_the_table() -> None:
    record = record_of(
        timed_point("a", seconds=0.002),
        timed_point("b", seconds=0.002, broken=("one-owner-each",)),
        timed_point("c", error="hang: 2 s"),
        timed_point("d", error="cannot express this group: no racks"),
        timed_point("e", error=INTERRUPTED),
    )

    (medians,) = median_tables(record)

    words = ["2.00", "2.00 (wrong: one-owner-each)", "no answer", "not expressible", "-"]
    assert [["20x2x1", *words]] == texts_of(medians)
    assert [None, None, "bad", "bad", None, None] == [cell.tone for cell in medians.rows[0]]
    rows = bench_text(record).splitlines()
    assert rows[-1].endswith(
        " alone, without the transport to a hosted assignor. P, 2 cores, CPython 3.11; seed 0; `assay bench`."
    )


def test_interrupted_run_says_what_a_dash_means() -> None:
    record = record_of(timed_point("a", error=INTERRUPTED), interrupted=True)

    rows = bench_text(record).splitlines()

    assert "| `20x2x1` | - |" == rows[4]
    assert "Interrupted: cells with a dash were not timed." == rows[-1]


def test_more_than_six_targets_get_a_second_table() -> None:
    record = record_of(*(timed_point(name, seconds=0.001) for name in "abcdefgh"))

    assert [list("abcdef"), list("gh")] == [titles_of(table)[1:] for table in median_tables(record)]


def test_text_has_all_workloads_of_a_grid() -> None:
    """A pull request shows 20 rows of other tables."""
    points = [replace(timed_point("a", seconds=0.001), workload=f"w{number}") for number in range(30)]

    assert "`w29`" in bench_text(record_of(*points))


def test_details_compare_moves_only_where_the_balance_is_the_best() -> None:
    best = {"seconds": 0.002, "lower_quartile": 0.001, "upper_quartile": 0.003, "rounds": 9, "outliers": 1}
    record = record_of(
        timed_point(
            "a", **best, sum_of_squares=9, optimal_sum_of_squares=9, moves=5, optimal_moves=3, settling_rounds=2
        ),
        timed_point(
            "b", **best, sum_of_squares=11, optimal_sum_of_squares=9, moves=1, optimal_moves=3, settling_rounds=1
        ),
    )

    details = [texts_of(detail_table(record, name)) for name in ("a", "b")]

    assert [
        [["20x2x1", "2.00", "1.00 to 3.00", "9", "1", "0", "2", "2"]],
        [["20x2x1", "2.00", "1.00 to 3.00", "9", "1", "2", "-", "1"]],
    ] == details


def test_details_have_memory_only_if_it_was_measured() -> None:
    record = record_of(timed_point("a", seconds=0.002, memory_mib=41.6, memory_at_rest_mib=20.2))

    details = detail_table(record, "a")

    assert (["peak MiB", "at rest"], ["42", "20"]) == (titles_of(details)[-2:], texts_of(details)[0][-2:])


def test_growth_is_a_row_for_each_target() -> None:
    growth = Growth(
        target="a",
        subscription_type="HOMOGENEOUS",
        event="FULL",
        partitions=(10, 20, 40),
        exponent=1,
        low=0.9,
        high=1.1,
    )

    table = growth_table(replace(record_of(timed_point("a", seconds=0.002)), growth=(growth,)))

    assert table is not None
    assert ["target", "FULL, HOMOGENEOUS"] == titles_of(table)
    assert [["a", "1.00 (0.90 to 1.10)"]] == texts_of(table)


def test_figure_is_limited_to_clients_rules_and_slowest_contestants() -> None:
    """In the order of the run."""
    references = [TargetCurve(target=f"rule-{place}", seconds=(place / 10,)) for place in range(20)]
    clients = [TargetCurve(target=f"kafka-python:rule-{place}", seconds=(1.0,)) for place in (3, 4)]

    chosen = [curve.target for curve in most_telling([*references, *clients])]

    assert MOST_CURVES == len(chosen)
    slowest = [f"rule-{place}" for place in range(12, 20)]
    assert ["rule-3", "rule-4", *slowest, "kafka-python:rule-3", "kafka-python:rule-4"] == chosen


def test_few_contestants_are_all_drawn() -> None:
    curves = [TargetCurve(target=f"rule-{place}", seconds=(None,)) for place in range(MOST_CURVES)]

    assert curves == most_telling(curves)
