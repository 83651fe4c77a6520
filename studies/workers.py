"""Many jobs side by side, in other processes or in this one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


def perform_all(
    jobs: Iterator[Job | None], perform: Callable[[Job], Result], pool: Executor, most: int
) -> Iterator[tuple[Job, Result]]:
    """
    Each of the `jobs` with its result, as soon as it is done. At most `most` run at a time.

    The next job may depend on the results so far: None means that no job can start before another one is done.
    """
    waiting: dict[Future[Result], Job] = {}
    while True:
        while len(waiting) < most and (job := next(jobs, None)) is not None:
            waiting[pool.submit(perform, job)] = job
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            yield waiting.pop(future), future.result()


class InThisProcess(Executor):
    """A pool for jobs that need resources of this process. Each job runs when it is submitted."""

    def submit(self, fn: Callable[..., Result], /, *args: object, **kwargs: object) -> Future[Result]:
        """See `Executor.submit`."""
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
