"""Work in other processes: many jobs side by side, or one call in a new process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
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


def call_in_new_process(function: Callable[..., Result], *arguments: object, **named: object) -> Result:
    """The result of `function` in a new process, so that its peak memory is that of the call."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments, **named).result()
