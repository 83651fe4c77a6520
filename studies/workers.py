"""Work in other processes: many jobs side by side, or one call in a process that is started afresh."""

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
    Each of the `jobs` with its result, as soon as it is done; at most `most` are under way.

    Which job comes next may depend on the results so far: None says that nothing can start before another one is done.
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
    """A pool for jobs that need what this process holds open: each is done when it is submitted."""

    def submit(self, fn: Callable[..., Result], /, *args: object, **kwargs: object) -> Future[Result]:
        """See `Executor.submit`."""
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def call_in_new_process(function: Callable[..., Result], *arguments: object, **named: object) -> Result:
    """What `function` returns in a process that has done nothing else, so that its memory is that of the call."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments, **named).result()
