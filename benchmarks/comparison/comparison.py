"""
Compare two sides on the same groups, by law and by measure.

The input is a record of each side, made now or earlier. An undecided result is reported as such, never as equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, overall_verdict
from kafka_assay.benchmarks.comparison.law_lines import law_lines
from kafka_assay.benchmarks.comparison.measure_lines import measure_lines, recorded_seconds_line
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases
from kafka_assay.benchmarks.comparison.side_record import SideRecord, require_same_cases
from kafka_assay.properties.registry import LAWS


def compare_records(base: SideRecord, candidate: SideRecord, tolerances: Mapping[str, float]) -> Comparison:
    """The comparison of two records. Raises `AssayError` if their groups are not the same."""
    require_same_cases(base, candidate)
    paired = PairedSides(base, candidate)
    seconds = recorded_seconds_line(base.timing, candidate.timing, tolerances["seconds"])
    lines = with_recorded_cases(paired.law_lines(), base, candidate)
    return paired.comparison([*lines, *paired.measure_lines(tolerances), seconds])


CHANGED = frozenset({"newly-broken", "newly-kept", "worse", "better"})
"""Outcomes of a law whose case is worth showing."""


class PairedSides:
    """
    Two sides whose cases are the same groups.

    `control` has the results of the base asked once more, where it does not repeat its answers.
    """

    def __init__(self, base: SideRecord, candidate: SideRecord, control: CaseResults | None = None) -> None:
        self.base, self.candidate = base, candidate
        families, seed = base.families, base.seed
        self.pairs = PairedCases(base.results, candidate.results, families, seed)
        self._control = None if control is None else PairedCases(base.results, control, families, seed)

    def law_lines(self) -> list[ComparisonLine]:
        """The lines about laws, in the order of the laws."""
        promised = self._in_order(self.base.laws), self._in_order(self.candidate.laws)
        reason_of = self.candidate.reason_of
        return list(law_lines(self.pairs, promised, self.base.families, reason_of, self._control))

    def _in_order(self, laws: Iterable[str]) -> Sequence[str]:
        known = set(laws)
        return [law.id for law in LAWS if law.id in known]

    def measure_lines(self, tolerances: Mapping[str, float]) -> list[ComparisonLine]:
        """The lines about measures of the answers."""
        return list(measure_lines(self.pairs, tolerances, self._control))

    def comparison(self, lines: Sequence[ComparisonLine], *, interrupted: bool = False) -> Comparison:
        """The whole comparison with these `lines`."""
        return Comparison(
            base=self.base.target,
            candidate=self.candidate.target,
            seed=self.base.seed,
            groups=self.pairs.groups,
            cannot_be_asked=self.pairs.refused((self.base.target.target, self.candidate.target.target)),
            interrupted=interrupted,
            verdict=overall_verdict(tuple(lines)),
            lines=tuple(lines),
        )


def with_recorded_cases(
    lines: Iterable[ComparisonLine], base: SideRecord, candidate: SideRecord
) -> list[ComparisonLine]:
    """The `lines` with cases from the records: the base's where a law is newly kept, else the candidate's."""
    return [_with_recorded_case(line, base, candidate) for line in lines]


def _with_recorded_case(line: ComparisonLine, base: SideRecord, candidate: SideRecord) -> ComparisonLine:
    if line.law is None or line.outcome not in CHANGED:
        return line
    side = base if line.is_about_base else candidate
    cases = (case for case in side.cases if case.law == line.law and case.inputs == line.inputs)
    return replace(line, case=next(cases, None))
