"""
The goal for the oracle's time at a point of the grid, compared with the best rival.

From 10,000 partitions on, the oracle must not be slower than franz-go, and on five disjoint buckets not slower than
Kafka's own assignor. If ownership is scrambled, it must be ten times faster than franz-go. Below that size, or if the
rival needs less than 5 ms, 5 ms are enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent

Outcome: TypeAlias = Literal["met", "missed", "open"]

LARGE = 10_000
SMALL_SECONDS = 0.005
SCRAMBLED_FACTOR = 10

FRANZ, UNIFORM = "franz-go", "uniform"


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalTime:
    """The seconds of a rival; `at_least` if it was stopped after them."""

    seconds: float
    at_least: bool = False


def is_rival_counted(rival: str, workload: Workload) -> bool:
    """Whether the goal at this point includes that rival."""
    return rival == FRANZ or (
        rival == UNIFORM and workload.subscription_type is SubscriptionType.HETEROGENEOUS_DISJOINT
    )


def allowed_seconds(rival: str, workload: Workload, theirs: float) -> float:
    """The seconds that the oracle may take if the rival takes `theirs`."""
    if workload.partitions < LARGE or theirs < SMALL_SECONDS:
        return max(theirs, SMALL_SECONDS)
    scrambled = rival == FRANZ and workload.event is WorkloadEvent.SCRAMBLED
    return theirs / SCRAMBLED_FACTOR if scrambled else theirs


def goal_outcome(workload: Workload, ours: float, rivals: Mapping[str, RivalTime]) -> Outcome:
    """Whether `ours`, in seconds, meets the goal; open if a counted rival was not measured, or not long enough."""
    judged = {
        "met" if ours <= allowed_seconds(name, workload, theirs.seconds) else "open" if theirs.at_least else "missed"
        for name, theirs in rivals.items()
        if is_rival_counted(name, workload)
    }
    if "missed" in judged:
        return "missed"
    unmeasured = any(is_rival_counted(name, workload) and name not in rivals for name in (FRANZ, UNIFORM))
    return "open" if unmeasured or "open" in judged else "met"
