"""Sides of a comparison, written by hand: the marks of laws and the numbers of measures, case by case."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from kafka_assay.benchmarks.comparison.case_results import ASKED, FIGURES, REBALANCES, CaseResults
from kafka_assay.benchmarks.comparison.comparison_record import ComparedTarget, ExpectedReason, SideRecord

LAW = "even-when-equal"


def results(marks: str = "", figures: Mapping[str, Sequence[float]] | None = None, *, law: str = LAW) -> CaseResults:
    """Results with these `marks` of one law, and these figures of one rebalance for each case."""
    figures = figures or {}
    cases = len(marks) or len(next(iter(figures.values())))
    rebalances = [1.0 if figures else 0.0] * cases
    known = {REBALANCES: rebalances, **figures}
    return CaseResults(
        asked=bytearray([ASKED]) * cases,
        marks={law: bytearray(marks.encode())} if marks else {},
        figures={name: array("d", known.get(name, [0.0] * cases)) for name in FIGURES},
    )


def side(
    found: CaseResults, *, name: str = "side", laws: Sequence[str] = (LAW,), expected: Sequence[ExpectedReason] = ()
) -> SideRecord:
    """A side with these results on clean groups."""
    return SideRecord(
        target=ComparedTarget(target=name, version="1"),
        code="code",
        seed=0,
        families=("clean",),
        laws=tuple(laws),
        results=found,
        expected=tuple(expected),
    )
