from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.pipeline.months.replayed_months import MonthRow
from kafka_assay.reports.render.blocks import Chapter, words_of
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views.months import (
    MonthDifference,
    MonthsReport,
    months_tables,
    read_months,
    summarise,
)
from tests.reports.blocks import cells_of, chapter_in
from tests.reports.month_reports import report_of, row_of

SVG = '<svg width="1pt" viewBox="0 0 1 1"></svg>'


def written(folder: Path, report: MonthsReport) -> Chapter:
    """The chapter of the report, which comes back from its file as it was written."""
    (folder / "months.json").write_text(json.dumps(report.document()))
    assert report == read_months(folder)
    return chapter_in(folder)


def test_page_begins_with_who_stops_and_moves_least(tmp_path: Path) -> None:
    text = render_markdown([written(tmp_path, report_of({"a": (3000, 3000), "b": (1000, 1000)}))])

    assert text.startswith("# Replay of 2 drawn months\n\n**b** stops fewest partition-seconds a month (1,000). **b**")
    assert "| `b` | 2 | 0 | -200 | -2,000 | 2, 0 |" in text


def test_page_says_who_is_left_out_and_how_to_repeat_it(tmp_path: Path) -> None:
    """Its mean is over other months, so it is not compared."""
    chapter = written(tmp_path, report_of({"a": (3000, 3000), "b": (1, None)}))

    assert words_of(chapter.answers[0]).startswith("a stops fewest partition-seconds a month")
    page = render_html([chapter], {"months": SVG})
    assert "b is left out of 1 of 2 months" in page
    assert "assay replay drawn:0..1 a b --seed 5" in page
    assert "assay replay drawn:0 a b --seed 5" in page
    assert "deploys=8" in page


def test_tables_end_with_the_optimum() -> None:
    means, differences = map(cells_of, months_tables(report_of({"a": (10, 30), "b": (40, 60), "c": (1, 2)})))

    assert ["a", "b", "c", "the optimum"] == [row[0] for row in means]
    assert ["b", "c", "the optimum"] == [row[0] for row in differences]
    assert ("30.0", "0, 2") == (differences[0][4], differences[0][-1])


def test_target_without_an_outcome_has_an_empty_row(tmp_path: Path) -> None:
    report = report_of({"a": (None, None)})

    _, means, _ = months_tables(report)

    assert ["a", "0", "-", "-", "-", "-"] == cells_of(means)[0]
    assert "No target lived through all months." in render_markdown([written(tmp_path, report)])


def rows_of(target: str, *stopped: float | None) -> list[MonthRow]:
    return [row_of(month, target, one) for month, one in enumerate(stopped)]


def test_mean_has_students_interval() -> None:
    """Of 1, 2, 3, 4: the sample variance is 5 / 3, and 3.1824 is Student's t at 3 degrees of freedom."""
    found = summarise(rows_of("a", 1, 2, 3, 4), "a", "a").figures["stopped_partition_seconds"]

    half = 3.1824 * (5 / 3 / 4) ** 0.5
    assert found.low is not None
    assert found.high is not None
    assert (2.5, 2.5 - half, 2.5 + half) == pytest.approx((found.mean, found.low, found.high), abs=1e-4)


def test_differences_are_paired_by_month() -> None:
    """The months differ a lot, the targets by 2 each month."""
    found = summarise(rows_of("a", 10, 200, 3000) + rows_of("b", 12, 202, 3002), "b", "a")

    twos = MonthDifference(mean=2.0, low=2.0, high=2.0, less=0, more=3)
    assert (3, twos) == (found.paired, found.differences["stopped_partition_seconds"])


def test_months_without_an_outcome_count_in_no_mean_and_no_difference() -> None:
    rows = rows_of("a", 10, None, 30) + rows_of("b", 11, 21, None)
    rows[-1] = rows[-1]._replace(refused="unequal", error=None)

    found = summarise(rows, "b", "a")

    assert (2, 1, 0, "unequal", 1) == (found.months, found.refused, found.failed, found.why, found.paired)
    assert 16.0 == found.figures["stopped_partition_seconds"].mean
    assert (
        MonthDifference(mean=1.0, low=None, high=None, less=0, more=1) == found.differences["stopped_partition_seconds"]
    )


def test_months_with_broken_laws_count_but_are_not_praised(tmp_path: Path) -> None:
    rows = [*rows_of("a", 10, 30), *(row._replace(error="an answer breaks x") for row in rows_of("b", 1, 3))]
    broken = summarise(rows, "b", "a")
    report = report_of({"a": (10, 30), "b": (1, 3)})

    chapter = written(tmp_path, replace(report, targets=(report.targets[0], broken)))

    assert (2, 0, 2, 2.0) == (
        broken.months, broken.failed, broken.broken, broken.figures["stopped_partition_seconds"].mean,
    )  # fmt: skip
    assert words_of(chapter.answers[0]).startswith("a stops fewest partition-seconds a month (20 ")
    assert "b breaks a law in 2 of 2 months, which are priced" in render_markdown([chapter])


def test_first_target_has_no_differences_and_one_without_an_outcome_no_means() -> None:
    assert {} == summarise(rows_of("a", 1, 2), "a", "a").differences
    found = summarise(rows_of("a", None, None), "a", "a")
    assert ({}, 0, 2, "crash") == (found.figures, found.months, found.failed, found.why)
