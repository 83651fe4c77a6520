"""The worker processes of a check: each opens its own target and judges batches of drawn examples."""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.drawn_schedule import DrawnSchedule
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge
from kafka_assay.properties.search.family_tally import FamilyTally
from kafka_assay.properties.search.worker_processes import ignore_interrupts, without_interrupts

AHEAD = 2
"""The number of batches that a worker has at a time, so that it need not wait for the next one."""
PATIENCE = 3.0
"""The seconds that workers get to send their last batches: longer than a call that is not repeated, by default."""
LOOK = 0.02
"""The seconds between two looks into a pipe while examples are judged."""
MOST_DEATHS = 2
"""After this many workers ended on one batch, the batch is given up."""
DEADLY = "two workers ended ({}) on the same groups, which are not judged"


class Workers(NamedTuple):
    """
    Which worker processes to use: `jobs` counts this process too, so there is one worker less.

    `reopen` opens the target again in another process, so it can be pickled. The workers start `after` these seconds,
    because a short check is faster without them. A check that its time alone ends, and that is long enough, starts
    them at once.
    """

    jobs: int
    reopen: Callable[[], Target]
    after: float = 1.0


class WorkerLost(NamedTuple):
    """
    A worker ended, for this `reason`, while it judged examples of `family` (None: it judged none).

    `given_up`: these examples ended several workers and are not judged again.
    """

    reason: str
    family: str | None
    given_up: bool


@dataclass(slots=True, eq=False)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    is_ready: bool = False
    jobs: deque[BatchJob] = field(default_factory=deque)


class Crew:
    """The worker processes. They take batches from a schedule and give the results back to it."""

    def __init__(
        self,
        workers: Workers,
        laws: Sequence[str],
        seed: int,
        schedule: DrawnSchedule,
        lose: Callable[[WorkerLost], None],
    ) -> None:
        """
        Start all workers. They judge by the laws with these ids, on examples drawn from `seed`.

        `lose` is called when a worker ended. Its batches are judged again by others.
        """
        self._reopen, self._laws, self._seed = workers.reopen, tuple(laws), seed
        self._schedule, self._lose = schedule, lose
        self._deaths: dict[tuple[str, int], int] = {}
        self._may_end = MOST_DEATHS * workers.jobs
        self._workers: list[_Worker] = []
        for _ in range(workers.jobs - 1):
            self._start_worker()

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self._workers)

    @property
    def is_busy(self) -> bool:
        """Whether results are still to come."""
        return any(worker.jobs for worker in self._workers)

    def serve(self, seconds: float = 0.0) -> None:
        """Take the results that are there, and hand out batches. Wait at most these seconds for the first result."""
        self._hand_out()
        self._receive(seconds)
        self._hand_out()

    def close(self) -> None:
        """End all workers. What they have judged is taken, if it comes soon."""
        for worker in self._workers:
            with suppress(OSError):
                worker.pipe.send(None)
        end = time.monotonic() + PATIENCE
        while self.is_busy and (left := end - time.monotonic()) > 0:
            self._receive(left, is_closing=True)
        for worker in self._workers:
            worker.process.join(max(0.0, end - time.monotonic()))
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()

    def _start_worker(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        given = (theirs, self._reopen, self._laws, self._seed)
        process = context.Process(target=_serve_batches, args=given, daemon=True)
        with without_interrupts():
            process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours))

    def _hand_out(self) -> None:
        for worker in [worker for worker in self._workers if worker.is_ready]:
            while len(worker.jobs) < AHEAD and (job := self._schedule.next_job()) is not None:
                worker.jobs.append(job)
                try:
                    worker.pipe.send(job)
                except OSError:
                    self._bury(worker)
                    break

    def _receive(self, seconds: float, *, is_closing: bool = False) -> None:
        expected = [worker for worker in self._workers if worker.jobs or not worker.is_ready]
        ready = wait([worker.pipe for worker in expected], seconds) if expected else []
        for worker in expected:
            if worker.pipe not in ready:
                continue
            try:
                told: FamilyTally | str | None = worker.pipe.recv()
            except (EOFError, OSError):
                told = ""
            if told is None:
                worker.is_ready = True
            elif isinstance(told, FamilyTally):
                worker.jobs.popleft()
                self._schedule.add(told)
            elif is_closing:
                worker.is_ready = True
                worker.jobs.clear()
            else:
                self._bury(worker, told)

    def _bury(self, worker: _Worker, reason: str = "") -> None:
        """Give back the batches of a worker that ended, and start another one. A `reason`: it could not start."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        running = None if reason or not worker.jobs else worker.jobs[0]
        given_up = running is not None and self._is_deadly(running)
        exit_text = reason or _exit_text(worker.process.exitcode or 0)
        for job in reversed(worker.jobs):
            if given_up and job is running:
                self._schedule.give_up(job, DEADLY.format(exit_text))
            else:
                self._schedule.take_back(job)
        family = None if running is None else running.family
        self._lose(WorkerLost(exit_text, family, given_up))
        self._may_end -= 1
        if not reason and self._may_end > 0:
            self._start_worker()

    def _is_deadly(self, job: BatchJob) -> bool:
        place = job.family, job.first
        self._deaths[place] = self._deaths.get(place, 0) + 1
        return self._deaths[place] >= MOST_DEATHS


def _exit_text(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


class _Inbox:
    """The jobs that came through a worker's pipe."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._jobs: deque[BatchJob] = deque()
        self._is_ended = False
        self._looked = 0.0

    def next_job(self) -> BatchJob | None:
        """The next job; None at the end."""
        while not self._jobs and not self._is_ended:
            self._read()
        return None if self._is_ended else self._jobs.popleft()

    def is_over(self, until: float) -> bool:
        """Whether it is `until`, the end was announced, or the other side is gone. Looks into the pipe now and then."""
        now = time.monotonic()
        if now - self._looked > LOOK:
            self._looked = now
            while not self._is_ended and self._pipe.poll():
                self._read()
        return self._is_ended or now >= until

    def _read(self) -> None:
        try:
            job: BatchJob | None = self._pipe.recv()
        except (EOFError, OSError):
            job = None
        if job is None:
            self._is_ended = True
        else:
            self._jobs.append(job)


def _serve_batches(pipe: Connection, reopen: Callable[[], Target], laws: Sequence[str], seed: int) -> None:
    """A worker: open the target, then judge batches until the end is announced."""
    ignore_interrupts()
    try:
        target = reopen()
    except Exception as wrong:  # noqa: BLE001 - one line in the parent process says it
        pipe.send(str(wrong) or type(wrong).__name__)
        return
    gc.freeze()  # everything loaded so far stays, so the garbage collector can skip it
    inbox = _Inbox(pipe)
    with closing(target), suppress(OSError):
        pipe.send(None)
        judge = BatchJudge(target, [LAW_BY_ID[law] for law in laws], seed)
        while (job := inbox.next_job()) is not None:
            pipe.send(judge.judge(job, job.new_tally(), partial(inbox.is_over, job.until)))
