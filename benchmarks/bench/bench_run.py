"""One benchmark run: all targets are timed in turns on each workload, their answers judged, and a record is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field, replace

from kafka_assay.assignors.extras import installed_versions
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.targets import open_target, reference_host
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_taken
from kafka_assay.benchmarks.bench.bench_record import (
    INTERRUPTED,
    NOT_ASKED,
    AnswerQuality,
    BenchRecord,
    TimedPoint,
    growth_of,
    spread_of,
)
from kafka_assay.benchmarks.environment import PACKAGES, machine
from kafka_assay.benchmarks.peak_memory import memory_of
from kafka_assay.benchmarks.timed_calls import TimedCalls, time_in_turns
from kafka_assay.benchmarks.workload import Rack, Workload
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.judgement import gap_of
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.trials.ask_modes import PlainTarget
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken

ORACLE = "oracle"
"""The target for the oracle's fast engine, from a `Group` in memory to a plan with its certificate."""

CLIENTS = ("kafka-python:range", "kafka-python:sticky", "aiokafka:range", "aiokafka:roundrobin", "aiokafka:sticky")
"""
The clients that are measured by default, beside the references.

kafka-python's round-robin is not: it raises an exception if subscriptions are unequal (finding kafka-python-1), and a
missing answer is exit code 3.
"""


class OracleTarget:
    """The oracle in the shape of an assignor."""

    name = ORACLE
    version = ""
    like: str | None = None
    promises: frozenset[Promise] = frozenset()
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """The flow engine's plan."""
        return solve(group, engine="flow").assignment

    def close(self) -> None:
        """Do nothing: no resource is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchPlan:
    """
    What is measured, and how. `command` repeats the run.

    `settings` go to the targets that accept any. With `memory`, each target also answers each workload in a process of
    its own.
    """

    targets: tuple[str, ...]
    workloads: tuple[Workload, ...]
    seed: int = 0
    call_timeout: float = 60.0
    settings: Settings = NO_SETTINGS
    memory: bool = False
    command: str = ""

    def open(self, name: str) -> Target:
        """Open one of the targets. Raises `AssayError`."""
        if name == ORACLE:
            return OracleTarget()
        settings = self.settings.where_accepted()
        return open_target(name, call_timeout=self.call_timeout, seed=self.seed, settings=settings)

    def open_host(self, name: str) -> HostTarget:
        """Open a target in a process of its own. The oracle is behind its assignor, `optimal`."""
        found = self.open(name)
        if isinstance(found, HostTarget):
            return found
        return reference_host("optimal" if name == ORACLE else name)


def run_bench(plan: BenchPlan, tick: Callable[[], None] = lambda: None) -> BenchRecord:
    """
    Measure every target on every workload. An interrupted run has the points of the finished workloads.

    `tick` is called when a point is done. Raises `AssayError` for a target that cannot be opened.
    """
    interrupted = False
    with ExitStack() as opened:
        targets = {name: opened.enter_context(closing(plan.open(name))) for name in dict.fromkeys(plan.targets)}
        require_taken(plan.settings, targets.values())
        bench = _Bench(plan=plan, targets=targets)
        points = [bench.point(name, workload, INTERRUPTED) for workload in plan.workloads for name in targets]
        try:
            for number, workload in enumerate(plan.workloads):
                for place, point in enumerate(bench.measure(workload), start=number * len(targets)):
                    points[place] = point
                    tick()
        except KeyboardInterrupt:
            interrupted = True
    return BenchRecord(
        command=plan.command,
        seed=plan.seed,
        machine=machine(),
        versions=installed_versions(PACKAGES),
        interrupted=interrupted,
        points=tuple(points),
        growth=growth_of(points),
    )


@dataclass(slots=True, kw_only=True)
class _Bench:
    """The open targets, and where they have failed so far."""

    plan: BenchPlan
    targets: Mapping[str, Target]
    failures: list[tuple[str, Workload, AssignorFailed]] = field(default_factory=list)

    def measure(self, workload: Workload) -> list[TimedPoint]:
        """Time the targets in turns on one workload, then judge their answers."""
        asked = {name: target for name, target in self.targets.items() if not self._is_hopeless(name, workload)}
        group = build_group(workload, self.plan.seed)
        # Solved before the clock starts: the oracle's loops are compiled at their first use.
        optimum = solve(group, engine="flow")
        calls = time_in_turns(asked, group)
        self.failures += [(name, workload, one.failure) for name, one in calls.items() if one.failure is not None]
        return [
            self._result(name, workload, group, calls[name], optimum)
            if name in calls
            else self.point(name, workload, NOT_ASKED)
            for name in self.targets
        ]

    def point(self, name: str, workload: Workload, error: str | None = None) -> TimedPoint:
        """A target on a workload, without a time."""
        return TimedPoint(
            target=name,
            version=self.targets[name].version,
            workload=str(workload),
            member_count=workload.member_count,
            partitions_to_member_ratio=workload.partitions_to_member_ratio,
            topic_count=workload.topic_count,
            partitions=workload.partitions,
            subscription_type=workload.subscription_type,
            event=workload.event,
            topic_sizes=workload.distribution,
            racks=workload.rack is Rack.PROVIDED,
            error=error,
        )

    def _result(self, name: str, workload: Workload, group: Group, calls: TimedCalls, optimum: Optimum) -> TimedPoint:
        if calls.failure is not None:
            return self.point(name, workload, str(calls.failure))
        quality = asdict(quality_of(self.targets[name], group, calls.answers, optimum))
        memory = memory_of(lambda: self.plan.open_host(name), group) if self.plan.memory else None
        at_rest, peak = memory or (None, None)
        found = {**spread_of(calls.seconds), **quality, "memory_mib": peak, "memory_at_rest_mib": at_rest}
        return replace(self.point(name, workload), **found)

    def _is_hopeless(self, name: str, workload: Workload) -> bool:
        """Whether no answer is expected: it failed on a smaller group of this kind, or hung on any smaller one."""
        return any(
            failure.kind == "hang" or (other.kind == workload.kind and not isinstance(failure, CannotBeAsked))
            for target, other, failure in self.failures
            if target == name and other.size <= workload.size
        )


def quality_of(target: Target, group: Group, answers: Sequence[Assignment], optimum: Optimum) -> AnswerQuality:
    """The quality of these `answers` of `target`, in the order given. A cooperative target is asked further rounds."""
    findings = [
        found
        for answer in answers
        for found in judge_example(PlainTarget(target, answer), promised_laws(frozenset()), group, family=None)
    ]
    broken = tuple(dict.fromkeys(found.law.id for found in findings if isinstance(found.verdict, Broken)))
    return AnswerQuality(broken=broken) if broken else quality_of_trial(findings[-1].rebalance.trial, optimum)


def quality_of_trial(trial: Trial, optimum: Optimum) -> AnswerQuality:
    """The numbers of the trial's answer; all are None if there is no valid one."""
    if trial.failure is not None or trial.flaw is not None:
        return AnswerQuality()
    gap = gap_of(trial.group, trial.answer, optimum)
    return AnswerQuality(
        sum_of_squares=gap.sum_of_squares,
        optimal_sum_of_squares=gap.optimal_sum_of_squares,
        moves=gap.moves,
        optimal_moves=gap.optimal_moves,
        settling_rounds=len(trial.rounds()),
    )
