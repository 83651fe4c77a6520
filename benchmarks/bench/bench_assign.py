"""
The timed calls of a benchmark as tests of pytest-benchmark, which writes its own JSON and compares runs.

The calls were made in turns before (`kafka_assay.benchmarks.bench.interleaving`), and their answers judged. Here each
call passes its seconds on a recorded clock. A wrong answer fails the benchmark.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

from kafka_assay.benchmarks.bench.bench_session import BenchPoint, BenchSession
from kafka_assay.benchmarks.clock import RECORDED

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def test_assign(benchmark: BenchmarkFixture, point: BenchPoint, contest: BenchSession) -> None:
    """Pass the seconds of the point's calls, and check that its answers were valid."""
    result = contest.results.get(point)
    if result is None or not result.seconds:
        pytest.skip("not timed")
    calls = iter(result.seconds)
    benchmark.extra_info |= asdict(result.quality)

    benchmark.pedantic(lambda: RECORDED.pass_seconds(next(calls)), rounds=len(result.seconds))

    assert benchmark.stats is not None
    assert () == result.quality.broken
