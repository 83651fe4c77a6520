"""
Worker processes that each open the work once and do one job after another.

Each worker is a pool of one process of `concurrent.futures`, so the end of one process, however it came, harms no other
and names the job that was under way.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from typing import Any, Generic, NamedTuple, TypeVar

from kafka_assay.properties.runner.work import Work, exempt_loaded_objects

AHEAD = 2
"""The number of jobs that a worker has at a time, so that it need not wait for the next one."""
MOST_ENDS = 2
"""After this many workers ended on one job, the job is given up."""
PATIENCE = 3.0
"""The seconds that workers get to send their last rows and to close."""

LOOK = 0.02
"""The seconds between two looks of a worker whether it should end."""

Job = TypeVar("Job")
Row = TypeVar("Row")


class WorkerLost(NamedTuple):
    """
    A worker ended, for this `reason`, while it did `job` (None: it did none).

    `given_up`: this job ended several workers and is not done again.
    """

    reason: str
    job: Any
    given_up: bool


class Done(NamedTuple, Generic[Job, Row]):
    """A job, its row, and the seconds that it took."""

    job: Job
    row: Row
    seconds: float


@dataclass(slots=True, eq=False)
class _Worker(Generic[Job, Row]):
    executor: ProcessPoolExecutor
    process: BaseProcess
    opening: Future[None]
    is_ready: bool = False
    jobs: deque[tuple[Job, Future[tuple[Row, float]]]] = field(default_factory=deque)

    @property
    def next_future(self) -> Future[Any] | None:
        """What this worker tells next; None if nothing is awaited."""
        if not self.is_ready:
            return self.opening
        return self.jobs[0][1] if self.jobs else None


class WorkerPool(Generic[Job, Row]):
    """The workers. They take jobs when they are ready, and never block the process that has the pool."""

    def __init__(
        self,
        work: Work[Any, Job, Row],
        processes: int,
        lose: Callable[[WorkerLost], None] = lambda _: None,
        *,
        ahead: int = AHEAD,
        is_long: Callable[[Job], bool] = lambda _: False,
    ) -> None:
        """
        Start all workers. `lose` is called when one ended. Its job is done once more by another.

        A worker that cannot open the work is not replaced. Nor is any after many ends without a row in between. A
        worker has `ahead` jobs at a time, but none behind one that `is_long`.
        """
        self._work, self._lose, self._ahead, self._is_long = work, lose, ahead, is_long
        self._ended, self._closing = multiprocessing.Pipe(duplex=False)
        self._ends: list[Job] = []
        self._again: deque[Job] = deque()
        self._most_in_a_row = MOST_ENDS
        self._in_a_row = 0
        self._is_closing = False
        self._workers: list[_Worker[Job, Row]] = []
        for _ in range(processes):
            self.start_worker()

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self._workers)

    @property
    def has_room(self) -> bool:
        """Whether a worker waits for a job."""
        return not self._again and self._idlest() is not None

    @property
    def is_busy(self) -> bool:
        """Whether rows are still to come."""
        return any(self._again or worker.jobs for worker in self._workers)

    def submit(self, job: Job) -> None:
        """Hand out `job`: at once if there is room, else as soon as there is."""
        self._again.append(job)
        self._hand_out()

    def take(self, seconds: float = 0.0) -> list[Done[Job, Row]]:
        """
        The rows that are there. Waits at most these seconds for the first, or for a worker that becomes ready or ends.

        Raises what a job raised: a mistake of ours.
        """
        wait([one.next_future for one in self._workers if one.next_future is not None], seconds, FIRST_COMPLETED)
        found: list[Done[Job, Row]] = []
        for worker in list(self._workers):
            while (future := worker.next_future) is not None and future.done():
                wrong = future.exception()
                if isinstance(wrong, BrokenProcessPool) or (wrong is not None and not worker.is_ready):
                    self._bury(worker)
                    break
                if worker.is_ready:
                    row, seconds_taken = future.result()
                    job, _ = worker.jobs.popleft()
                    found.append(Done(job, row, seconds_taken))
                    self._in_a_row = 0
                worker.is_ready = True
        self._hand_out()
        return found

    def serve(self, next_job: Callable[[], Job | None], seconds: float = 0.0) -> list[Done[Job, Row]]:
        """Hand out jobs while a worker waits for one and there is a `next_job`; then take the rows, as `take` does."""
        while self.has_room and (job := next_job()) is not None:
            self.submit(job)
        return self.take(seconds)

    def withdraw(self) -> list[Job]:
        """The jobs that no worker has, such as those of workers that ended. They are the caller's again."""
        jobs = list(self._again)
        self._again.clear()
        return jobs

    def close(self, patience: float = PATIENCE) -> list[Done[Job, Row]]:
        """
        End all workers, and the jobs under way early. Returns the rows that come within these seconds.

        What still runs then is killed. The supervisors of the processes of its targets end those too. An interrupt
        meanwhile is raised afterwards.
        """
        with _interrupts_held():
            return self._close(time.monotonic() + patience)

    def _close(self, end: float) -> list[Done[Job, Row]]:
        self._is_closing = True
        self._again.clear()
        if not self._closing.closed:
            self._closing.close()
        found: list[Done[Job, Row]] = []
        while self.is_busy and (left := end - time.monotonic()) > 0:
            found += self.take(left)
        closing = [Thread(target=worker.executor.shutdown, kwargs={"cancel_futures": True}) for worker in self._workers]
        for thread in closing:
            thread.start()
        for thread, worker in zip(closing, self._workers, strict=True):
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                worker.process.kill()
            thread.join()
        self._workers.clear()
        self._ended.close()
        return found

    def start_worker(self) -> None:
        """Start one more worker."""
        self._most_in_a_row += MOST_ENDS
        self._replace_worker()

    def _replace_worker(self) -> None:
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(1, context, initializer=_prepare, initargs=(self._ended,))
        others = set(multiprocessing.active_children())
        # Ctrl-C is blocked in the processes that start now: this process ends them.
        resource_tracker.ensure_running()  # starting it later would unblock Ctrl-C
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            opening = executor.submit(_open, self._work)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        (process,) = set(multiprocessing.active_children()) - others
        self._workers.append(_Worker(executor, process, opening))

    def _idlest(self) -> _Worker[Job, Row] | None:
        waiting = [worker for worker in self._workers if worker.is_ready and len(worker.jobs) < self._ahead]
        free = [worker for worker in waiting if not any(self._is_long(job) for job, _ in worker.jobs)]
        return min(free, key=lambda worker: len(worker.jobs), default=None)

    def _hand_out(self) -> None:
        while self._again and (worker := self._idlest()) is not None:
            job = self._again.popleft()
            try:
                worker.jobs.append((job, worker.executor.submit(_do, job)))
            except BrokenProcessPool:
                self._again.appendleft(job)
                self._bury(worker)

    def _bury(self, worker: _Worker[Job, Row]) -> None:
        """Take back the jobs of a worker that ended, and start another one, unless it could not open the work."""
        self._workers.remove(worker)
        worker.executor.shutdown()
        wrong = None if worker.is_ready else worker.opening.exception()
        cannot_open = wrong is not None and not isinstance(wrong, BrokenProcessPool)
        code = worker.process.exitcode or 0
        reason = f"exit code {code}" if code >= 0 else f"signal {-code}"
        if cannot_open:
            reason = str(wrong) or type(wrong).__name__
        jobs = [job for job, _ in worker.jobs]
        if self._is_closing:
            return
        running = jobs[0] if jobs else None
        given_up = running is not None and any(running is job for job in self._ends)
        if running is not None and not given_up:
            self._ends.append(running)
        self._again.extendleft(reversed(jobs[1:] if given_up else jobs))
        self._lose(WorkerLost(reason, running, given_up))
        self._in_a_row += 1
        if not cannot_open and self._in_a_row < self._most_in_a_row:
            self._replace_worker()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait until the end of this: Python raises it in the main thread only."""
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


class _Inside:
    """The work inside a worker. The other end of `ended` is closed with the pool, or with the process that has it."""

    work: Work[Any, Any, Any]
    state: Any
    ended: Connection
    is_over = False
    looked = 0.0


def _prepare(ended: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()
    _Inside.ended = ended


def _open(work: Work[Any, Any, Any]) -> None:
    _Inside.work, _Inside.state = work, work.open()
    atexit.register(work.close, _Inside.state)
    exempt_loaded_objects()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(job: Job) -> tuple[Any, float]:
    start = time.perf_counter()
    row = _Inside.work.do(_Inside.state, job, _is_over)
    return row, time.perf_counter() - start


def _is_over() -> bool:
    now = time.monotonic()
    if now - _Inside.looked > LOOK:
        _Inside.looked = now
        _Inside.is_over = _Inside.is_over or _Inside.ended.poll()
    return _Inside.is_over
