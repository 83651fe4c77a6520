from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, WorkloadEvent
from studies.oracle import bench_oracle


def test_timed_answer_that_is_not_optimal_fails() -> None:
    """The proof is checked outside the timed part."""
    point = (20, 10, SubscriptionType.NESTED, WorkloadEvent.SCRAMBLED)

    def honest(solve: Callable[[Any], Any], columns: object) -> object:
        return solve(columns)

    def cheating(solve: Callable[[Any], Any], columns: object) -> object:
        answer = solve(columns)
        answer.holder[:] = answer.holder[0]
        return answer

    bench_oracle.test_oracle(cast("Any", honest), *point)
    with pytest.raises(AssertionError):
        bench_oracle.test_oracle(cast("Any", cheating), *point)
