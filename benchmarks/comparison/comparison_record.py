"""
The record of a comparison as data: a line for each law and family, and one for each measure; and that of each side.

A side has everything that another comparison needs, at another time or on another machine.

The size of a difference in words follows the same rules for all comparisons, so that two reports can be compared. Laws
and measures: by the share of groups on which the candidate is worse, less the share on which it is better. Below 1 %
small, below 10 % medium, else large. For a law, it is the share of its groups in all families, so that one rare family
alone is not a large effect. Time: by the factor. Below 1.1 small, below 1.5 medium, else large.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.properties.records.case_format import Case

Outcome: TypeAlias = Literal[
    "better",
    "worse",
    "newly-broken",
    "newly-kept",
    "same",
    "not-comparable",
    "better-within-tolerance",
    "worse-within-tolerance",
    "worse-for-balance",
    "unstable",
    "accepted",
]
EffectSize: TypeAlias = Literal["small", "medium", "large"]
ComparisonVerdict: TypeAlias = Literal["same", "better", "regressed", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTarget:
    """One side of a comparison."""

    target: str
    """The assignor."""
    version: str
    """Its version."""
    like: str | None = None
    """The assignor whose promises it makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedGroups:
    """Groups of one family that one side cannot be asked about."""

    inputs: str
    """The input family."""
    groups: int
    """The number of groups."""
    reason: str
    """The first reason that was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedGroup:
    """The time of one call on a timed group."""

    name: str
    """The name of the timed group."""
    base: float
    """Seconds of one call of the base: the geometric mean of all blocks."""
    candidate: float
    """The same of the candidate."""
    ratio: float
    """Candidate divided by base."""
    interval: tuple[float, float]
    """The 95 % interval of the ratio, less 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonLine:
    """The result for one measure, or for one law in one family."""

    measure: str
    """`law:ID`, `balance_gap`, `moves`, `rounds`, `topic_spread` or `seconds`."""
    inputs: str | None = None
    """The input family of a law; null for a measure."""
    outcome: Outcome
    """What the comparison says."""
    base: float | None = None
    """Of a law: groups on which the base breaks it; of a measure: its mean (of seconds: the geometric mean)."""
    candidate: float | None = None
    """The same of the candidate."""
    interval: tuple[float, float] | None = None
    """The 95 % interval of the difference (of seconds: of the ratio less 1; of a law: of its share)."""
    tolerance: float | None = None
    """Of a measure: how much worse it may be (of seconds: as a share); missing if there is no limit."""
    case: Case | None = None
    """A small group on which one side breaks the law: the base where it is newly kept, else the candidate."""
    expected: str | None = None
    """The declared reason of the candidate's failures."""
    reason: str | None = None
    """Why the two could not be compared, why a difference is unstable, or why a worse line is accepted."""
    undecided: bool = False
    """Whether a law could not be decided; false if one of them does not promise it."""
    effect: EffectSize | None = None
    """The size of the difference in words; of a law: as a share of its groups in all families."""
    control: float | None = None
    """The largest difference between the base and itself, measured in the same way; null where it was not measured."""
    ratio: float | None = None
    """Of seconds: candidate divided by base."""
    groups: int | None = None
    """The number of groups that were compared; of a law: those on which both have a verdict."""
    worse_groups: int | None = None
    """Groups on which the candidate is worse; of a law: on which it alone breaks it."""
    better_groups: int | None = None
    """Groups on which it is better."""
    p: float | None = None
    """The exact probability of a split this uneven between worse and better, if both were equally likely."""
    above_fewest: tuple[float, float] | None = None
    """Of moves: the mean above those of the best plan, of both sides; negative if fewer."""
    less_even: tuple[bool, bool] | None = None
    """
    Of moves, for each side: whether it moves less than the best plan on some groups, and is less even on all these.
    """
    gap_where_moves_differ: tuple[float, float] | None = None
    """Of moves: the mean balance gap of both sides on the groups where their moves differ; null if there are none."""
    timed: tuple[str, ...] | None = None
    """Of seconds: the timed groups (partitions x members x topics, subscriptions, event)."""
    timed_groups: tuple[TimedGroup, ...] | None = None
    """Of seconds: the time of each timed group, if there are several."""
    counterpart: Case | None = None
    """
    The same group, put to the side that keeps the law, with the further question that breaks the law (missing if it
    could not be put).
    """

    @property
    def law(self) -> str | None:
        """The law of the line; None if it is about a measure."""
        return self.measure.removeprefix("law:") if self.measure.startswith("law:") else None

    @property
    def is_changed_law(self) -> bool:
        """Whether it is about a law that changed, so that it has a case."""
        return self.law is not None and self.outcome in {"newly-broken", "worse", "newly-kept", "better"}

    @property
    def is_about_base(self) -> bool:
        """Whether its case is one of the base, because the candidate is better."""
        return self.outcome in {"newly-kept", "better"}

    @property
    def is_open(self) -> bool:
        """Whether it does not say that the measure is as good as before."""
        return self.undecided or self.outcome in {"unstable", "not-comparable"}

    @property
    def is_regression(self) -> bool:
        """Whether the line alone makes the candidate a regression."""
        return self.outcome == "worse" or (self.outcome == "newly-broken" and not self.expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A whole comparison."""

    base: ComparedTarget
    """The assignor as it was."""
    candidate: ComparedTarget
    """The assignor as it would be."""
    seed: int
    """The seed."""
    groups: int
    """The number of groups."""
    cannot_be_asked: tuple[RefusedGroups, ...] = ()
    """Groups that one of them cannot express."""
    interrupted: bool = False
    """Whether it was interrupted."""
    verdict: ComparisonVerdict
    """The verdict over all lines."""
    lines: tuple[ComparisonLine, ...]
    """A line for each law and family, and for each measure."""
    command: str = ""
    """The command that repeats it; empty until a report names it."""
    stale: tuple[str, ...] = ()
    """A sentence for each accepted regression that is none any more."""
    why: str = ""
    """Why it fails, in one line; empty if it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedReason:
    """A declared failure."""

    law: str
    """The id of the law."""
    inputs: str
    """The input family."""
    reason: str
    """Why it is declared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTiming:
    """The time of one side's calls on the timed groups."""

    machine: Machine
    """The machine."""
    workloads: tuple[str, ...]
    """The timed groups."""
    blocks: tuple[tuple[float, ...], ...]
    """
    For each sitting, the fastest call of each block, in seconds. Each group has the same number of blocks, one group
    after another.
    """
    noise: float
    """The largest difference of that comparison's base from itself, as a share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRecord:
    """The results of one target on numbered cases, which `code`, `seed` and `families` make again."""

    target: ComparedTarget
    """The target."""
    code: str
    """The version of the code that drew and judged the groups."""
    seed: int
    """The seed of the groups."""
    families: tuple[str, ...]
    """The input families that the groups came from."""
    laws: tuple[str, ...]
    """The laws that the target promises."""
    results: CaseResults
    """What was found on each case."""
    expected: tuple[ExpectedReason, ...] = ()
    """The declared failures."""
    timing: SideTiming | None = None
    """The time of its calls; null: not measured."""
    cases: tuple[Case, ...] = field(default=())
    """The smallest groups found on which it breaks a law."""

    def reason_of(self, law: str, family: str) -> str | None:
        """The reason of a declared failure: the one in this family, else the first."""
        mine = [one for one in self.expected if one.law == law]
        return next((one.reason for one in mine if one.inputs == family), mine[0].reason if mine else None)


def overall_verdict(lines: tuple[ComparisonLine, ...]) -> ComparisonVerdict:
    """The verdict over all lines. Differences within tolerance, unstable ones and accepted ones count as the same."""
    if any(line.is_regression for line in lines):
        return "regressed"
    if any(line.outcome in {"better", "newly-kept"} for line in lines):
        return "better"
    return "undecided" if any(line.undecided for line in lines) else "same"


MEDIUM_SHARE, LARGE_SHARE = 0.01, 0.10
MEDIUM_FACTOR, LARGE_FACTOR = 1.1, 1.5


def effect_of_counts(worse: int, better: int, groups: int) -> EffectSize | None:
    """
    The effect of a difference on `groups` groups; None if there is no direction.

    >>> effect_of_counts(12, 0, 400), effect_of_counts(3, 1, 2_000), effect_of_counts(2, 2, 50)
    ('medium', 'small', None)
    """
    if worse == better:
        return None
    return _size(abs(worse - better) / groups, MEDIUM_SHARE, LARGE_SHARE)


def effect_of_ratio(ratio: float) -> EffectSize:
    """
    The effect of a ratio of times, in either direction.

    >>> effect_of_ratio(1.04), effect_of_ratio(0.8), effect_of_ratio(0.01)
    ('small', 'medium', 'large')
    """
    return _size(max(ratio, 1 / ratio), MEDIUM_FACTOR, LARGE_FACTOR)


def _size(value: float, medium: float, large: float) -> EffectSize:
    return "large" if value >= large else "medium" if value >= medium else "small"
