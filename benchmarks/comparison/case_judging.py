"""Judge the cases of a comparison: batch after batch, in this process, in several, or on Spark."""

from __future__ import annotations

import pickle
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.case_results import CaseResults, CaseTotals
from kafka_assay.pipeline.campaign.campaign_work import MOST_CASES, CampaignTarget, WorkOnPlan, judge_cases
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.spark.running import run_job, spark_rows
from kafka_assay.pipeline.spark.session import session
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.runner.work import IsOver, never

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FEW = 64
"""Up to this many cases are judged in this process, because other processes take longer to start."""
STRETCH = 50_000
"""The number of cases in a job of Spark: an interrupt loses no more."""


class JudgedBatch(NamedTuple):
    """The pickled results of each target (`CaseResults`) on consecutive cases, of which `first` is the first."""

    first: int
    results: bytes


class ComparisonWork(WorkOnPlan):
    """Judge the cases. The targets take turns on each."""

    def do(self, state: Sequence[CampaignTarget], job: Sequence[int], _: IsOver = never) -> JudgedBatch:
        """The results of each target on the cases `job`."""
        totals: defaultdict[tuple[int, int], CaseTotals] = defaultdict(CaseTotals)

        def watch(number: int, place: int, rebalance: Rebalance) -> None:
            totals[number, place].add(rebalance)

        rows = iter(judge_cases(self.plan, state, job, watch))
        found = [CaseResults() for _ in state]
        for number in job:
            for place, (one, results) in enumerate(zip(state, found, strict=True)):
                laws = (law.id for law in one.laws)
                results.add_case(laws, next(rows), totals[number, place])
        return JudgedBatch(job[0], pickle.dumps(found))


def case_numbers(cases: int | None, seconds: float = inf) -> Iterator[int]:
    """The numbers of so many cases, until these `seconds` after the first one are over."""
    end = time.monotonic() + seconds
    for number in islice(count(), cases):
        if number and time.monotonic() >= end:
            return
        yield number


class JudgedCases:
    """The results of all targets of a plan so far. An interrupt leaves a whole number of batches in it."""

    def __init__(self, plan: CampaignPlan) -> None:
        self.plan = plan
        self.results = [CaseResults() for _ in plan.targets]

    def judge(
        self, cases: int | None, *, seconds: float = inf, jobs: int = 1, watch: Callable[[int], None] = lambda _: None
    ) -> None:
        """
        Judge so many cases, or hand out no more after these `seconds`, in at most `jobs` processes.

        `watch` gets the number of cases judged, now and then.
        """
        processes = 1 if cases is not None and cases <= FEW else jobs
        numbers = case_numbers(cases, seconds)
        with closing(run(ComparisonWork(self.plan), numbers, processes, most=MOST_CASES)) as batches:
            for _, found in batches:
                self._extend([found])
                watch(self.results[0].cases)

    def judge_on_spark(self, master: str, cases: int, watch: Callable[[int], None] = lambda _: None) -> None:
        """Judge so many cases on Spark. An interrupt leaves a whole number of stretches. Raises `AssayError`."""
        with session(master, stopped="the comparison stopped: ") as started:
            for first in range(0, cases, STRETCH):
                numbers = range(first, min(cases, first + STRETCH))
                self._judge_stretch(started.spark, numbers, watch)
                watch(numbers.stop)

    def _judge_stretch(self, spark: SparkSession, numbers: range, watch: Callable[[int], None]) -> None:
        work = ComparisonWork(self.plan)
        rows = spark_rows(spark, work, numbers, JudgedBatch, most=MOST_CASES, rows=lambda batch: [batch])
        table = run_job(spark, rows.toArrow, lambda share: watch(numbers.start + int(share * len(numbers))))
        self._extend(sorted(JudgedBatch(**row) for row in table.to_pylist()))
        if self.results[0].cases != numbers.stop:
            raise AssayError(f"the workers judged {self.results[0].cases:,} of {numbers.stop:,} cases")

    def _extend(self, batches: Iterable[JudgedBatch]) -> None:
        for batch in batches:
            # These bytes are those of our own workers, which run the code that Spark pickled for them.
            for results, later in zip(self.results, pickle.loads(batch.results), strict=True):  # noqa: S301
                results.extend(later)
