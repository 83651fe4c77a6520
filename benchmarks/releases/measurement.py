"""
The measures of one release and of many, and the releases at which a measure changed: change points, by `ruptures`.

Every release was measured on the same groups, or in the same passes. So the mean of each group or pass over all
releases is subtracted first; what differs between groups, or between quiet and busy minutes, is no change. The rest is
cut into stretches of releases with one mean each (PELT, least squares). A cut must reduce the squares by more than a
penalty. It is `STRICTNESS` times the logarithm of the number of samples (as in the Bayesian information criterion)
times the variance within releases. Quality is compared on the groups that all releases answered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from statistics import fmean
from typing import Any

from kafka_assay.benchmarks.comparison.comparison_record import EffectSize, effect_of_ratio
from kafka_assay.benchmarks.environment import Machine, machine
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


STRICTNESS = 3.0
"""
Of 100 simulated series without a change (10 to 40 releases, five passes), at most 2 have a cut; with 2.0, up to 6.

If one pass in ten is disturbed by other load, 2 to 9 have one; with 2.0, 9 to 27.
"""

FEWEST_RELEASES = FEWEST_SAMPLES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePoint:
    """A measure changed between two releases."""

    measure: str
    """`balance_gap`, `needless_moves`, `rounds`, `memory_mib`, or `seconds` and a workload."""
    last: str
    """The last release before the change."""
    first: str
    """The first release after it."""
    before: float
    """The mean of the stretch of releases before; a geometric one for times and memory."""
    after: float
    """The same after the change."""

    @property
    def effect(self) -> EffectSize:
        """The size of the change, by the rule for times in `assay compare`; `large` if one side is 0."""
        return effect_of_ratio(self.after / self.before) if self.before and self.after else "large"


def find_change_points(
    measure: str, samples: Mapping[str, Sequence[float]], *, logarithmic: bool = False
) -> tuple[ChangePoint, ...]:
    """
    The change points of a measure. `samples` are those of each release, oldest first, as many for each and paired.

    With `logarithmic`, ratios count, and the means are geometric; all samples must be positive.
    """
    import numpy as np
    from ruptures import Pelt

    releases, sizes = list(samples), {len(one) for one in samples.values()}
    if len(releases) < FEWEST_RELEASES or len(sizes) != 1 or (size := sizes.pop()) < FEWEST_SAMPLES:
        return ()
    values = np.array([samples[release] for release in releases], dtype=np.float64)
    values = np.log(values) if logarithmic else values
    paired = values - values.mean(axis=0)
    noise = paired - paired.mean(axis=1, keepdims=True)
    variance = float((noise**2).sum()) / ((len(releases) - 1) * (size - 1))
    # Below the floor are rounding errors only.
    penalty = max(STRICTNESS * math.log(values.size) * variance, 1e-9)
    cuts = Pelt(model="l2", min_size=size, jump=size).fit(paired.reshape(-1, 1)).predict(pen=penalty)
    ends = [0, *(cut // size for cut in cuts)]
    means = [fmean(values[first:end].ravel().tolist()) for first, end in pairwise(ends)]
    shown = [math.exp(mean) if logarithmic else mean for mean in means]
    return tuple(
        ChangePoint(measure=measure, last=releases[end - 1], first=releases[end], before=before, after=after)
        for end, (before, after) in zip(ends[1:-1], pairwise(shown), strict=True)
    )


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
    """Those of quality; then those of times and memory, of the releases that were measured in all passes."""
    for name, values in common.items():
        yield from find_change_points(name, values)
    passes: dict[str, dict[str, tuple[float, ...]]] = {
        f"{SECONDS} {workload}": {release: one.seconds.get(workload, ()) for release, one in found.items()}
        for workload in map(str, plan.workloads)
    }
    passes[MEMORY] = {release: one.memory_mib for release, one in found.items()}
    for measure, samples in passes.items():
        whole = {release: one for release, one in samples.items() if len(one) == plan.passes}
        yield from find_change_points(measure, whole, logarithmic=True)


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
