from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.benchmarks.bench.bench_record import INTERRUPTED, Growth
from kafka_assay.reports.bench.timings import detail_table, growth_table, median_tables, milliseconds_text, timing_text
from tests.benchmarks.bench.bench_records import record_of, timed_point


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

    (medians,) = median_tables(record)

    assert [["20x2x1", "2.00", "2.00 (wrong: one-owner-each)", "no answer"]] == medians.rows
    rows = timing_text(record).splitlines()
    assert "The time is that of `assign` alone. P, 2 cores, CPython 3.11; seed 0; `assay bench`." == rows[-1]


def test_interrupted_run_shows_a_dash_not_a_missing_answer() -> None:
    record = record_of(timed_point("a", error=INTERRUPTED), interrupted=True)

    rows = timing_text(record).splitlines()

    assert "| 20x2x1 | - |" == rows[4]
    assert "Interrupted: cells with a dash were not timed." == rows[-1]


def test_client_that_cannot_express_the_group_is_not_silent() -> None:
    (medians,) = median_tables(record_of(timed_point("a", error="cannot express this group: no racks")))

    assert [["20x2x1", "not expressible"]] == medians.rows


def test_more_than_six_contestants_get_a_second_table() -> None:
    record = record_of(*(timed_point(name, seconds=0.001) for name in "abcdefgh"))

    assert [list("abcdef"), list("gh")] == [table.header[1:] for table in median_tables(record)]


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

    details = [detail_table(record, name).rows for name in ("a", "b")]

    assert [
        [["20x2x1", "2.00", "1.00 to 3.00", "9", "1", "0", "2", "2"]],
        [["20x2x1", "2.00", "1.00 to 3.00", "9", "1", "2", "-", "1"]],
    ] == details


def test_details_have_memory_only_if_it_was_measured() -> None:
    record = record_of(timed_point("a", seconds=0.002, memory_mib=41.6, memory_at_rest_mib=20.2))

    details = detail_table(record, "a")

    assert (["peak MiB", "at rest"], ["42", "20"]) == (details.header[-2:], details.rows[0][-2:])


def test_growth_is_a_row_for_each_contestant() -> None:
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
    assert ["contestant", "FULL, HOMOGENEOUS"] == table.header
    assert [["a", "1.00 (0.90 to 1.10)"]] == table.rows
