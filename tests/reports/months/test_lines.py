from __future__ import annotations

from kafka_assay.reports.months.lines import (
    COLUMNS,
    DIFFERENCE_COLUMNS,
    difference_rows,
    headline,
    left_out_lines,
    month_rows,
    number,
)
from kafka_assay.reports.months.summary import MonthMean
from tests.reports.months.month_reports import report_of


def test_headline_names_who_stops_and_who_moves_least() -> None:
    said = headline(report_of({"a": (3000, 3000), "b": (1000, 1000)}))

    assert (
        "2 months, seed 5. b stops fewest partition-seconds a month (1,000). b moves fewest partitions (100). "
        "With the optimum: 3,000 and 300."
    ) == said


def test_target_with_fewer_months_is_not_compared() -> None:
    """Its mean is over other months."""
    report = report_of({"a": (3000, 3000), "b": (1, None)})

    assert headline(report).startswith("2 months, seed 5. a stops")
    assert ["b is left out of 1 of 2 months (0 refused, 1 failed): crash."] == left_out_lines(report)


def test_no_outcome_at_all_is_said() -> None:
    report = report_of({"a": (None, None)})

    assert "2 months, seed 5. No target lived through all months." == headline(report)
    assert ["a", "0", "-", "-", "-", "-"] == list(month_rows(report)[0])


def test_tables_have_a_cell_for_each_column() -> None:
    report = report_of({"a": (10, 30), "b": (40, 60), "c": (1, 2)})

    assert ["a", "b", "c", "the optimum"] == [row[0] for row in month_rows(report)]
    assert ["b", "c", "the optimum"] == [row[0] for row in difference_rows(report)]
    assert {len(COLUMNS)} == {len(row) for row in month_rows(report)}
    assert {len(DIFFERENCE_COLUMNS)} == {len(row) for row in difference_rows(report)}
    assert ("30.0", "0, 2") == (difference_rows(report)[0][4], difference_rows(report)[0][-1])


def test_numbers_have_as_many_digits_as_they_need() -> None:
    assert "1,234 ± 57" == number(MonthMean(mean=1234.4, low=1177.0, high=1291.0))
    assert "12.3 ± 4.5" == number(MonthMean(mean=12.3, low=7.8, high=16.8))
    assert "0.12 ± 0.03" == number(MonthMean(mean=0.12, low=0.09, high=0.15))
    assert "0" == number(MonthMean(mean=0.0, low=0.0, high=0.0))
