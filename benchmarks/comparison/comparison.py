"""
Compare two sides on the same groups, by law and by measure; rename them; and accept regressions.

The input is a record of each side, made now or earlier. An undecided result is reported as such, never as equal. An
accepted regression is a law or a measure, why it may be worse, and until which version. An entry that no longer excuses
anything, or whose version is reached, is stale and must be removed. So the list cannot grow old unnoticed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from packaging.version import InvalidVersion, Version

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    SideRecord,
    overall_verdict,
    require_same_cases,
)
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES, measure_lines, recorded_seconds_line
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases, law_lines
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.registry import LAW_BY_ID


def compare_records(base: SideRecord, candidate: SideRecord, tolerances: Mapping[str, float]) -> Comparison:
    """The comparison of two records. Raises `AssayError` if their groups are not the same."""
    require_same_cases(base, candidate)
    paired = PairedSides(base, candidate)
    seconds = recorded_seconds_line(base.timing, candidate.timing, tolerances["seconds"])
    lines = [_with_recorded_case(line, base, candidate) for line in paired.law_lines()]
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
        return list(law_lines(self.pairs, self.base, self.candidate, self._control))

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


def _with_recorded_case(line: ComparisonLine, base: SideRecord, candidate: SideRecord) -> ComparisonLine:
    """The `line` with a case from the records: the base's where a law is newly kept, else the candidate's."""
    if line.law is None or line.outcome not in CHANGED:
        return line
    side = base if line.is_about_base else candidate
    cases = (case for case in side.cases if case.law == line.law and case.inputs == line.inputs)
    return replace(line, case=next(cases, None))


def rename_sides(
    record: Comparison, sides: Sequence[SideRecord], target: str, versions: tuple[str, str]
) -> tuple[Comparison, tuple[SideRecord, ...]]:
    """`record` and `sides`, both sides named `target`, with these `versions` of base and candidate."""
    old = record.base.target, record.candidate.target
    new = _renamed(record.base, target, versions[0]), _renamed(record.candidate, target, versions[1])
    versions_of = dict(zip(old, versions, strict=True))
    lines = tuple(_rename_line(line, target, versions_of) for line in record.lines)
    refused = tuple(replace(one, reason=_rename_text(one.reason, old, target)) for one in record.cannot_be_asked)
    renamed = replace(record, base=new[0], candidate=new[1], lines=lines, cannot_be_asked=refused)
    return renamed, tuple(
        replace(side, target=name, cases=tuple(_rename_case(case, target, versions_of) for case in side.cases))
        for side, name in zip(sides, new, strict=True)
    )


def _renamed(side: ComparedTarget, target: str, version: str) -> ComparedTarget:
    return replace(side, target=target, version=version)


def _rename_line(line: ComparisonLine, target: str, versions: dict[str, str]) -> ComparisonLine:
    case = None if line.case is None else _rename_case(line.case, target, versions)
    other = None if line.counterpart is None else _rename_case(line.counterpart, target, versions)
    reason = None if line.reason is None else _rename_text(line.reason, tuple(versions), target)
    return replace(line, case=case, counterpart=other, reason=reason)


def _rename_case(case: Case, target: str, versions: dict[str, str]) -> Case:
    known = {name: version for name, version in case.versions.items() if name != case.target}
    return replace(case, target=target, versions=known | {target: versions.get(case.target, "")})


def _rename_text(text: str, names: Sequence[str], target: str) -> str:
    for name in names:
        text = text.replace(name, target)
    return text


KEYS = ("why", "until")
FORM = 'expected {why = "...", until = "VERSION"}'


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedRegression:
    """A `measure` as in a line (`law:ID`, `moves`) that may be worse, `why`, and `until` which version."""

    measure: str
    why: str
    until: str

    @property
    def name(self) -> str:
        """The name of the entry."""
        return self.measure.removeprefix("law:")


def parse_accepted(entries: Mapping[str, Any], where: str) -> tuple[AcceptedRegression, ...]:
    """
    The entries of a table of accepted regressions. `where` names it in errors. Raises `AssayError`.

    >>> parse_accepted({"moves": {"why": "#12", "until": "2.0"}}, "pyproject.toml")
    (AcceptedRegression(measure='moves', why='#12', until='2.0'),)
    """
    return tuple(_parse_entry(key, entry, where) for key, entry in entries.items())


def _parse_entry(key: str, entry: Any, where: str) -> AcceptedRegression:
    name = key.removeprefix("law:")
    if name not in LAW_BY_ID and name not in TOLERANCES:
        raise AssayError(f"{where}: unknown law or measure {name!r}{spelling_tip(name, [*LAW_BY_ID, *TOLERANCES])}")
    if not isinstance(entry, Mapping) or not all(isinstance(entry.get(one), str) and entry[one] for one in KEYS):
        raise AssayError(f"{where}: {name}: {FORM}")
    unknown = [word for word in entry if word not in KEYS]
    if unknown:
        raise AssayError(f"{where}: {name}: unknown key {unknown[0]!r}: {FORM}")
    if _parse_version(entry["until"]) is None:
        raise AssayError(f"{where}: {name}: until: {entry['until']!r}: expected a version, such as 2.1")
    measure = f"law:{name}" if name in LAW_BY_ID else name
    return AcceptedRegression(measure=measure, why=entry["why"], until=entry["until"])


def accept_regressions(record: Comparison, accepted: Sequence[AcceptedRegression], version: str | None) -> Comparison:
    """
    `record` with the accepted lines, and with a sentence for each stale entry.

    `version` is that of the candidate. If it is no version number, no entry expires.
    """
    reached = None if version is None else _parse_version(version)
    lines, stale = list(record.lines), []
    for entry in accepted:
        places = [place for place, line in enumerate(lines) if line.measure == entry.measure]
        worse = [place for place in places if lines[place].is_regression]
        until = _parse_version(entry.until)
        if reached is not None and until is not None and reached >= until:
            stale.append(f"{entry.name} was accepted until {entry.until}, and the candidate is {version}")
        elif worse:
            for place in worse:
                lines[place] = _accept(lines[place], entry)
        elif not record.interrupted and not any(_is_open(lines[place]) for place in places):
            stale.append(f"{entry.name} is accepted as worse, but it is not worse: remove the entry")
    return replace(record, lines=tuple(lines), stale=tuple(stale), verdict=overall_verdict(tuple(lines)))


def _accept(line: ComparisonLine, entry: AcceptedRegression) -> ComparisonLine:
    return replace(line, outcome="accepted", reason=f"{entry.why} (until {entry.until})")


def _is_open(line: ComparisonLine) -> bool:
    """Whether the line does not say that the measure is as good as before."""
    return line.undecided or line.outcome in {"unstable", "not-comparable"}


def _parse_version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
