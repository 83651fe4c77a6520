"""The record of a comparison as data: a line for each law and family, and one for each measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from kafka_assay.properties.records.case_format import Case

Outcome: TypeAlias = Literal["better", "worse", "newly-broken", "newly-kept", "same", "not-comparable"]
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
class ComparisonLine:
    """
    The result for one measure, or for one law in the family `inputs`.

    `base` and `candidate` count the groups on which each breaks the law, or are the means of the measure. `interval` is
    that of their difference (for time: of the ratio minus 1). `case` is the smallest group on which the candidate
    breaks the law, `expected` the reason if that failure was declared. `reason` says why the sides could not be
    compared. `undecided` is False if one of them does not promise the law.
    """

    measure: str
    inputs: str | None = None
    outcome: Outcome
    base: float | None = None
    candidate: float | None = None
    interval: tuple[float, float] | None = None
    case: Case | None = None
    expected: str | None = None
    reason: str | None = None
    undecided: bool = False
    ratio: float | None = None
    groups: int | None = None
    worse_groups: int | None = None
    better_groups: int | None = None

    @property
    def law(self) -> str | None:
        """The law of the line; None if it is about a measure."""
        return self.measure.removeprefix("law:") if self.measure.startswith("law:") else None

    @property
    def is_unshared(self) -> bool:
        """Whether the line is about a law that only one side promises."""
        return self.outcome == "not-comparable" and not self.undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A whole comparison over `groups` groups. `command` repeats it, once a report has named it."""

    base: ComparedTarget
    candidate: ComparedTarget
    seed: int
    groups: int
    cannot_be_asked: tuple[RefusedGroups, ...] = ()
    interrupted: bool = False
    verdict: ComparisonVerdict
    lines: tuple[ComparisonLine, ...]
    command: str = ""
