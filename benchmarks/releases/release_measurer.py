"""
Measure quality, time and memory of an assignor at many releases, in passes over all of them.

A pass asks each release once, in a new process. So a busy minute of the machine meets one pass of one release, and not
all its numbers. The quality needs one pass, because the groups are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.bench.bench_record import AnswerQuality
from kafka_assay.benchmarks.bench.bench_run import quality_of_trial
from kafka_assay.benchmarks.peak_memory import peak_after_answer
from kafka_assay.benchmarks.releases.measurement import MeasurePlan, ReleaseMeasures
from kafka_assay.benchmarks.timed_calls import time_in_turns
from kafka_assay.benchmarks.workload_group import build_group, everyday_group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.trials.ask_modes import PlainTarget

WARM_SECONDS, TIMED_SECONDS = 0.3, 0.5
MOST_HANGS = 3
"""After this many hangs, a release is asked about no more everyday groups."""


@dataclass(kw_only=True)
class ReleaseMeasurer:
    """
    Measures releases. `open_at` opens one or raises `AssayError`. `look` gets the release and the number of the pass.

    So that an interrupted run can continue, `write` stores the measures of a release, and `read` returns those stored
    with the same plan, if there are any.
    """

    open_at: Callable[[str], Target]
    plan: MeasurePlan
    read: Callable[[str], ReleaseMeasures | None]
    write: Callable[[str, ReleaseMeasures], None]
    look: Callable[[str, int], None] = lambda _release, _number: None

    def measure(self, releases: Sequence[str]) -> tuple[dict[str, ReleaseMeasures], bool]:
        """The measures of the `releases` that can be opened, and whether a keyboard interrupt ended the run."""
        found = {release: self.read(release) or ReleaseMeasures() for release in releases}
        interrupted = False
        try:
            for number in range(1, self.plan.passes + 1):
                for release in (one for one in releases if found[one].passes < number):
                    self.look(release, number)
                    found[release] = self._with_pass(release, found[release])
                    self.write(release, found[release])
        except KeyboardInterrupt:
            interrupted = True
        opened = {release: one for release, one in found.items() if one.balance_gap or any(one.seconds.values())}
        return opened, interrupted

    def _with_pass(self, release: str, before: ReleaseMeasures) -> ReleaseMeasures:
        after = replace(before, passes=before.passes + 1)
        try:
            target = self.open_at(release)
        except AssayError:
            return after
        with closing(target):
            after = self._with_times(target, after)
            return after if after.balance_gap else self._with_quality(target, after)

    def _with_times(self, target: Target, before: ReleaseMeasures) -> ReleaseMeasures:
        groups = self._workload_groups
        memory = peak_after_answer(target, next(iter(groups.values())))
        seconds = {name: before.seconds.get(name, ()) for name in groups}
        for name, group in groups.items():
            calls = time_in_turns({name: target}, group, warm=WARM_SECONDS, timed=TIMED_SECONDS)[name]
            if calls.failure is None:
                seconds[name] = (*seconds[name], median(calls.seconds))
        peaks = before.memory_mib if memory is None else (*before.memory_mib, memory)
        return replace(before, seconds=seconds, memory_mib=peaks)

    def _with_quality(self, target: Target, before: ReleaseMeasures) -> ReleaseMeasures:
        found, hangs = [], 0
        for group, optimum in self._solved_groups:
            if hangs == MOST_HANGS:
                found.append(AnswerQuality())
                continue
            trial = make_trial(PlainTarget(target), group)
            failure = trial.failure
            hangs += failure is not None and failure.kind == "hang"
            found.append(quality_of_trial(trial, optimum))
        return replace(
            before,
            balance_gap=tuple(one.balance_gap for one in found),
            needless_moves=tuple(one.needless_moves for one in found),
            rounds=tuple(one.settling_rounds for one in found),
        )

    @cached_property
    def _solved_groups(self) -> list[tuple[Group, Optimum]]:
        groups = [everyday_group(number, self.plan.seed) for number in range(self.plan.groups)]
        return [(group, solve(group, engine="flow")) for group in groups]

    @cached_property
    def _workload_groups(self) -> dict[str, Group]:
        return {str(workload): build_group(workload, self.plan.seed) for workload in self.plan.workloads}
