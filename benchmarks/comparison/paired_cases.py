"""
The cases that both sides were asked about, by family, and the lines of a comparison about laws.

These count exactly, over pairs, without a threshold. A law that the base never breaks is newly broken from the first
group on. If both break a law on some groups, the groups count that only one of them breaks. If they all point in one
direction, it counts; otherwise an exact sign test decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kafka_assay.assignors.interface import CANNOT_BE_ASKED
from kafka_assay.benchmarks.comparison.case_results import (
    ASKED,
    BROKEN,
    EXPECTED,
    HUNG,
    KEPT,
    NO_VERDICT,
    REBALANCES,
    UNDECIDED,
    CaseResults,
)
from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparisonLine,
    Outcome,
    RefusedGroups,
    SideRecord,
    effect_of_counts,
)
from kafka_assay.benchmarks.intervals import CONFIDENCE, mean_interval, sign_test
from kafka_assay.properties.input_families import family_at
from kafka_assay.properties.registry import LAWS

Bytes: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Numbers: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawPairs:
    """
    The pairs of one law in one family.

    `worse` has the numbers of the cases on which the candidate alone breaks the law, `better` those on which the base
    alone does. `base` and `candidate` count all broken ones of the `decided` cases. `expected` says that all breaks of
    the candidate are declared failures. `unjudged` counts the cases on which only one side is undecided. Where both
    are, nothing suggests a difference. `own` counts the cases by which the base differs from itself in one direction,
    where it does not repeat its answers.
    """

    decided: int
    base: int
    candidate: int
    worse: tuple[int, ...]
    better: tuple[int, ...]
    expected: bool
    unjudged: int
    own: int = 0

    @property
    def difference(self) -> int:
        """On how many more groups the candidate breaks the law."""
        return len(self.worse) - len(self.better)

    @property
    def p(self) -> float:
        """The probability of a split this uneven by chance."""
        return sign_test(len(self.worse), len(self.better))


class PairedCases:
    """
    Two sides whose cases are the same groups, paired by the number of the case.

    `control` pairs the base with itself, asked once more, where it does not repeat its answers.
    """

    def __init__(self, base: SideRecord, candidate: SideRecord, control: CaseResults | None = None) -> None:
        """Only the cases that both have are paired. `control` has the results of the base asked once more."""
        self.base, self.candidate = base, candidate
        self.control = None if control is None else PairedCases(base, replace(base, results=control))
        self._sides = base.results, candidate.results
        self._families = base.families
        self._cases = min(side.cases for side in self._sides)

    @cached_property
    def _family_of(self) -> npt.NDArray[np.int16]:
        places = {name: place for place, name in enumerate(self._families)}
        dealt = (places[family_at(self._families, self.base.seed, number)] for number in range(self._cases))
        return np.fromiter(dealt, np.int16, self._cases)

    @cached_property
    def _put_to_both(self) -> Flags:
        base, candidate = (self._column(side.asked) for side in self._sides)
        both: Flags = (base == ASKED) & (candidate == ASKED)
        return both

    @property
    def groups(self) -> int:
        """The number of cases that were put to both."""
        return int(self._put_to_both.sum())

    def _column(self, marks: bytearray | None) -> Bytes:
        if marks is None:
            return np.full(self._cases, NO_VERDICT, np.uint8)
        return np.frombuffer(marks, np.uint8)[: self._cases]

    def refused(self) -> tuple[RefusedGroups, ...]:
        """The cases that were not put to both, by family."""
        found = []
        for place, family in enumerate(self._families):
            count = int(((self._family_of == place) & ~self._put_to_both).sum())
            if count:
                side = next(one for one in (self.base, self.candidate) if family in one.results.refusals)
                reason = f"{side.target.target} {CANNOT_BE_ASKED}{side.results.refusals[family]}"
                found.append(RefusedGroups(inputs=family, groups=count, reason=reason))
        return tuple(found)

    def law_pairs(self, law: str, family: str) -> LawPairs | None:
        """The pairs of a law in a family; None if neither side has a verdict there."""
        inside = self._put_to_both & (self._family_of == self._families.index(family))
        base, candidate = (self._column(side.marks.get(law)) for side in self._sides)
        some = inside & ((base != NO_VERDICT) | (candidate != NO_VERDICT))
        if not some.any():
            return None
        decided = inside & _is_decided(base) & _is_decided(candidate)
        before, after = decided & (base != KEPT), decided & (candidate != KEPT)
        control = None if self.control is None else self.control.law_pairs(law, family)
        return LawPairs(
            decided=int(decided.sum()),
            base=int(before.sum()),
            candidate=int(after.sum()),
            worse=tuple(np.flatnonzero(after & ~before).tolist()),
            better=tuple(np.flatnonzero(before & ~after).tolist()),
            expected=bool(after.any()) and bool((candidate[after] == EXPECTED).all()),
            unjudged=int((inside & ((base == UNDECIDED) != (candidate == UNDECIDED))).sum()),
            own=0 if control is None else abs(control.difference),
        )

    def broken_cases(self, *, of_base: bool) -> dict[tuple[str, str], list[int]]:
        """(Law, family) -> the numbers of the cases on which one side breaks the law undeclared."""
        side = self._sides[0 if of_base else 1]
        found: dict[tuple[str, str], list[int]] = {}
        for law, marks in side.marks.items():
            for number in np.flatnonzero(self._put_to_both & _is_broken(self._column(marks))).tolist():
                found.setdefault((law, self._families[self._family_of[number]]), []).append(number)
        return found

    def figure_pairs(self, measure: str) -> tuple[Numbers, Numbers]:
        """The mean of a measure a rebalance, for the cases that both completed with as many rebalances."""
        both = self._figure_rows
        rebalances = np.frombuffer(self._sides[0].figures[REBALANCES])[: self._cases][both]
        base, candidate = (
            np.frombuffer(side.figures[measure])[: self._cases][both] / rebalances for side in self._sides
        )
        return base, candidate

    @cached_property
    def _figure_rows(self) -> Flags:
        base, candidate = (np.frombuffer(side.figures[REBALANCES])[: self._cases] for side in self._sides)
        same: Flags = self._put_to_both & (base > 0) & (base == candidate)
        return same


def _is_decided(marks: Bytes) -> Flags:
    decided: Flags = (marks == KEPT) | (marks == EXPECTED) | _is_broken(marks)
    return decided


def _is_broken(marks: Bytes) -> Flags:
    broken: Flags = (marks == BROKEN) | (marks == HUNG)
    return broken


def law_lines(pairs: PairedCases) -> Iterator[ComparisonLine]:
    """A line for each family and law with a verdict."""
    base, candidate = pairs.base, pairs.candidate
    laws = [law.id for law in LAWS if law.id in {*base.laws, *candidate.laws}]
    found = [(family, law, one) for family in base.families for law in laws if (one := pairs.law_pairs(law, family))]
    totals = Counter[str]()
    for _, law, one in found:
        totals[law] += one.decided
    certain = {} if pairs.control is None else _certain_laws(found)
    for family, law, one in found:
        lacks = [name for name, side in (("base", base), ("candidate", candidate)) if law not in side.laws]
        if lacks:
            reason = f"the {lacks[0]} does not promise it"
            yield ComparisonLine(measure=f"law:{law}", inputs=family, outcome="not-comparable", reason=reason)
            continue
        line = _law_line(law, family, one, totals[law])
        line = replace(line, expected=candidate.reason_of(law, family) if one.expected else None)
        if pairs.control is not None:
            line = _with_control(line, one, len(found), is_certain=certain.get(law, 0) * one.difference > 0)
        yield line


def _certain_laws(found: Sequence[tuple[str, str, LawPairs]]) -> dict[str, int]:
    """
    The laws that differ for certain over all families, although the base does not repeat its answers.

    A law is mapped to the number of groups by which the candidate is worse, which is negative if it is better.
    """
    by_law: dict[str, list[LawPairs]] = {}
    for _, law, one in found:
        by_law.setdefault(law, []).append(one)
    certain = {}
    for law, several in by_law.items():
        worse, better = (sum(len(getattr(one, name)) for one in several) for name in ("worse", "better"))
        own = sum(one.own for one in several)
        if sign_test(worse, better) < (1 - CONFIDENCE) / len(by_law) and abs(worse - better) > own:
            certain[law] = worse - better
    return certain


def _law_line(law: str, family: str, one: LawPairs, total: int) -> ComparisonLine:
    """The line with its counts. `total` is the number of groups of all families with a verdict on both sides."""
    outcome, reason, worse, better = _outcome(one), None, len(one.worse), len(one.better)
    if outcome == "same" and one.unjudged:
        reason = "could not be judged on one side for some groups"
    elif not one.decided:
        reason = "no group has a verdict on both sides"
    # The difference of shares has an interval where both sides break the law on some groups.
    mean = mean_interval(one.difference, worse + better, one.decided) if one.base and one.candidate else None
    return ComparisonLine(
        measure=f"law:{law}",
        inputs=family,
        outcome=outcome if reason is None else "not-comparable",
        base=one.base,
        candidate=one.candidate,
        reason=reason,
        undecided=reason is not None,
        effect=None if outcome == "same" else effect_of_counts(worse, better, total),
        groups=one.decided,
        worse_groups=worse,
        better_groups=better,
        p=one.p if worse or better else None,
        interval=None if mean is None else (mean.low, mean.high),
    )


def _outcome(one: LawPairs) -> Outcome:
    if one.worse and not one.base:
        return "newly-broken"
    if one.better and not one.candidate:
        return "newly-kept"
    has_direction = not (one.worse and one.better) or one.p < 1 - CONFIDENCE
    if not one.difference or not has_direction:
        return "same"
    return "worse" if one.difference > 0 else "better"


def _with_control(line: ComparisonLine, one: LawPairs, lines: int, *, is_certain: bool) -> ComparisonLine:
    """
    The line if the base does not repeat its answers.

    Then a difference counts only if it is certain enough among so many `lines`, and larger than that of the base from
    itself; or if the law differs for certain over all families in the same direction (`is_certain`).
    """
    line = replace(line, control=float(one.own))
    is_certain |= line.p is not None and line.p < (1 - CONFIDENCE) / lines and abs(one.difference) > one.own
    if line.outcome in {"same", "not-comparable"} or is_certain:
        return line
    return replace(line, outcome="unstable", reason="the base does not repeat its answers")
