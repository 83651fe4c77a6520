"""The points of one run, the open targets, and the result of each point so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.bench.answer_quality import AnswerQuality, quality_of
from kafka_assay.benchmarks.bench.interleaving import TimedCalls, time_in_turns
from kafka_assay.benchmarks.bench.target_memory import TargetMemory
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve

ORACLE = "oracle:flow"
"""The contestant for the oracle's fast engine, from a `Group` in memory to a plan with its certificate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchPoint:
    """One contestant on one workload."""

    target: str
    workload: Workload

    def __str__(self) -> str:
        """`sticky-10000x1000x100-HOMOGENEOUS-FULL`."""
        return f"{self.target}-{self.workload}"


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
class PointResult:
    """
    The result of a point: the seconds of its calls with the quality and memory, or the `failure`.

    `is_skipped`: it was not asked, because a smaller point got no answer.
    """

    seconds: tuple[float, ...] = ()
    quality: AnswerQuality = field(default_factory=AnswerQuality)
    memory: TargetMemory | None = None
    failure: AssignorFailed | None = None
    is_skipped: bool = False


@dataclass(slots=True)
class BenchSession:
    """
    The open targets by name, the seed of the groups, and the results so far.

    `measure_memory` returns the memory of a target on a group; None if that is not asked for.
    """

    targets: Mapping[str, Target]
    seed: int = 0
    measure_memory: Callable[[str, Group], TargetMemory | None] | None = None
    results: dict[BenchPoint, PointResult] = field(default_factory=dict)
    interrupted: bool = False

    def points(self, workloads: Sequence[Workload]) -> list[BenchPoint]:
        """Every target on every workload, in the order of the workloads."""
        return [BenchPoint(target=name, workload=workload) for workload in workloads for name in self.targets]

    def measure(self, points: Sequence[BenchPoint]) -> None:
        """Measure the `points`, all of one workload: time the targets in turns, then judge their answers."""
        skipped = {point: PointResult(is_skipped=True) for point in points if self._is_hopeless(point)}
        asked = {point.target: self.targets[point.target] for point in points if point not in skipped}
        group = build_group(points[0].workload, self.seed)
        # Solved before the clock starts: the oracle's loops are compiled at their first use.
        optimum = solve(group, engine="flow")
        calls = time_in_turns(asked, group)
        self.results |= skipped
        for point in points:
            if point.target in asked:
                self.results[point] = self._result(point.target, group, calls[point.target], optimum)

    def _result(self, name: str, group: Group, calls: TimedCalls, optimum: Optimum) -> PointResult:
        if calls.failure is not None:
            return PointResult(failure=calls.failure)
        return PointResult(
            seconds=tuple(calls.seconds),
            quality=quality_of(self.targets[name], group, calls.answers, optimum),
            memory=None if self.measure_memory is None else self.measure_memory(name, group),
        )

    def _is_hopeless(self, point: BenchPoint) -> bool:
        """
        Whether no answer is to be expected: the target failed on a smaller group of this kind, or hung on any smaller.
        """
        return any(
            failure.kind == "hang"
            or (other.workload.kind == point.workload.kind and not isinstance(failure, CannotBeAsked))
            for other, result in self.results.items()
            if other.target == point.target
            and other.workload.size <= point.workload.size
            and (failure := result.failure) is not None
        )
