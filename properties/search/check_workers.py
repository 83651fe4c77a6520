"""The worker processes of a check: each opens its own target, judges batches of drawn examples, and shrinks breaks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.runner.work import IsOver
from kafka_assay.properties.runner.worker_pool import Done, WorkerLost, WorkerPool
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge
from kafka_assay.properties.search.family_tally import FamilyTally

DEADLY = "two workers ended ({}) on the same groups, which are not judged"

Job: TypeAlias = BatchJob | ShrinkJob
Row: TypeAlias = FamilyTally | Evidence


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


@dataclass(frozen=True, slots=True)
class CheckWork:
    """The work of a check's workers, by the `laws` with these ids on examples drawn from `seed`."""

    reopen: Callable[[], Target]
    laws: tuple[str, ...]
    seed: int

    def open(self) -> BatchJudge:
        """A judge with a target of its own."""
        return BatchJudge(self.reopen(), [LAW_BY_ID[law] for law in self.laws], self.seed)

    def do(self, judge: BatchJudge, job: Job, is_over: IsOver) -> Row:
        """The tally of a batch, or the smallest evidence, up to the time of the job or an early end."""
        if isinstance(job, BatchJob):
            return judge.judge(job, job.new_tally(), lambda: is_over() or time.monotonic() >= job.until)
        return judge.shrink(job, Budget(seconds=min(job.seconds, job.until - time.monotonic()), is_over=is_over))

    def close(self, judge: BatchJudge) -> None:
        """Close the target."""
        judge.target.close()


class Schedule(Protocol):
    """What hands out jobs of one kind, and takes the rows."""

    def add(self, job: Any, row: Any, /) -> None:
        """Take the row of a job."""

    def take_back(self, job: Any, /) -> None:
        """Hand out a job again."""

    def give_up(self, job: Any, reason: str, /) -> None:
        """Do without the row of a job, for this reason."""


class CheckWorkers:
    """The worker processes. They take jobs of both kinds, and give the rows to the schedule of the kind."""

    def __init__(
        self,
        workers: Workers,
        laws: Sequence[str],
        seed: int,
        next_job: Callable[[], Job | None],
        schedules: Mapping[type[Job], Schedule],
        lose: Callable[[WorkerLost], None],
    ) -> None:
        """
        Start all workers. They judge by the laws with these ids, on examples drawn from `seed`.

        `lose` is called when a worker ended. Its jobs are done again by others. A worker that shrinks has no other job.
        """
        self._next_job, self._schedules, self._lose = next_job, schedules, lose
        work = CheckWork(workers.reopen, tuple(laws), seed)
        self._pool: WorkerPool[Job, Row] = WorkerPool(
            work, workers.jobs - 1, self._take_loss, is_long=lambda job: isinstance(job, ShrinkJob)
        )

    @property
    def size(self) -> int:
        """The number of workers."""
        return self._pool.size

    def serve(self, seconds: float = 0.0) -> None:
        """Take the rows that are there, and hand out jobs. Wait at most these seconds for the first row."""
        self._hand_out()
        self._add(self._pool.take(seconds))
        self._hand_out()

    def close(self) -> None:
        """End all workers. What they have done is taken, if it comes soon."""
        self._add(self._pool.close())

    def _hand_out(self) -> None:
        while self._pool.has_room and (job := self._next_job()) is not None:
            self._pool.submit(job)
        for job in () if self._pool.size else self._pool.withdraw():
            self._schedules[type(job)].take_back(job)

    def _add(self, rows: Iterable[Done[Job, Row]]) -> None:
        for done in rows:
            self._schedules[type(done.job)].add(done.job, done.row)

    def _take_loss(self, lost: WorkerLost) -> None:
        if lost.given_up:
            self._schedules[type(lost.job)].give_up(lost.job, DEADLY.format(lost.reason))
        self._lose(lost)
