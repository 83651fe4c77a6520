"""
Plan and run a comparison of two opened targets: judge the cases, time both, find the smallest cases.

The plan is a campaign of both targets on the same cases, and of the base again if its answers vary. An interrupt ends
the step under way. What was judged until then is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings
from kafka_assay.benchmarks.comparison.case_judging import JudgedCases, JudgingLimits
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
from kafka_assay.benchmarks.comparison.smallest_cases import CaseFinder, find_side_cases
from kafka_assay.benchmarks.environment import machine
from kafka_assay.benchmarks.timed_calls import (
    SECONDS,
    Sitting,
    TimedSides,
    choose_size,
    noise_of,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOptions:
    """
    How much is compared: the `limits` of judging, the groups to time by their names (`workloads`, in ascending sizes),
    and `tolerances` by measure.

    With a `master`, Spark judges the cases. The times are those of one sitting, and of all smallest cases together.
    `keeps_records`: each side's record is kept, so it needs a case for each law that the side breaks, changed or not.
    """

    limits: JudgingLimits
    workloads: Sequence[Mapping[str, Group]]
    tolerances: Mapping[str, float]
    timing_seconds: float = SECONDS
    shrinking_seconds: float = SHRINKING_SECONDS
    keeps_records: bool = False
    master: str | None = None


@dataclass(slots=True, kw_only=True)
class ComparisonRun:
    """
    A comparison of the first two targets of `plan`. A third one there is the base again, whose answers vary.

    `sides` are the same targets, opened in this process for timing and shrinking.
    """

    plan: CampaignPlan
    sides: TimedSides
    options: ComparisonOptions
    watch: Watch = lambda *_: None
    interrupted: bool = False
    timed: Mapping[str, Group] = field(default_factory=dict)
    sittings: list[Sitting] = field(default_factory=list)

    def run(self) -> tuple[Comparison, SideRecord, SideRecord]:
        """The comparison, and the record of each side."""
        judged = JudgedCases(self.plan)
        with self._interruptible():
            self._judge(judged, lambda cases: self.watch("judging", cases))
        seconds = self._seconds_line(judged.results[0].cases)
        base, candidate, *control = judged.results
        records = self._record(self.sides.base, base), self._record(self.sides.candidate, candidate, of_base=False)
        pairs = PairedCases(*records, *control)
        lines = [*self._with_cases(pairs), *measure_lines(pairs, self.options.tolerances), seconds]
        base_record = self._with_side_cases(pairs, lines, of_base=True)
        candidate_record = self._with_side_cases(pairs, lines, of_base=False)
        return comparison_of(pairs, lines, interrupted=self.interrupted), base_record, candidate_record

    def _judge(self, judged: JudgedCases, watch: Callable[[int], None]) -> None:
        limits, master = self.options.limits, self.options.master
        if master is None or limits.cases is None:
            judged.judge(limits, watch)
        else:
            judged.judge_on_spark(master, limits.cases, watch)

    def _with_side_cases(self, pairs: PairedCases, lines: Sequence[ComparisonLine], *, of_base: bool) -> SideRecord:
        """The record of a side, with a case for each law that the side breaks, if it is kept."""
        record = pairs.base if of_base else pairs.candidate
        if not self.options.keeps_records or self.interrupted:
            return record
        known = [line.case for line in lines if line.case is not None and line.is_about_base == of_base]
        target = self.sides.base if of_base else self.sides.candidate
        broken = pairs.broken_cases(of_base=of_base)
        with self._interruptible():
            self.watch("keeping cases", pairs.groups)
            budget = Budget(seconds=self.options.shrinking_seconds * KEEPING)
            return replace(record, cases=tuple(find_side_cases(target, broken, self.plan.seed, known, budget)))
        return record

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self.interrupted = True

    def _seconds_line(self, cases: int) -> ComparisonLine:
        if not self.options.workloads:
            return incomparable_line("seconds", "nothing was timed")
        try:
            with self._interruptible():
                if not self.interrupted:
                    self.watch("timing", cases)
                    self.timed = choose_size(self.sides, self.options.workloads)
                    groups = list(self.timed.values())
                    self.sittings = time_side_by_side(self.sides, groups, seconds=self.options.timing_seconds)
        except AssignorFailed as failure:
            return incomparable_line("seconds", f"a timed group got no answer: {failure}")
        if not self.sittings:
            return incomparable_line("seconds", "interrupted")
        return seconds_line(self.sittings, tuple(self.timed), self.options.tolerances["seconds"])

    def _with_cases(self, pairs: PairedCases) -> Sequence[ComparisonLine]:
        lines = list(law_lines(pairs))
        finder = CaseFinder(base=self.sides.base, candidate=self.sides.candidate, pairs=pairs)
        found: list[ComparisonLine] = []
        with self._interruptible():
            if not self.interrupted:
                self.watch("shrinking", pairs.groups)
                found += finder.with_cases(lines, Budget(seconds=self.options.shrinking_seconds))
        return [*found, *lines[len(found) :]]

    def _record(self, target: Target, results: CaseResults, *, of_base: bool = True) -> SideRecord:
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
            timing=self._timing(of_base=of_base),
        )

    def _timing(self, *, of_base: bool) -> SideTiming | None:
        if not self.sittings:
            return None
        return SideTiming(
            machine=machine(),
            workloads=tuple(self.timed),
            blocks=tuple(one.base if of_base else one.candidate for one in self.sittings),
            noise=noise_of(self.sittings),
        )


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
    """
    The plan for two opened targets, on cases from these `families`.

    Whether the base repeats its answers is tried, not believed.
    """
    repeats = repeats_answers(base)
    targets = [_planned(base, repeats=repeats), _planned(candidate, repeats=True)]
    if not repeats:
        targets.append(targets[0])
    return CampaignPlan(
        seed=seed,
        cases=0,
        targets=tuple(targets),
        families=tuple(families),
        laws=LAWS_IN_TURN,
        code=code_version(),
        call_timeout=call_timeout,
        stretch=1,
        like=like,
        settings=settings,
    )


def _planned(target: Target, *, repeats: bool) -> PlannedTarget:
    return PlannedTarget(target=target.name, version=target.version, like=target.like, repeats=repeats)
