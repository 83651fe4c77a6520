"""Tests of the intervals against published or hand-computed values."""

from __future__ import annotations

import pytest

from kafka_assay.benchmarks.intervals import Estimate, mean_interval, sample_interval


def test_mean_has_the_normal_interval() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7."""
    found = mean_interval(total=40, squares=232, of=8)

    assert found is not None
    assert 5.0 == found.value
    assert found.high - found.value == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_equal_numbers_have_an_interval_of_one_point() -> None:
    assert Estimate(3.0, 3.0, 3.0) == mean_interval(total=9, squares=27, of=3)


def test_too_few_numbers_have_no_interval() -> None:
    assert mean_interval(total=3, squares=9, of=1) is None


def test_mean_of_few_numbers_has_students_interval() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7, and 2.3646 is Student's t at 7 degrees of freedom."""
    found = sample_interval([2, 4, 4, 4, 5, 5, 7, 9])

    assert found is not None
    half = 2.3646 * (32 / 7 / 8) ** 0.5
    assert (5.0, 5 - half, 5 + half) == pytest.approx(found, abs=1e-4)


def test_equal_numbers_have_no_spread_and_one_number_has_no_interval() -> None:
    assert Estimate(3.0, 3.0, 3.0) == sample_interval([3.0, 3.0])
    assert sample_interval([3.0]) is None
