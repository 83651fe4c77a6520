from __future__ import annotations

from kafka_assay.assignors.model import Assignment
from tests.assignors.reference.answers import lagging_group
from tests.reports.wording.law_breaches import on_answer


def test_lag_is_stated_with_its_bound() -> None:
    """Each member's lag, the difference, and the partition that lags most."""
    group = lagging_group({"t": (90, 1, 0)}, "a b")
    answer: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2]}}

    told = "a has a lag of 91 and b of 0. The difference of 91 is more than the largest lag of a partition: 90 (t-0)"

    assert f"Both subscribe to t, but in it {told}." == on_answer("lag-bounded-within-topic", group, answer)
    assert f"All members subscribe to the same topics, but {told}." == on_answer("lag-bounded", group, answer)
