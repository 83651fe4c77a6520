"""Judge the cases of a comparison: batch after batch, in this process or in several."""

from __future__ import annotations

import multiprocessing
import time
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import inf

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.case_results import CaseResults, CaseTotals
from kafka_assay.pipeline.campaign.case_batches import close_targets, judge_cases, open_targets
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.search.worker_processes import (
    end_with_parent,
    ignore_interrupts,
    kill_processes,
    without_interrupts,
)

BATCH = 16
"""The number of cases in a batch: few enough to end in time, enough to cost little to send."""
AHEAD = 2
"""The number of batches for each process that are handed out in advance."""
FEW = 64
"""Up to this many cases are judged in this process, because other processes take longer to start."""


def judge_numbers(plan: CampaignPlan, numbers: Sequence[int]) -> list[CaseResults]:
    """The results of each target of `plan` on these cases. The targets take turns on each case."""
    opened = open_targets(plan)
    totals: defaultdict[tuple[int, int], CaseTotals] = defaultdict(CaseTotals)

    def watch(number: int, place: int, rebalance: Rebalance) -> None:
        totals[number, place].add(rebalance)

    rows = iter(judge_cases(plan, opened, numbers, watch))
    found = [CaseResults() for _ in opened]
    for number in numbers:
        for place, (one, results) in enumerate(zip(opened, found, strict=True)):
            laws = (law.id for law in one.all_laws)
            results.add_case(laws, next(rows), totals[number, place])
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingLimits:
    """Stop after this many `cases`, or hand out no more after these `seconds`. At most `jobs` processes."""

    cases: int | None
    seconds: float = inf
    jobs: int = 1

    def batches(self) -> Iterator[range]:
        """The numbers of the cases, batch by batch, until the time is up."""
        end, first = time.monotonic() + self.seconds, 0
        while (self.cases is None or first < self.cases) and (first == 0 or time.monotonic() < end):
            stop = first + BATCH if self.cases is None else min(self.cases, first + BATCH)
            yield range(first, stop)
            first = stop


class JudgedCases:
    """The results of all targets of a plan so far. An interrupt leaves a whole number of batches in it."""

    def __init__(self, plan: CampaignPlan) -> None:
        self.plan = plan
        self.results = [CaseResults() for _ in plan.targets]

    def judge(self, limits: JudgingLimits, watch: Callable[[int], None] = lambda _: None) -> None:
        """Judge cases up to the `limits`. `watch` gets the number of cases judged, now and then."""
        alone = limits.jobs == 1 or (limits.cases is not None and limits.cases <= FEW)
        with closing((_judge_here if alone else _judge_in_processes)(self.plan, limits)) as batches:
            for batch in batches:
                self.extend(batch)
                watch(self.results[0].cases)

    def extend(self, batch: Sequence[CaseResults]) -> None:
        """Append the results of each target on the cases that follow."""
        for results, later in zip(self.results, batch, strict=True):
            results.extend(later)


def _judge_here(plan: CampaignPlan, limits: JudgingLimits) -> Generator[list[CaseResults], None, None]:
    try:
        for numbers in limits.batches():
            yield judge_numbers(plan, numbers)
    finally:
        close_targets(plan)


def _judge_in_processes(plan: CampaignPlan, limits: JudgingLimits) -> Generator[list[CaseResults], None, None]:
    """The results in the order of the numbers. Raises `AssayError` if a process ends."""
    batches = limits.batches()
    waiting: deque[Future[list[CaseResults]]] = deque()
    with _processes(limits.jobs) as pool:
        try:
            while True:
                while len(waiting) < AHEAD * limits.jobs and (numbers := next(batches, None)) is not None:
                    with without_interrupts():  # the first batch starts the processes
                        waiting.append(pool.submit(judge_numbers, plan, numbers))
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise AssayError("a process that judged groups ended: --jobs 1 judges all in this process") from None


@contextmanager
def _processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes. If judging stops early, they are killed: a batch that was handed out may take minutes."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_prepare_worker)
    try:
        yield pool
    except BaseException:
        kill_processes(set(multiprocessing.active_children()) - others)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare_worker() -> None:
    ignore_interrupts()
    end_with_parent()
