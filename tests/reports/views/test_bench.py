"""Tests of the view of a benchmark, on records that nobody timed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.benchmarks.bench.bench_record import INTERRUPTED, BenchRecord, Growth, TimedPoint, bench_document
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.reports.figures.dots import DotsFigure
from kafka_assay.reports.views.bench import (
    bench_text,
    comparison_of,
    detail_table,
    growth_table,
    median_tables,
    pictures_of,
)
from tests.reports.blocks import cells_of, chapter_in, titles_of


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


def write_bench(folder: Path, *points: TimedPoint) -> None:
    """Write the record of these points into `folder`."""
    (folder / "bench.json").write_text(json.dumps(bench_document(record_of(*points))))


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
    assert [["20x2x1", *words]] == cells_of(medians)
    assert [None, None, "bad", "bad", None, None] == [cell.tone for cell in medians.rows[0]]


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ({"seconds": 0.001, "broken": ("one-owner-each",)}, "in the timed calls of: "),
        ({"error": "hang"}, "No answer for some sizes"),
    ],
)
def test_wrong_and_missing_answers_are_on_the_first_screen(spoilt: dict[str, Any], said: str, tmp_path: Path) -> None:
    write_bench(tmp_path, timed_point("a", seconds=0.001), timed_point("b", **spoilt))

    assert said in repr(chapter_in(tmp_path).answers)


def test_text_has_all_workloads_and_says_where_they_were_timed() -> None:
    """A pull request shows 20 rows of other tables."""
    points = [replace(timed_point("a", seconds=0.001), workload=f"w{number}") for number in range(30)]

    text = bench_text(record_of(*points, timed_point("a", error=INTERRUPTED), interrupted=True))

    assert "`w29`" in text
    *_, how, _, interrupted = text.splitlines()
    assert how.endswith(
        " alone, without the transport to a hosted assignor. P, 2 cores, CPython 3.11; seed 0; `assay bench`."
    )
    assert "| `20x2x1` | - |" in text
    assert "Interrupted: cells with a dash were not timed." == interrupted


def test_more_than_six_targets_get_a_second_table() -> None:
    record = record_of(*(timed_point(name, seconds=0.001) for name in "abcdefgh"))

    assert [list("abcdef"), list("gh")] == [titles_of(table)[1:] for table in median_tables(record)]


def test_details_compare_moves_only_where_the_balance_is_the_best() -> None:
    """They have memory only if it was measured."""
    best = {"seconds": 0.002, "lower_quartile": 0.001, "upper_quartile": 0.003, "rounds": 9, "outliers": 1}
    optimum = {"optimal_sum_of_squares": 9, "optimal_moves": 3}
    memory = {"memory_mib": 41.6, "memory_at_rest_mib": 20.2}
    record = record_of(
        timed_point("a", **best, **optimum, **memory, sum_of_squares=9, moves=5, settling_rounds=2),
        timed_point("b", **best, **optimum, sum_of_squares=11, moves=1, settling_rounds=1),
    )

    assert [
        [["20x2x1", "2.00", "1.00 to 3.00", "9", "1", "0", "2", "2", "42", "20"]],
        [["20x2x1", "2.00", "1.00 to 3.00", "9", "1", "2", "-", "1"]],
    ] == [cells_of(detail_table(record, name)) for name in ("a", "b")]


def test_growth_is_a_row_for_each_target() -> None:
    growth = Growth(
        target="a", subscription_type="HOMOGENEOUS", event="FULL", partitions=(10, 20, 40),
        exponent=1, low=0.9, high=1.1,
    )  # fmt: skip

    table = growth_table(replace(record_of(timed_point("a", seconds=0.002)), growth=(growth,)))

    assert ["target", "FULL, HOMOGENEOUS"] == titles_of(table)
    assert [["a", "1.00 (0.90 to 1.10)"]] == cells_of(table)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (
            {"range": 0.001, "sticky": 0.02, "kafka-python:sticky": 0.2},
            "sticky takes 20.0 ms, kafka-python:sticky takes 10 times as long",
        ),
        ({"sticky": 0.1, "aiokafka:sticky": None}, "sticky takes 100 ms"),
        ({"sticky": None}, "no answers"),
    ],
)
def test_title_compares_a_client_with_the_reference_of_its_rule(seconds: dict[str, float | None], said: str) -> None:
    """A client without an answer is left out."""
    assert said == comparison_of(seconds)


def test_figure_has_the_largest_sizes_of_a_kind() -> None:
    """A size in which a target has no time has an empty cell."""
    points = [
        replace(timed_point(name, seconds=seconds), partitions=size, workload=f"w{size}")
        for size in (10, 20, 40, 80, 160)
        for name, seconds in (("sticky", size / 1000), ("b", None))
    ]

    (picture,) = pictures_of(record_of(*points))

    drawn = picture.drawing
    assert isinstance(drawn, DotsFigure)
    assert "160 partitions, 2 members, 1 topics: sticky takes 160 ms" == drawn.title
    assert "1 smaller size only in the table" in picture.reading
    assert [(0, 10, 100, 1000)] * 4 == [panel.marks for panel in drawn.panels]
    assert [("sticky", [20, 40, 80, 160]), ("b", [None] * 4)] == [
        (row.label, [dot and dot.value for (dot,) in row.dots]) for row in drawn.rows
    ]
