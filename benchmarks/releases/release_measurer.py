"""
Measure quality, time and memory of an assignor at many releases, in passes over all of them.

A pass asks each release once, in a new process. So a busy minute of the machine meets one pass of one release, and not
all its numbers. The quality needs one pass, because the groups are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Protocol

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.bench.answer_quality import AnswerQuality, quality_of_trial
from kafka_assay.benchmarks.peak_memory import peak_after_answer
from kafka_assay.benchmarks.releases.measurement import MeasurePlan, ReleaseMeasures, with_quality
from kafka_assay.benchmarks.timed_calls import Pace, time_in_turns
from kafka_assay.benchmarks.workload_group import build_group, everyday_group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.trials.ask_modes import PlainTarget

PACE = Pace(warm=0.3, timed=0.5)
MOST_HANGS = 3
"""After this many hangs, a release is asked about no more everyday groups."""


class MeasureNotebook(Protocol):
    """Stores measures, so that an interrupted run can continue."""

    def read_measures(self, release: str) -> ReleaseMeasures | None:
        """The stored measures of `release` with the same plan; None if there are none."""

    def write_measures(self, release: str, measures: ReleaseMeasures) -> None:
        """Store the measures of `release`."""


@dataclass(slots=True, kw_only=True)
class ReleaseMeasurer:
    """
    Measures releases. `open_at` opens one or raises `AssayError`. `look` gets the release and the number of the pass.
    """

    open_at: Callable[[str], Target]
    plan: MeasurePlan
    notebook: MeasureNotebook
    look: Callable[[str, int], None] = lambda _release, _number: None
    _questions: list[tuple[Group, Optimum]] = field(default_factory=list)
    _groups: dict[str, Group] = field(default_factory=dict)

    def measure(self, releases: Sequence[str]) -> tuple[dict[str, ReleaseMeasures], bool]:
        """The measures of the `releases` that can be opened, and whether a keyboard interrupt ended the run."""
        found = {release: self.notebook.read_measures(release) or ReleaseMeasures() for release in releases}
        try:
            for number in range(1, self.plan.passes + 1):
                for release in releases:
                    if found[release].passes < number:
                        self.look(release, number)
                        found[release] = self._with_pass(release, found[release])
                        self.notebook.write_measures(release, found[release])
        except KeyboardInterrupt:
            return _of_asked(found), True
        return _of_asked(found), False

    def _with_pass(self, release: str, before: ReleaseMeasures) -> ReleaseMeasures:
        try:
            target = self.open_at(release)
        except AssayError:
            return replace(before, passes=before.passes + 1)
        with closing(target):
            after = self._with_times(target, before)
            if not before.balance_gap:
                after = with_quality(after, self._qualities(target))
        return replace(after, passes=before.passes + 1)

    def _with_times(self, target: Target, before: ReleaseMeasures) -> ReleaseMeasures:
        memory = peak_after_answer(target, self._workload_group(str(self.plan.workloads[0])))
        seconds = {name: before.seconds.get(name, ()) for name in map(str, self.plan.workloads)}
        for name, passes in seconds.items():
            calls = time_in_turns({name: target}, self._workload_group(name), PACE)[name]
            if calls.failure is None:
                seconds[name] = (*passes, median(calls.seconds))
        return replace(
            before,
            seconds=seconds,
            memory_mib=before.memory_mib if memory is None else (*before.memory_mib, memory),
        )

    def _qualities(self, target: Target) -> list[AnswerQuality]:
        found, hangs = [], 0
        for group, optimum in self._solved_groups():
            if hangs == MOST_HANGS:
                found.append(AnswerQuality())
                continue
            trial = make_trial(PlainTarget(target), group)
            failure = trial.failure
            hangs += failure is not None and failure.kind == "hang"
            found.append(quality_of_trial(trial, optimum))
        return found

    def _solved_groups(self) -> list[tuple[Group, Optimum]]:
        if not self._questions:
            groups = [everyday_group(number, self.plan.seed) for number in range(self.plan.groups)]
            self._questions = [(group, solve(group, engine="flow")) for group in groups]
        return self._questions

    def _workload_group(self, name: str) -> Group:
        if not self._groups:
            self._groups = {str(workload): build_group(workload, self.plan.seed) for workload in self.plan.workloads}
        return self._groups[name]


def _of_asked(found: Mapping[str, ReleaseMeasures]) -> dict[str, ReleaseMeasures]:
    """Only the releases that could be opened at least once."""
    return {release: one for release, one in found.items() if one.balance_gap or any(one.seconds.values())}
