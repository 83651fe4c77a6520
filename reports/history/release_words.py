"""Rows of releases in words: since when a law is broken, at which release it was fixed, and what is unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from kafka_assay.properties.releases.law_rows import LawRow
from kafka_assay.properties.releases.release_findings import (
    AtRelease,
    ReleaseWord,
    SearchedRelease,
    VerdictChange,
    verdict_changes,
)
from kafka_assay.reports.history.history_record import HistoryRecord
from kafka_assay.reports.render.verdict_signs import sign_of
from kafka_assay.reports.wording.words import series

LEGEND = "✓ law kept   ✗ law broken   (✗) expected failure   ? undecided   · not applicable   – unavailable"


def row_in_words(row: Mapping[str, ReleaseWord]) -> str:
    """
    A row of releases as a clause: its first state, each change, and whether it lasts.

    >>> row_in_words({"1": "broken", "2": "unavailable", "3": "kept"})
    'broken in 1, fixed in 3 (or in 2)'
    """
    known = [release for release, word in row.items() if word in ("kept", "broken")]
    if not known:
        return "undecided in all releases"
    first, last = row[known[0]], row[known[-1]]
    changes = verdict_changes(row.items())
    if not changes:
        return f"{first} in {known[0]}" if len(known) == 1 else f"{first} {_throughout(list(row), known)}"
    clauses = [f"broken in {known[0]}"] if first == "broken" else []
    clauses += [_change_in_words(change) for change in changes]
    return ", ".join([*clauses, f"still broken in {known[-1]}"] if last == "broken" else clauses)


def _throughout(releases: Sequence[str], known: Sequence[str]) -> str:
    between = releases[releases.index(known[0]) : releases.index(known[-1]) + 1]
    if len(between) == len(known):
        return f"in all releases from {known[0]} to {known[-1]}"
    return f"in all decided releases from {known[0]} to {known[-1]}"


def _change_in_words(change: VerdictChange) -> str:
    """One change: the release at which it shows first, and the releases at which it may have happened."""
    maybe = f" (or in {series(change.between, link='or')})" if change.between else ""
    return f"{'broken since' if change.kind == 'came' else 'fixed in'} {change.first}{maybe}"


class ReleaseStretch(NamedTuple):
    """Neighbouring releases with equal results: the `signs` of the laws, and why they could not be asked, if so."""

    releases: tuple[str, ...]
    signs: tuple[str, ...]
    reason: str

    @property
    def name(self) -> str:
        """The first and the last release, and their number."""
        if len(self.releases) == 1:
            return self.releases[0]
        return f"{self.releases[0]} … {self.releases[-1]} ({len(self.releases)})"


def find_stretches(record: HistoryRecord) -> list[ReleaseStretch]:
    """All releases of a history, in stretches with equal results."""

    def said(here: AtRelease) -> tuple[tuple[str, ...], str]:
        return tuple(sign_at(law, here.release) for law in record.laws), why_not_asked(here)

    return [
        ReleaseStretch(tuple(here.release for here in alike), signs, reason)
        for (signs, reason), alike in groupby(record.history.releases, key=said)
    ]


def sign_at(law: LawRow, release: str) -> str:
    """The sign of a law at a release."""
    return sign_of(law.words[release], law.expected.get(release))


def why_not_asked(here: AtRelease) -> str:
    """Why a release could not be asked, without the target's name in front; empty if it was asked."""
    return "" if isinstance(here, SearchedRelease) else here.reason.removeprefix(f"{here.target}: ")
