"""The points of one run, the open targets, and what is known of each so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.solve import solve

ORACLE = "oracle:flow"
"""The contestant for the oracle's fast engine, from a `Group` in memory to a plan with its certificate."""

ROUNDS = 5
SLOW_SECONDS = 0.05
"""A contestant that needs this long at a smaller point is asked once instead of five times at larger ones."""


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


@dataclass(slots=True)
class BenchSession:
    """The open targets by name, the seed of the groups, and the results so far."""

    targets: dict[str, Target]
    seed: int = 0
    medians: dict[BenchPoint, float] = field(default_factory=dict)
    failures: dict[BenchPoint, AssignorFailed] = field(default_factory=dict)
    broken: dict[BenchPoint, list[str]] = field(default_factory=dict)
    interrupted: bool = False

    def target(self, name: str) -> Target:
        """The open target called `name`."""
        return self.targets[name]

    def group(self, workload: Workload) -> Group:
        """The workload's group."""
        return _build_group(workload, self.seed)

    def rounds(self, point: BenchPoint) -> int:
        """How often the point is asked: five times, or once if a smaller point was slow."""
        return 1 if any(self.medians[other] > SLOW_SECONDS for other in self._smaller(point, self.medians)) else ROUNDS

    def has_failed(self, point: BenchPoint) -> bool:
        """Whether the contestant gave no answer at a smaller point of the same kind."""
        return any(True for _ in self._smaller(point, self.failures))

    def record_time(self, point: BenchPoint, median: float) -> None:
        """Record that the point took `median` seconds."""
        self.medians[point] = median

    def record_failure(self, point: BenchPoint, failure: AssignorFailed) -> None:
        """Record that the point got no answer."""
        self.failures[point] = failure

    def record_broken_laws(self, point: BenchPoint, broken: Sequence[str]) -> None:
        """Record the laws for every assignor that the point's answer broke."""
        self.broken[point] = list(broken)

    @staticmethod
    def _smaller(point: BenchPoint, known: Mapping[BenchPoint, object]) -> Iterator[BenchPoint]:
        return (
            other
            for other in known
            if other.target == point.target
            and other.workload.event == point.workload.event
            and other.workload.subscription_type == point.workload.subscription_type
            and other.workload.partitions * other.workload.member_count
            <= point.workload.partitions * point.workload.member_count
        )


@lru_cache(maxsize=4)
def _build_group(workload: Workload, seed: int) -> Group:
    return build_group(workload, seed)
