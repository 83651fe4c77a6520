"""One benchmark run: all targets are timed in turns, pytest-benchmark computes statistics, and a record is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText, reference_host
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_taken
from kafka_assay.benchmarks.bench.bench_record import BenchRecord, bench_record
from kafka_assay.benchmarks.bench.bench_session import ORACLE, BenchPoint, BenchSession, OracleTarget
from kafka_assay.benchmarks.bench.bench_suite import run_suite
from kafka_assay.benchmarks.bench.target_memory import TargetMemory, memory_of
from kafka_assay.benchmarks.workload import Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchPlan:
    """
    What is measured, and how. `command` repeats the run.

    `settings` go to the targets that accept any. With `memory`, each target also answers each workload in a process of
    its own. pytest-benchmark writes its JSON to `json`, and compares the run with its JSON at `compare`.
    """

    targets: tuple[str, ...]
    workloads: tuple[Workload, ...]
    seed: int = 0
    call_timeout: float = 120.0
    settings: Settings = NO_SETTINGS
    memory: bool = False
    command: str = ""
    json: Path | None = None
    compare: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRun:
    """The record of a run, and pytest-benchmark's comparison with an earlier one (empty if none was asked for)."""

    record: BenchRecord
    comparison: str = ""


def run_bench(plan: BenchPlan, tick: Callable[[str], None] = lambda _: None) -> BenchRun:
    """
    Measure every target on every workload. An interrupted run has the points of the finished workloads.

    `tick` gets each point's name when it is done. Raises `AssayError` for a target that cannot be opened.
    """
    opened: dict[str, Target] = {}
    try:
        for name in dict.fromkeys(plan.targets):
            opened[name] = OracleTarget() if name == ORACLE else _target_text(plan, name).open()
        require_taken(plan.settings, opened.values())
        contest = BenchSession(
            targets=opened, seed=plan.seed, measure_memory=partial(_memory, plan, opened) if plan.memory else None
        )
        points = contest.points(plan.workloads)
        _measure(contest, points, tick)
        measured, comparison = run_suite(contest, points, json_path=plan.json, compare=plan.compare)
        return BenchRun(record=bench_record(contest, points, measured, plan.command), comparison=comparison)
    finally:
        for target in opened.values():
            target.close()


def _target_text(plan: BenchPlan, name: str) -> TargetText:
    limits = Limits(call_seconds=plan.call_timeout)
    return TargetText(text=name, limits=limits, seed=plan.seed, settings=plan.settings.where_accepted())


def _memory(plan: BenchPlan, opened: dict[str, Target], name: str, group: Group) -> TargetMemory | None:
    """The memory of a new process of the target. The oracle is measured behind its assignor, `optimal`."""

    def open_host() -> HostTarget:
        if isinstance(opened[name], OracleTarget | ReferenceTarget):
            return reference_host("optimal" if name == ORACLE else name)
        found = _target_text(plan, name).open()
        assert isinstance(found, HostTarget)
        return found

    return memory_of(open_host, group)


def _measure(contest: BenchSession, points: Sequence[BenchPoint], tick: Callable[[str], None]) -> None:
    try:
        for _, same in groupby(points, key=lambda point: point.workload):
            of_workload = list(same)
            contest.measure(of_workload)
            for point in of_workload:
                tick(str(point))
    except KeyboardInterrupt:
        contest.interrupted = True
