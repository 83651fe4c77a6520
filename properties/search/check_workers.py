"""The worker processes of a check: each opens its own target, judges batches of drawn examples, and shrinks breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.runner.work import IsOver
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge
from kafka_assay.properties.search.family_tally import FamilyTally

LONG = 10
"""A check of this many times `Workers.after` seconds is long, so its workers start at once."""

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

    def may_start(self, budget: Budget, *, is_timed: bool) -> bool:
        """Whether it is time to start the workers of a check, which nothing but its time ends if it `is_timed`."""
        is_long = is_timed and budget.seconds >= LONG * self.after
        return self.jobs > 1 and (is_long or budget.seconds_spent() >= self.after)


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
