"""Tests of the intervals against published or hand-computed values."""

from __future__ import annotations

import pytest

from kafka_assay.benchmarks.intervals import Estimate, mean_interval, paired_difference, paired_ratio, sample_interval

NUMBERS = [2.0, 4, 4, 4, 5, 5, 7, 9]
"""Their mean is 5, and their sample variance 32 / 7."""


@pytest.mark.parametrize(
    ("found", "quantile"), [(mean_interval(total=40, squares=232, of=8), 1.959964), (sample_interval(NUMBERS), 2.3646)]
)
def test_mean_has_the_normal_interval_or_that_of_student(found: Estimate | None, quantile: float) -> None:
    """Student's is for few numbers: 2.3646 at 7 degrees of freedom."""
    half = quantile * (32 / 7 / 8) ** 0.5

    assert (5.0, 5 - half, 5 + half) == pytest.approx(found, abs=1e-4)


def test_equal_numbers_have_no_spread_and_one_number_has_no_interval() -> None:
    assert Estimate(3.0, 3.0, 3.0) == mean_interval(total=9, squares=27, of=3) == sample_interval([3.0, 3.0])
    assert mean_interval(total=3, squares=9, of=1) is sample_interval([3.0]) is None


def test_interval_of_few_large_differences_with_one_sign_excludes_zero() -> None:
    """Student's t would reach below 0: the standard error is nearly as large as the mean."""
    worse = [1.0] * 20 + [400.0]

    difference = paired_difference([0.0] * 1000, worse + [0.0] * 979)

    assert difference is not None
    assert 0 < difference.low < 0.42 < difference.high


def test_interval_of_many_differences_is_students_t() -> None:
    """A million differences, half of them 0, half 2: mean 1, standard error 1/1000."""
    difference = paired_difference([0.0] * 1_000_000, [0.0, 2.0] * 500_000)

    assert difference is not None
    assert pytest.approx((0.99804, 1.00196), abs=1e-4) == (difference.low, difference.high)


def test_increases_and_decreases_are_counted() -> None:
    """The interval of equal differences is one point."""
    difference, equal = paired_difference([1, 2, 3, 4], [2, 1, 2, 4]), paired_difference([1, 5], [3, 7])

    assert difference is not None
    assert equal is not None
    assert (1, 2) == (difference.up, difference.down)
    assert (2, 2) == (equal.low, equal.high)


def test_one_pair_has_no_difference_and_is_no_ratio() -> None:
    assert paired_difference([1.0], [1.0]) is None
    with pytest.raises(ValueError, match="at least two"):
        paired_ratio([1.0], [1.0])
