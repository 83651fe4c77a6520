"""Tests of work in other processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from studies.workers import InThisProcess, call_in_new_process, perform_all


@pytest.mark.parametrize("most", [1, 3])
def test_every_job_is_performed(most: int) -> None:
    """Whatever the order in which they end."""
    with ThreadPoolExecutor(most) as pool:
        assert {(n, n * n) for n in range(7)} == set(perform_all(iter(range(7)), lambda n: n * n, pool, most))


def test_a_job_may_wait_for_what_the_others_give() -> None:
    """None says that nothing can start yet; each job here is the result before it."""
    results = [1]

    def jobs() -> Iterator[int | None]:
        while True:
            yield results[-1] if results[-1] < 100 else None

    for job, result in perform_all(jobs(), lambda n: 3 * n, InThisProcess(), 1):
        assert job == results[-1]
        results.append(result)

    assert [1, 3, 9, 27, 81, 243] == results


def test_a_mistake_is_the_callers() -> None:
    """The one that the job made."""
    with pytest.raises(ZeroDivisionError):
        list(perform_all(iter([0]), lambda n: 1 / n, InThisProcess(), 1))


def test_a_new_process_is_another_one() -> None:
    """And ends with the call."""
    assert os.getpid() != call_in_new_process(os.getpid)
    assert 9 == call_in_new_process(int, "1001", base=2)
