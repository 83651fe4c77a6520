from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from studies.workers import InThisProcess, perform_all


@pytest.mark.parametrize("most", [1, 3])
def test_every_job_runs(most: int) -> None:
    with ThreadPoolExecutor(most) as pool:
        assert {(n, n * n) for n in range(7)} == set(perform_all(iter(range(7)), lambda n: n * n, pool, most))


def test_job_may_wait_for_other_results() -> None:
    """None means that no job can start yet."""
    results = [1]

    def jobs() -> Iterator[int | None]:
        while True:
            yield results[-1] if results[-1] < 100 else None

    for job, result in perform_all(jobs(), lambda n: 3 * n, InThisProcess(), 1):
        assert job == results[-1]
        results.append(result)

    assert [1, 3, 9, 27, 81, 243] == results


def test_exception_of_a_job_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        list(perform_all(iter([0]), lambda n: 1 / n, InThisProcess(), 1))
