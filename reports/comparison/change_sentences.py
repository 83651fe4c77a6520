"""What changed between two sides, in sentences: headlines, the reason of a failure, and the counts of a law."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.reports.comparison.changes import LawChange, law_changes, measure_changes, measure_words
from kafka_assay.reports.comparison.measure_words import MEASURE_NAMES, measure_clause
from kafka_assay.reports.wording.words import quantity, series

TOLERATED = "some differences are listed that do not fail"


def headline(record: Comparison) -> str:
    """
    The result in a few words. It never says that nothing changed where something did.
    """
    if record.verdict == "regressed":
        return "REGRESSED"
    tolerated = _tolerated(record)
    if record.verdict == "better":
        return f"better; {TOLERATED}" if tolerated else "better, nothing worse"
    if record.verdict == "undecided":
        return "undecided: something could not be compared"
    if tolerated:
        return f"no regression; {TOLERATED}"
    if mixed_differences(record):
        return "no regression; groups differ, but in no certain direction"
    return "no difference found"


def _tolerated(record: Comparison) -> Sequence[ComparisonLine | LawChange]:
    changed: list[ComparisonLine | LawChange] = [*law_changes(record), *measure_changes(record)]
    return [one for one in changed if one.outcome not in {"better", "newly-kept"}]


def mixed_differences(record: Comparison) -> list[str]:
    """The laws and measures that are worse on some groups and better on others, without a certain direction."""
    return [
        f"{_name(line)}{line.worse_groups} worse, {line.better_groups} better)"
        for line in record.lines
        if line.outcome == "same" and (line.worse_groups or line.better_groups)
    ]


def _name(line: ComparisonLine) -> str:
    return f"{line.law} ({line.inputs}: " if line.law else f"{MEASURE_NAMES[line.measure].partition(' (')[0]} ("


def side_names(record: Comparison) -> tuple[str, str]:
    """The names of both sides: with their versions, if it is one target at two versions."""
    base, candidate = record.base, record.candidate
    if base.target != candidate.target or base.version == candidate.version:
        return base.target, candidate.target
    return f"{base.target} ({base.version})", f"{candidate.target} ({candidate.version})"


def summary_sentences(record: Comparison) -> list[str]:
    """What changed, a sentence for each outcome; empty if nothing did."""
    found: dict[str, list[str]] = {}
    for change in law_changes(record):
        label = change.words + (" as declared" if change.is_expected else "")
        clause = f"{change.law} in {_families(change)} ({_counts(change)})"
        found.setdefault(label, []).append(f"{clause}{_because(change.lines[0])}")
    for line in measure_changes(record):
        found.setdefault(measure_words(line), []).append(f"{measure_clause(line)}{_because(line)}")
    return [f"{label[:1].upper()}{label[1:]}: {'; '.join(clauses)}." for label, clauses in found.items()]


def reason_of_failure(record: Comparison) -> str:
    """Why the comparison fails, in one line; empty if it does not."""
    laws = [law_clause(one) for one in law_changes(record) if one.is_regression]
    measures = [
        f"{measure_clause(line)}: {measure_words(line)}" for line in measure_changes(record) if line.is_regression
    ]
    parts = [f"regressed: {'; '.join([*laws, *measures])}"] if laws or measures else []
    return "; ".join([*parts, *record.stale])


def law_clause(change: LawChange) -> str:
    """
    One law: its outcome, in which families, on how many groups, and the findings that describe the candidate's breaks.
    """
    declared = ", a declared failure" if change.is_expected and change.outcome == "newly-broken" else ""
    known = f", known: {series(change.known)}" if change.known else ""
    return f"{change.law} {change.words} in {_families(change)} ({_counts(change)}){declared}{known}"


def law_numbers(change: LawChange) -> tuple[str, str, str]:
    """On how many groups the base breaks the law, and the candidate, and the difference; with those of all families."""
    pairs = zip(_numbers(change), _numbers(change.total), strict=True)
    base, candidate, difference = (
        mine if mine == total else f"{mine} (all families: {total})" for mine, total in pairs
    )
    return base, candidate, difference


def _numbers(change: LawChange) -> tuple[str, str, str]:
    if not change.groups:
        return "-", "-", "-"
    of = f"of {change.groups:,}"
    return f"{change.base:,} {of}", f"{change.candidate:,} {of}", f"{change.candidate - change.base:+,}"


def _because(line: ComparisonLine) -> str:
    return f", because {line.reason}" if line.outcome == "unstable" and line.reason else ""


def _families(change: LawChange) -> str:
    judged = [line for line in change.everywhere if line.groups]
    if len(judged) == len(change.lines) > 2:
        return f"all {len(judged)} families"
    families = change.inputs
    return series(families) if len(families) <= 2 else f"{series(families, most=1)} families"


def _counts(change: LawChange) -> str:
    """The counts of the families of the change; if they are not all, those over all families too."""
    total = "" if change.is_total else f"; over all families {_broken_groups(change.total)}"
    return f"{_broken_groups(change, 'group')}{total}"


def _broken_groups(change: LawChange, noun: str = "") -> str:
    of = f"of {quantity(change.groups, noun) if noun else f'{change.groups:,}'}"
    if not change.base:
        return f"{change.candidate:,} {of}"
    if not change.candidate:
        return f"before broken on {change.base:,} {of}"
    return f"{change.base:,} before, now {change.candidate:,} {of}"
