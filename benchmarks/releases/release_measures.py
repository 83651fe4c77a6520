"""The measures of one release, as they were taken: the quality on each group, and times and memory of each pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kafka_assay.benchmarks.bench.answer_quality import AnswerQuality
from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent

WORKLOADS = tuple(
    Workload(
        member_count=100,
        partitions_to_member_ratio=10,
        topic_count=10,
        subscription_type=subscription_type,
        event=WorkloadEvent.LEAVE_ONE,
    )
    for subscription_type in (SubscriptionType.HOMOGENEOUS, SubscriptionType.RANDOM_HALF)
)
"""1,000 partitions, 100 members of which one has left: equal subscriptions, and a random half of the topics each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurePlan:
    """
    What is measured at each release.

    The quality of the answers to the first `groups` everyday groups of `seed`; time and memory in `passes`, each with
    a new process.
    """

    groups: int = 200
    passes: int = 5
    seed: int = 0
    workloads: tuple[Workload, ...] = WORKLOADS

    def to_json(self) -> dict[str, Any]:
        """The plan as an object. Measures of another plan are not reused."""
        return {**asdict(self), "workloads": [str(workload) for workload in self.workloads]}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseMeasures:
    """The measures of a release. The first three have a number for each everyday group; null without a valid plan."""

    balance_gap: tuple[int | None, ...] = ()
    """Sum of squared loads above the optimum's."""
    needless_moves: tuple[int | None, ...] = ()
    """Moves above the fewest; null too if the balance is not the best."""
    rounds: tuple[int | None, ...] = ()
    """Rounds until the assignor settles."""
    seconds: Mapping[str, tuple[float, ...]] = field(default_factory=dict, hash=False)
    """By workload, the median time of `assign` in each pass in which it was answered."""
    memory_mib: tuple[float, ...] = ()
    """In each pass, the peak memory of the process after one answer to the first workload."""
    passes: int = 0
    """How many passes are done."""


def with_quality(measures: ReleaseMeasures, found: list[AnswerQuality]) -> ReleaseMeasures:
    """`measures` with the quality of the answers to all groups."""
    gaps = [_difference(one.sum_of_squares, one.optimal_sum_of_squares) for one in found]
    return ReleaseMeasures(
        balance_gap=tuple(gaps),
        needless_moves=tuple(
            _difference(one.moves, one.optimal_moves) if gap == 0 else None
            for gap, one in zip(gaps, found, strict=True)
        ),
        rounds=tuple(one.settling_rounds for one in found),
        seconds=measures.seconds,
        memory_mib=measures.memory_mib,
        passes=measures.passes,
    )


def measures_to_json(measures: ReleaseMeasures) -> dict[str, Any]:
    """The measures as an object."""
    return asdict(measures)


def measures_from_json(document: Mapping[str, Any]) -> ReleaseMeasures:
    """Read what `measures_to_json` wrote. Other input raises `KeyError` or `TypeError`."""
    return ReleaseMeasures(
        **{name: tuple(document[name]) for name in ("balance_gap", "needless_moves", "rounds", "memory_mib")},
        seconds={workload: tuple(passes) for workload, passes in document["seconds"].items()},
        passes=document["passes"],
    )


def _difference(value: int | None, best: int | None) -> int | None:
    return None if value is None or best is None else value - best
