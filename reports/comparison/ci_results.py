"""
A comparison for a code host: workflow commands for GitHub, a code quality report for GitLab, and a test suite.

The first two show a change beside the code, at a `SourcePlace`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.reports.comparison.case_text import before_after_text
from kafka_assay.reports.comparison.changes import BETTER, all_changes, change_clause, law_change, side_names
from kafka_assay.reports.render.junit import PASSED, JUnitCase, JUnitSuite, Outcome

TITLE = "assay compare"
_SEVERITY = {"error": "critical", "warning": "minor", "notice": "info"}


class SourcePlace(NamedTuple):
    """A file, relative to the root of the repository, and a line of it."""

    path: str
    line: int


class Annotation(NamedTuple):
    """One change: how grave it is (error, warning or notice), its law or measure, and the clause that tells it."""

    level: str
    name: str
    text: str


def find_annotations(record: Comparison) -> Iterator[Annotation]:
    """
    The changes of a comparison, laws first. What is better is a notice.

    An unstable difference is not shown beside the code: nobody can act on it. The report lists it.
    """
    for change in all_changes(record):
        if change.outcome == "unstable":
            continue
        level = "error" if change.is_regression else "notice" if change.outcome in BETTER else "warning"
        name = change.measure if isinstance(change, ComparisonLine) else change.law
        yield Annotation(level, name, change_clause(change))
    for sentence in record.stale:
        yield Annotation("error", "accepted", sentence)


def github_commands(record: Comparison, place: SourcePlace | None) -> list[str]:
    """
    The annotations as commands of a GitHub workflow, one a line.

    Percent signs and line breaks would end or change a command, so they are escaped as GitHub requires.
    """
    where = "" if place is None else f"file={_escape_property(place.path)},line={place.line},"
    return [
        f"::{one.level} {where}title={_escape_property(f'{TITLE}: {one.name}')}::{_escape(one.text)}"
        for one in find_annotations(record)
    ]


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def gitlab_issues(record: Comparison, place: SourcePlace | None) -> list[dict[str, Any]]:
    """The annotations as a GitLab code quality report. What is better is no issue. GitLab needs a place for each."""
    path, line = place or SourcePlace("pyproject.toml", 1)
    sides = record.base.target, record.candidate.target
    return [
        {
            "description": f"{TITLE}: {one.text}",
            "check_name": one.name,
            "fingerprint": hashlib.sha256("\0".join([*sides, one.name, one.level]).encode()).hexdigest(),
            "severity": _SEVERITY[one.level],
            "location": {"path": path, "lines": {"begin": line}},
        }
        for one in find_annotations(record)
        if one.level != "notice"
    ]


def comparison_suite(record: Comparison) -> JUnitSuite:
    """The suite of `record`. A law that only one side promises is skipped."""
    stale = (JUnitCase(where="accepted", name=one, outcome=Outcome("failure", one)) for one in record.stale)
    cases = (
        JUnitCase(where=line.inputs or "measures", name=line.law or line.measure, outcome=_outcome(record, line))
        for line in record.lines
    )
    return JUnitSuite(
        name=" → ".join(side_names(record)),
        cases=(*cases, *stale),
        notes=(
            ("base", record.base.version),
            ("candidate", record.candidate.version),
            ("seed", str(record.seed)),
            ("groups", str(record.groups)),
            ("command", record.command),
        ),
    )


def _outcome(record: Comparison, line: ComparisonLine) -> Outcome:
    if line.is_regression:
        change = line if line.law is None else law_change(record, line.law, line.outcome, (line,))
        return Outcome("failure", change_clause(change), "" if line.case is None else before_after_text(line))
    if line.undecided:
        return Outcome("error", line.reason or "undecided")
    if line.outcome in {"accepted", "not-comparable", "unstable", "newly-broken"}:
        return Outcome("skipped", line.expected or line.reason or line.outcome)
    return PASSED
