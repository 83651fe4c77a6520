"""
A comparison as annotations of a code host: workflow commands for GitHub, a code quality report for GitLab.

Both show a change beside the code, at a `SourcePlace`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.reports.comparison.change_sentences import law_clause
from kafka_assay.reports.comparison.changes import law_changes, measure_changes, measure_words
from kafka_assay.reports.comparison.measure_words import measure_clause

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
    for change in law_changes(record):
        if change.outcome == "unstable":
            continue
        yield Annotation(_level(change.outcome, fails=change.is_regression), change.law, law_clause(change))
    for line in measure_changes(record):
        if line.outcome == "unstable":
            continue
        yield Annotation(
            _level(line.outcome, fails=line.is_regression),
            line.measure,
            f"{measure_clause(line)}: {measure_words(line)}",
        )
    for sentence in record.stale:
        yield Annotation("error", "accepted", sentence)


def _level(outcome: str, *, fails: bool) -> str:
    if fails:
        return "error"
    return "notice" if outcome in {"better", "newly-kept", "better-within-tolerance"} else "warning"


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
