"""A history law by law: what each release says of a law in all, and the changes, each with a group that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kafka_assay.properties.implication import weakest_first
from kafka_assay.properties.releases.history import CaseRow, History
from kafka_assay.properties.releases.release_findings import AtRelease, SearchedRelease, UnavailableRelease
from kafka_assay.properties.releases.release_verdict import ReleaseWord
from kafka_assay.properties.releases.verdict_changes import VerdictChange, verdict_changes


class ShownChange(NamedTuple):
    """
    A change, and the smallest case that shows it: broken on its one side, kept on the other. None where every case that
    was broken means nothing on the other side.
    """

    change: VerdictChange
    case: CaseRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    """
    One law that some release breaks: the verdict of every release, oldest first, and the cases, the smallest first.

    `expected` are the releases that break it only as had been declared beforehand, with the reason.
    """

    law: str
    words: Mapping[str, ReleaseWord] = field(hash=False)
    expected: Mapping[str, str] = field(hash=False)
    cases: tuple[CaseRow, ...]

    @property
    def changes(self) -> tuple[ShownChange, ...]:
        """When it came to be broken, and when it was no more."""
        return tuple(ShownChange(change, self._find_showing(change)) for change in verdict_changes(self.words.items()))

    @property
    def broken_at(self) -> tuple[str, ...]:
        """The releases that break it."""
        return tuple(release for release, word in self.words.items() if word == "broken")

    def _find_showing(self, change: VerdictChange) -> CaseRow | None:
        broken, kept = (change.first, change.last) if change.kind == "came" else (change.last, change.first)
        return next(
            (row for row in self.cases if row.verdicts[broken].word == "broken" and row.verdicts[kept].word == "kept"),
            None,
        )


def law_rows(history: History) -> tuple[LawRow, ...]:
    """A row for each law that a release breaks; the weakest law first, what falls with it after it."""
    broken = {
        row.case.law
        for row in history.cases
        if row.found_at or any(said.word == "broken" for said in row.verdicts.values())
    }
    order = [law for fallen in weakest_first(broken) for law in (fallen.weakest, *fallen.stronger)]
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
    """Broken where its own search or any case breaks it; kept where both keep it, and nothing stayed open."""
    if isinstance(here, UnavailableRelease):
        return "unavailable"
    own = next((found for found in here.laws if found.law == law), None)
    said = {row.verdicts[here.release].word for row in cases if not row.verdicts[here.release].silent}
    if "broken" in said or (own is not None and own.word == "broken"):
        return "broken"
    if said & {"undecided", "unavailable"}:
        return "undecided"
    return "undefined" if own is None else own.word


def _expected_reason(here: AtRelease, law: str, cases: Sequence[CaseRow]) -> str | None:
    """The reason that had been given beforehand, where it covers everything that breaks the law there."""
    reasons = [said.expected for row in cases if (said := row.verdicts[here.release]).word == "broken"]
    if isinstance(here, SearchedRelease):
        reasons += [found.expected for found in here.laws if found.law == law and found.word == "broken"]
    return None if None in reasons else next(iter(reasons), None)
