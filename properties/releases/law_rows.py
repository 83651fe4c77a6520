"""A history by law: the verdict of each release, and the changes, each with a group that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kafka_assay.properties.registry import weakest_first
from kafka_assay.properties.releases.history import CaseRow, History
from kafka_assay.properties.releases.release_findings import (
    AtRelease,
    ReleaseWord,
    SearchedRelease,
    UnavailableRelease,
    VerdictChange,
    verdict_changes,
)


class ShownChange(NamedTuple):
    """
    A change, and the smallest case that is broken on one side and kept on the other.

    The case is None if every broken case is not applicable on the other side.
    """

    change: VerdictChange
    case: CaseRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    """
    One law that some release breaks: the verdict of every release, oldest first, and the cases, smallest first.

    `expected` maps the releases whose breaks were all declared to the reason.
    """

    law: str
    words: Mapping[str, ReleaseWord] = field(hash=False)
    expected: Mapping[str, str] = field(hash=False)
    cases: tuple[CaseRow, ...]

    @property
    def changes(self) -> tuple[ShownChange, ...]:
        """The releases at which the law broke or was fixed."""
        return tuple(ShownChange(change, self._find_showing(change)) for change in verdict_changes(self.words.items()))

    @property
    def broken_at(self) -> tuple[str, ...]:
        """The releases that break it."""
        return tuple(release for release, word in self.words.items() if word == "broken")

    def _find_showing(self, change: VerdictChange) -> CaseRow | None:
        broken, kept = (change.first, change.last) if change.change == "came" else (change.last, change.first)
        return next(
            (row for row in self.cases if row.verdicts[broken].word == "broken" and row.verdicts[kept].word == "kept"),
            None,
        )


def law_rows(history: History) -> tuple[LawRow, ...]:
    """A row for each law that a release breaks: the weakest law first, then the laws that fall with it."""
    broken = weakest_first(row.case.law for row in history.cases)
    order = [law for fallen in broken for law in (fallen.weakest, *fallen.stronger)]
    return tuple(_law_row(history, law) for law in order)


def _law_row(history: History, law: str) -> LawRow:
    cases = tuple(row for row in history.cases if row.case.law == law)
    words = {here.release: _law_verdict(here, law, cases) for here in history.releases}
    expected = {
        here.release: reason
        for here in history.releases
        if words[here.release] == "broken" and (reason := _expected_reason(here, law, cases)) is not None
    }
    return LawRow(law=law, words=words, expected=expected, cases=cases)


def _law_verdict(here: AtRelease, law: str, cases: Sequence[CaseRow]) -> ReleaseWord:
    """Broken if its own search or any case breaks the law; kept if nothing breaks it and nothing is undecided."""
    if isinstance(here, UnavailableRelease):
        return "unavailable"
    own = next((found for found in here.laws if found.law == law), None)
    words = {row.verdicts[here.release].word for row in cases if not row.verdicts[here.release].silent}
    if "broken" in words or (own is not None and own.verdict == "broken"):
        return "broken"
    if words & {"undecided", "unavailable"}:
        return "undecided"
    return "undefined" if own is None else own.verdict


def _expected_reason(here: AtRelease, law: str, cases: Sequence[CaseRow]) -> str | None:
    """The declared reason, if declared failures cover everything that breaks the law at this release."""
    reasons = [verdict.expected for row in cases if (verdict := row.verdicts[here.release]).word == "broken"]
    if isinstance(here, SearchedRelease):
        reasons += [found.expected for found in here.laws if found.law == law and found.verdict == "broken"]
    return None if None in reasons else next(iter(reasons), None)
