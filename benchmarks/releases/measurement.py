"""The measures of many releases, on the groups that they all answered, and the change points of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from kafka_assay.benchmarks.environment import Machine, machine
from kafka_assay.benchmarks.releases.change_points import ChangePoint, find_change_points
from kafka_assay.benchmarks.releases.release_measures import MeasurePlan, ReleaseMeasures

QUALITIES = ("balance_gap", "needless_moves", "rounds")
MEMORY = "memory_mib"
SECONDS = "seconds"

FEWEST_COMMON = 30
"""Fewer groups that all releases answered say nothing about quality."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRelease:
    """
    The measures of one release.

    Means are null if the release is not compared, because it answered too few groups.
    """

    answered: int
    """How many of the everyday groups got a valid plan."""
    balance_gap: float | None
    """Sum of squared loads above the optimum's: the mean over the compared groups."""
    needless_moves: float | None
    """Moves above the fewest: the mean over the groups that every compared release balances best."""
    rounds: float | None
    """Rounds until the assignor settles: the mean over the compared groups."""
    seconds: Mapping[str, tuple[float, ...]] = field(hash=False)
    """By workload, the median time of `assign` in each pass."""
    memory_mib: tuple[float, ...]
    """The peak memory of the process after one answer, in each pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """The measured releases, and where their measures changed."""

    groups: int
    """How many everyday groups each release was asked."""
    compared: int
    """How many of them all compared releases answered with a valid plan."""
    passes: int
    """How often time and memory were measured, each time in a new process."""
    workloads: tuple[str, ...]
    """The groups for time, named as in Kafka's JMH suite."""
    machine: Machine
    """The machine."""
    releases: Mapping[str, MeasuredRelease] = field(hash=False)
    """The measured releases, oldest first."""
    change_points: tuple[ChangePoint, ...]
    """Where a measure changed."""


def summarize_measures(plan: MeasurePlan, found: Mapping[str, ReleaseMeasures]) -> Measurement:
    """The measurement of the releases in `found`, oldest first."""
    common = {name: _common({release: getattr(one, name) for release, one in found.items()}) for name in QUALITIES}
    return Measurement(
        groups=plan.groups,
        compared=max(map(len, common["balance_gap"].values()), default=0),
        passes=plan.passes,
        workloads=tuple(map(str, plan.workloads)),
        machine=machine(),
        releases={
            release: MeasuredRelease(
                answered=sum(gap is not None for gap in one.balance_gap),
                **{name: fmean(common[name][release]) if release in common[name] else None for name in QUALITIES},
                seconds=one.seconds,
                memory_mib=one.memory_mib,
            )
            for release, one in found.items()
        },
        change_points=tuple(_change_points(plan, found, common)),
    )


def _change_points(
    plan: MeasurePlan, found: Mapping[str, ReleaseMeasures], common: Mapping[str, Mapping[str, Sequence[float]]]
) -> Iterator[ChangePoint]:
    for name, values in common.items():
        yield from find_change_points(name, values)
    for workload in map(str, plan.workloads):
        seconds = {release: one.seconds.get(workload, ()) for release, one in found.items()}
        yield from _of_passes(f"{SECONDS} {workload}", seconds, plan.passes)
    yield from _of_passes(MEMORY, {release: one.memory_mib for release, one in found.items()}, plan.passes)


def _of_passes(measure: str, samples: Mapping[str, Sequence[float]], passes: int) -> tuple[ChangePoint, ...]:
    """The change points of the releases that were measured in all passes."""
    whole = {release: one for release, one in samples.items() if len(one) == passes}
    return find_change_points(measure, whole, logarithmic=True)


def _common(values: Mapping[str, Sequence[float | None]]) -> dict[str, list[float]]:
    """
    The values of the groups that have one at every release; a release with few values is left out.

    Few: less than half as many as the release with the most.
    """
    counts = {release: sum(value is not None for value in mine) for release, mine in values.items()}
    most = max(counts.values(), default=0)
    kept = {release: values[release] for release, count in counts.items() if 2 * count >= most and count}
    columns = [column for column in zip(*kept.values(), strict=True) if None not in column]
    if len(columns) < FEWEST_COMMON:
        return {}
    return {release: [float(column[place] or 0) for column in columns] for place, release in enumerate(kept)}
