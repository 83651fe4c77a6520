"""
Compare two sides on the same groups, by law and by measure; and accept regressions.

The input is a record of each side, made now or earlier. An undecided result is reported as such, never as equal. An
accepted regression is a law or a measure, why it may be worse, and until which version. An entry that no longer excuses
anything, or whose version is reached, is stale and must be removed. So the list cannot grow old unnoticed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, SideRecord, overall_verdict
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES, measure_lines, recorded_seconds_line
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases, law_lines
from kafka_assay.properties.records.listed_breaks import parse_version
from kafka_assay.properties.registry import LAW_BY_ID


def compare_records(base: SideRecord, candidate: SideRecord, tolerances: Mapping[str, float]) -> Comparison:
    """The comparison of two records. Raises `AssayError` if their groups are not the same."""
    for name, one, other in (
        ("seed", base.seed, candidate.seed),
        ("families", ", ".join(base.families), ", ".join(candidate.families)),
        ("code", base.code, candidate.code),
    ):
        if one != other:
            tip = "compare the targets themselves, or make both records alike"
            raise AssayError(f"the records cannot be paired: {name}: {one} and {other}: {tip}")
    pairs = PairedCases(base, candidate)
    seconds = recorded_seconds_line(base.timing, candidate.timing, tolerances["seconds"])
    lines = [_with_recorded_case(line, base, candidate) for line in law_lines(pairs)]
    return comparison_of(pairs, [*lines, *measure_lines(pairs, tolerances), seconds])


def comparison_of(pairs: PairedCases, lines: Sequence[ComparisonLine], *, interrupted: bool = False) -> Comparison:
    """The whole comparison with these `lines`."""
    return Comparison(
        base=pairs.base.target,
        candidate=pairs.candidate.target,
        seed=pairs.base.seed,
        groups=pairs.groups,
        cannot_be_asked=pairs.refused(),
        interrupted=interrupted,
        verdict=overall_verdict(tuple(lines)),
        lines=tuple(lines),
    )


def _with_recorded_case(line: ComparisonLine, base: SideRecord, candidate: SideRecord) -> ComparisonLine:
    """The `line` with a case from the records: the base's where a law is newly kept, else the candidate's."""
    if not line.is_changed_law:
        return line
    side = base if line.is_about_base else candidate
    cases = (case for case in side.cases if case.law == line.law and case.inputs == line.inputs)
    return replace(line, case=next(cases, None))


KEYS = ("why", "until")


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
    name, form = key.removeprefix("law:"), 'expected {why = "...", until = "VERSION"}'
    if name not in LAW_BY_ID and name not in TOLERANCES:
        raise AssayError(f"{where}: unknown law or measure {name!r}{spelling_tip(name, [*LAW_BY_ID, *TOLERANCES])}")
    if not isinstance(entry, Mapping) or not all(isinstance(entry.get(one), str) and entry[one] for one in KEYS):
        raise AssayError(f"{where}: {name}: {form}")
    unknown = [word for word in entry if word not in KEYS]
    if unknown:
        raise AssayError(f"{where}: {name}: unknown key {unknown[0]!r}: {form}")
    if parse_version(entry["until"]) is None:
        raise AssayError(f"{where}: {name}: until: {entry['until']!r}: expected a version, such as 2.1")
    measure = f"law:{name}" if name in LAW_BY_ID else name
    return AcceptedRegression(measure=measure, why=entry["why"], until=entry["until"])


def accept_regressions(record: Comparison, accepted: Sequence[AcceptedRegression], version: str | None) -> Comparison:
    """
    `record` with the accepted lines, and with a sentence for each stale entry.

    `version` is that of the candidate. If it is no version number, no entry expires.
    """
    reached = None if version is None else parse_version(version)
    lines, stale = list(record.lines), []
    for entry in accepted:
        places = [place for place, line in enumerate(lines) if line.measure == entry.measure]
        worse = [place for place in places if lines[place].is_regression]
        until = parse_version(entry.until)
        if reached is not None and until is not None and reached >= until:
            stale.append(f"{entry.name} was accepted until {entry.until}, and the candidate is {version}")
        elif worse:
            reason = f"{entry.why} (until {entry.until})"
            for place in worse:
                lines[place] = replace(lines[place], outcome="accepted", reason=reason)
        elif not record.interrupted and not any(lines[place].is_open for place in places):
            stale.append(f"{entry.name} is accepted as worse, but it is not worse: remove the entry")
    return replace(record, lines=tuple(lines), stale=tuple(stale), verdict=overall_verdict(tuple(lines)))
