"""Tests of `kafka_assay.reports.wording.lag`."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment
from tests.properties.laws.test_lag import lagging
from tests.properties.verdicts import two_members
from tests.reports.wording.law_breaches import on_answer


def test_a_backlog_is_told_with_its_bound() -> None:
    """Who lags how much, how far apart they are, and which partition lags most."""
    group = lagging(two_members(3), t=(90, 1, 0))
    answer: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2]}}

    told = "a has a lag of 91 and b of 0. The difference of 91 is more than the largest lag of a partition: 90 (t-0)"

    assert f"Both subscribe to t, but in it {told}." == on_answer("lag-bounded-within-topic", group, answer)
    assert f"All members subscribe to the same topics, but {told}." == on_answer("lag-bounded", group, answer)
