"""The worker processes of a check: each opens its own target and judges batches of drawn examples."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.runner.work import IsOver
from kafka_assay.properties.runner.worker_pool import Done, WorkerLost, WorkerPool
from kafka_assay.properties.search.drawn_schedule import DrawnSchedule
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge
from kafka_assay.properties.search.family_tally import FamilyTally

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


@dataclass(frozen=True, slots=True)
class DrawnWork:
    """The work of a check's workers: batches, judged by the `laws` with these ids on examples drawn from `seed`."""

    reopen: Callable[[], Target]
    laws: tuple[str, ...]
    seed: int

    def open(self) -> BatchJudge:
        """A judge with a target of its own."""
        return BatchJudge(self.reopen(), [LAW_BY_ID[law] for law in self.laws], self.seed)

    def do(self, judge: BatchJudge, job: BatchJob, is_over: IsOver) -> FamilyTally:
        """The tally of a batch, up to its time or an early end."""
        return judge.judge(job, job.new_tally(), lambda: is_over() or time.monotonic() >= job.until)

    def close(self, judge: BatchJudge) -> None:
        """Close the target."""
        judge.target.close()


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
        self._schedule, self._lose = schedule, lose
        work = DrawnWork(workers.reopen, tuple(laws), seed)
        self._pool: WorkerPool[BatchJob, FamilyTally] = WorkerPool(work, workers.jobs - 1, self._take_loss)

    @property
    def size(self) -> int:
        """The number of workers."""
        return self._pool.size

    @property
    def is_busy(self) -> bool:
        """Whether results are still to come."""
        return self._pool.is_busy

    def serve(self, seconds: float = 0.0) -> None:
        """Take the results that are there, and hand out batches. Wait at most these seconds for the first result."""
        self._hand_out()
        self._add(self._pool.take(seconds))
        self._hand_out()

    def close(self) -> None:
        """End all workers. What they have judged is taken, if it comes soon."""
        self._add(self._pool.close())

    def _hand_out(self) -> None:
        while self._pool.has_room and (job := self._schedule.next_job()) is not None:
            self._pool.submit(job)
        for job in () if self._pool.size else self._pool.withdraw():
            self._schedule.take_back(job)

    def _add(self, batches: Iterable[Done[BatchJob, FamilyTally]]) -> None:
        for batch in batches:
            self._schedule.add(batch.row)

    def _take_loss(self, lost: WorkerLost) -> None:
        if lost.given_up:
            self._schedule.give_up(lost.job, DEADLY.format(lost.reason))
        self._lose(lost)
