"""The record of a comparison as data: a line for each law and family, and one for each measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

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
    "unstable",
    "accepted",
]
EffectSize: TypeAlias = Literal["small", "medium", "large"]
ComparisonVerdict: TypeAlias = Literal["same", "better", "regressed", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTarget:
    """One side: the target, and the assignor whose promises it makes."""

    target: str
    version: str
    like: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedGroups:
    """
    The number of `groups` of the family `inputs` that one side cannot be asked about. `reason` is the first given.
    """

    inputs: str
    groups: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedGroup:
    """
    The time of one call on the timed group `name`: geometric means in seconds, and their ratio.

    `interval` is that of the ratio minus 1.
    """

    name: str
    base: float
    candidate: float
    ratio: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonLine:
    """
    The result for one measure, or for one law in the family `inputs`.

    `base` and `candidate` count the groups on which each breaks the law, or are the means of the measure. `interval` is
    that of their difference (for time: of the ratio minus 1). `tolerance` is how much worse the measure may be; None if
    there is no limit. `effect` is the size of a difference in words (see `effect`). `control` is the largest difference
    between the base and itself, measured in the same way; None if it was not measured. `expected` is the reason if the
    failures of the candidate are declared. `reason` says why the sides could not be compared, why a difference is
    unstable, or why a worse line is accepted. `undecided` is False if one of them does not promise the law.

    `case` is a small group on which one side breaks the law: the base if the law is newly kept, else the candidate.
    `counterpart` is the same input put to the other side, which keeps the law there, with the one further question of
    the law that broke it. The question is missing if it could not be put.

    `groups` counts the pairs that were compared. On `worse_groups` of them the candidate is worse, on `better_groups`
    better. `p` is the exact probability of a split this uneven, if both directions were equally likely. `timed` names
    the timed groups; `timed_groups` has the time of each, if there are several.

    Of moves, for base and candidate: `above_fewest` has the mean moves above those of the best plan. `less_even` says
    whether a side moves less than the best plan on some groups, and is less even than that plan on all of them.
    `gap_where_moves_differ` has the mean balance gap on the groups on which both move differently; None if there are
    none.
    """

    measure: str
    inputs: str | None = None
    outcome: Outcome
    base: float | None = None
    candidate: float | None = None
    interval: tuple[float, float] | None = None
    tolerance: float | None = None
    case: Case | None = None
    expected: str | None = None
    reason: str | None = None
    undecided: bool = False
    effect: EffectSize | None = None
    control: float | None = None
    ratio: float | None = None
    groups: int | None = None
    worse_groups: int | None = None
    better_groups: int | None = None
    p: float | None = None
    above_fewest: tuple[float, float] | None = None
    less_even: tuple[bool, bool] | None = None
    gap_where_moves_differ: tuple[float, float] | None = None
    timed: tuple[str, ...] | None = None
    timed_groups: tuple[TimedGroup, ...] | None = None
    counterpart: Case | None = None

    @property
    def law(self) -> str | None:
        """The law of the line; None if it is about a measure."""
        return self.measure.removeprefix("law:") if self.measure.startswith("law:") else None

    @property
    def is_about_base(self) -> bool:
        """Whether its case is one of the base, because the candidate is better."""
        return self.outcome in {"newly-kept", "better"}

    @property
    def is_regression(self) -> bool:
        """Whether the line alone makes the candidate a regression."""
        return self.outcome == "worse" or (self.outcome == "newly-broken" and not self.expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """
    A whole comparison over `groups` groups. `command` repeats it, once a report has named it.

    `stale` has a sentence for each accepted regression that is none any more. `why` is the reason for a failure, in one
    line; empty if there is none.
    """

    base: ComparedTarget
    candidate: ComparedTarget
    seed: int
    groups: int
    cannot_be_asked: tuple[RefusedGroups, ...] = ()
    interrupted: bool = False
    verdict: ComparisonVerdict
    lines: tuple[ComparisonLine, ...]
    command: str = ""
    stale: tuple[str, ...] = ()
    why: str = ""


def overall_verdict(lines: tuple[ComparisonLine, ...]) -> ComparisonVerdict:
    """
    The verdict over all lines.

    Differences within tolerance, unstable ones and accepted ones count as the same.
    """
    if any(line.is_regression for line in lines):
        return "regressed"
    if any(line.outcome in {"better", "newly-kept"} for line in lines):
        return "better"
    return "undecided" if any(line.undecided for line in lines) else "same"
