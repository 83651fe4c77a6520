from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.months.month_row import MonthRow
from kafka_assay.reports.months.summary import MonthDifference, read_months, summarise
from tests.reports.months.month_reports import report_of, row_of


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
    rows = rows_of("a", 10, 200, 3000) + rows_of("b", 12, 202, 3002)

    found = summarise(rows, "b", "a")

    assert (
        MonthDifference(mean=2.0, low=2.0, high=2.0, less=0, more=3) == found.differences["stopped_partition_seconds"]
    )
    assert 3 == found.paired


def test_months_without_an_outcome_count_in_no_mean_and_no_difference() -> None:
    rows = rows_of("a", 10, None, 30) + rows_of("b", 11, 21, None)
    rows[-1] = rows[-1]._replace(refused="unequal", error=None)

    found = summarise(rows, "b", "a")

    assert (2, 1, 0, "unequal", 1) == (found.months, found.refused, found.failed, found.why, found.paired)
    assert 16.0 == found.figures["stopped_partition_seconds"].mean
    assert (
        MonthDifference(mean=1.0, low=None, high=None, less=0, more=1) == found.differences["stopped_partition_seconds"]
    )


def test_first_target_has_no_differences() -> None:
    assert {} == summarise(rows_of("a", 1, 2), "a", "a").differences


def test_target_without_any_outcome_has_no_means() -> None:
    found = summarise(rows_of("a", None, None), "a", "a")

    assert ({}, 0, 2, "crash") == (found.figures, found.months, found.failed, found.why)


def test_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    report = report_of({"a": (1, 2), "b": (3, None)})
    (tmp_path / "months.json").write_text(json.dumps(report.document()))

    assert report == read_months(tmp_path)


def test_damaged_record_is_reported(tmp_path: Path) -> None:
    (tmp_path / "months.json").write_text('{"format": "assay-months/1"}')

    with pytest.raises(AssayError, match=r"months\.json"):
        read_months(tmp_path)
