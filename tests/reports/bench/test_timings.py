from __future__ import annotations

import pytest

from kafka_assay.benchmarks.bench_record import INTERRUPTED
from kafka_assay.reports.bench.timings import milliseconds_text, timing_table
from tests.benchmarks.bench_records import record_of, timed_point


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
    )

    rows = timing_table(record).splitlines()

    assert "| 20x2x1 | 2.00 | 2.00 (wrong: one-owner-each) | no answer |" == rows[2]
    assert "Median milliseconds of `assign` alone. P, 2 cores, CPython 3.11; seed 0; `assay bench`." == rows[-1]


def test_interrupted_run_shows_a_dash_not_a_missing_answer() -> None:
    record = record_of(timed_point("a", error=INTERRUPTED), interrupted=True)

    rows = timing_table(record).splitlines()

    assert "| 20x2x1 | - |" == rows[2]
    assert "Interrupted: cells with a dash were not timed." == rows[-1]
