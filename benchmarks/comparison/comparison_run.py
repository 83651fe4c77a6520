"""
Plan and run a comparison of two opened targets: judge the cases, time both, find the smallest cases.

The plan is a campaign of both targets on the same cases, and of the base again if its answers vary. An interrupt ends
the step under way. What was judged until then is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings
from kafka_assay.benchmarks.comparison.case_judging import JudgedCases
from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.comparison.comparison import comparison_of
from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    ExpectedReason,
    SideRecord,
    SideTiming,
)
from kafka_assay.benchmarks.comparison.measure_lines import incomparable_line, measure_lines, seconds_line
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases, law_lines
from kafka_assay.benchmarks.comparison.smallest_cases import find_side_cases, with_cases
from kafka_assay.benchmarks.environment import machine
from kafka_assay.benchmarks.timed_calls import (
    SECONDS,
    Sitting,
    TimedSides,
    choose_size,
    noise_of,
    reports_its_time,
    time_side_by_side,
)
from kafka_assay.pipeline.campaign.plan import LAWS_IN_TURN, CampaignPlan, PlannedTarget, code_version, repeats_answers
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.registry import promised_laws

SHRINKING_SECONDS = 20.0
"""The most seconds for all smallest cases together."""
KEEPING = 0.25
"""The share of these seconds for the cases of laws that did not change, of each side, where its record is kept."""

Watch = Callable[[str, int], None]
"""Called with the name of a step and the number of cases judged so far."""


@dataclass(slots=True, kw_only=True)
class ComparisonRun:
    """
    A comparison of the first two targets of `plan`. A third one there is the base again, whose answers vary.

    `sides` are the same targets, opened in this process for timing and shrinking. So many `cases` are compared, or
    those handed out within `seconds`, in at most `jobs` processes or on the Spark `master`. `workloads` are the groups
    to time by name, in ascending sizes. The other times are those of one sitting, and of all smallest cases together.
    `keeps_records`: each side's record is kept, so it needs a case for each law that the side breaks, changed or not.
    """

    plan: CampaignPlan
    sides: TimedSides
    cases: int | None
    seconds: float = inf
    jobs: int = 1
    master: str | None = None
    workloads: Sequence[Mapping[str, Group]]
    tolerances: Mapping[str, float]
    timing_seconds: float = SECONDS
    shrinking_seconds: float = SHRINKING_SECONDS
    keeps_records: bool = False
    watch: Watch = lambda *_: None
    interrupted: bool = False
    timed: Mapping[str, Group] = field(default_factory=dict)
    sittings: list[Sitting] = field(default_factory=list)

    def run(self) -> tuple[Comparison, SideRecord, SideRecord]:
        """The comparison, and the record of each side."""
        judged = JudgedCases(self.plan)
        seconds = incomparable_line("seconds", "interrupted" if self.workloads else "nothing was timed")
        with self._interruptible():
            watch = partial(self.watch, "judging")
            if self.master is None or self.cases is None:
                judged.judge(self.cases, seconds=self.seconds, jobs=self.jobs, watch=watch)
            else:
                judged.judge_on_spark(self.master, self.cases, watch)
            if self.workloads:
                self.watch("timing", judged.results[0].cases)
                seconds = self._time()
        base, candidate, *control = judged.results
        records = [self._record(self.sides.base, base), self._record(self.sides.candidate, candidate)]
        pairs = PairedCases(records[0], records[1], *control)
        lines = list(law_lines(pairs))
        if not self.interrupted:
            with self._interruptible():
                self.watch("shrinking", pairs.groups)
                budget = Budget(seconds=self.shrinking_seconds)
                for place, line in enumerate(with_cases(self.sides, pairs, lines, budget)):
                    lines[place] = line
                for place, record in enumerate(self._with_side_cases(pairs, lines)):
                    records[place] = record
        lines += [*measure_lines(pairs, self.tolerances), seconds]
        return comparison_of(pairs, lines, interrupted=self.interrupted), records[0], records[1]

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self.interrupted = True

    def _time(self) -> ComparisonLine:
        try:
            self.timed = choose_size(self.sides, self.workloads)
            groups = list(self.timed.values())
            unreported = next((one.name for one in self.sides[:2] if not reports_its_time(one, groups[0])), None)
            if unreported is not None:
                reason = f"the host of {unreported} reports no nanoseconds"
                return replace(incomparable_line("seconds", reason), undecided=False)
            self.sittings = time_side_by_side(self.sides, groups, seconds=self.timing_seconds)
        except AssignorFailed as failure:
            return incomparable_line("seconds", f"a timed group got no answer: {failure}")
        return seconds_line(self.sittings, tuple(self.timed), self.tolerances["seconds"])

    def _record(self, target: Target, results: CaseResults) -> SideRecord:
        timing = None
        if self.sittings:
            timing = SideTiming(
                machine=machine(),
                workloads=tuple(self.timed),
                blocks=tuple(one.base if target is self.sides.base else one.candidate for one in self.sittings),
                noise=noise_of(self.sittings),
            )
        return SideRecord(
            target=ComparedTarget(target=target.name, version=target.version, like=target.like),
            code=self.plan.code,
            seed=self.plan.seed,
            families=self.plan.families,
            laws=tuple(law.id for law in promised_laws(target.promises)),
            results=results,
            expected=tuple(
                ExpectedReason(law=one.law, inputs=one.family, reason=one.reason) for one in target.expected_failures
            ),
            timing=timing,
        )

    def _with_side_cases(self, pairs: PairedCases, lines: Sequence[ComparisonLine]) -> Iterator[SideRecord]:
        """The base's record, then the candidate's, if they are kept: with a case for each law that the side breaks."""
        if not self.keeps_records:
            return
        self.watch("keeping cases", pairs.groups)
        for record, target in ((pairs.base, self.sides.base), (pairs.candidate, self.sides.candidate)):
            of_base = record is pairs.base
            known = [line.case for line in lines if line.case is not None and line.is_about_base == of_base]
            budget = Budget(seconds=self.shrinking_seconds * KEEPING)
            broken = pairs.broken_cases(of_base=of_base)
            yield replace(record, cases=tuple(find_side_cases(target, broken, self.plan.seed, known, budget)))


def plan_comparison(
    base: Target,
    candidate: Target,
    families: Sequence[str],
    *,
    seed: int,
    like: str | None,
    call_timeout: float,
    settings: Settings = NO_SETTINGS,
) -> CampaignPlan:
    """The plan for two opened targets. Whether the base repeats its answers is tried, not believed."""
    repeats = repeats_answers(base)
    targets = (base, candidate) if repeats else (base, candidate, base)
    return CampaignPlan(
        seed=seed,
        cases=0,
        targets=tuple(
            PlannedTarget(target=one.name, version=one.version, like=one.like, repeats=repeats or one is candidate)
            for one in targets
        ),
        families=tuple(families),
        laws=LAWS_IN_TURN,
        code=code_version(),
        call_timeout=call_timeout,
        stretch=1,
        like=like,
        settings=settings,
    )
