"""The record of a history, and its result, laws and releases in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kafka_assay.benchmarks.releases.measurement import Measurement
from kafka_assay.properties.releases.history import History, HistoryPlan
from kafka_assay.properties.releases.law_rows import LawRow, law_rows
from kafka_assay.properties.releases.release_findings import (
    AtRelease,
    ReleaseLaw,
    ReleaseWord,
    SearchedRelease,
    verdict_changes,
)
from kafka_assay.properties.verdict import Word
from kafka_assay.reports.known_breaks import KnownBreak, known_breaks
from kafka_assay.reports.render.blocks import LEGEND as LEGEND_OF_LAWS
from kafka_assay.reports.render.blocks import sign_of
from kafka_assay.reports.wording.words import quantity, series


@dataclass(frozen=True, kw_only=True)
class HistoryRecord:
    """
    The `history` of the range `target`, searched according to `plan`.

    `command` repeats it. `replays` maps a case's name to the command that puts it to one release. With `only_minor`
    only the newest release of each minor version was asked. `measurement` has the releases' quality, time and memory.
    """

    target: str
    command: str
    plan: HistoryPlan
    history: History
    replays: Mapping[str, str] = field(hash=False)
    only_minor: bool = False
    measurement: Measurement | None = field(default=None, hash=False)

    @cached_property
    def laws(self) -> tuple[LawRow, ...]:
        """A row for each law that a release breaks."""
        return law_rows(self.history)

    def known_at(self, law: LawRow, release: str) -> tuple[KnownBreak, ...]:
        """The known findings and policies behind the breaks of `law` at `release`; none if all were declared."""
        if release in law.expected:
            return ()
        target = next(here.target for here in self.history.releases if here.release == release)
        found = (
            known_breaks(target, law.law, row.case.inputs, row.verdicts[release].failure)
            for row in law.cases
            if row.verdicts[release].word == "broken"
        )
        return tuple({client.id: (finding, client) for known in found for finding, client in known}.values())

    @property
    def searched(self) -> list[SearchedRelease]:
        """The releases that could be asked."""
        return [here for here in self.history.releases if isinstance(here, SearchedRelease)]

    @property
    def verdict(self) -> Word:
        """The gravest verdict of all releases; undecided if nothing broke and a release could not be asked."""
        if any(len(row.expected) < len(row.broken_at) for row in self.laws):
            return "broken"
        searched = self.searched
        left_open = any(is_open(law) for here in searched for law in here.laws)
        left_open |= any(word in ("undecided", "unavailable") for row in self.laws for word in row.words.values())
        whole = len(searched) == len(self.history.releases) and any(here.laws for here in searched)
        return "kept" if whole and not left_open else "undecided"


def is_open(law: ReleaseLaw) -> bool:
    """Whether a law is undecided at a release, even if in one family only."""
    return law.verdict == "undecided" or law.reason is not None


LEGEND = f"{LEGEND_OF_LAWS}   – unavailable"


def row_in_words(row: Mapping[str, ReleaseWord]) -> str:
    """
    A row of releases as a clause: its first state, each change, and whether it lasts.

    >>> row_in_words({"1": "broken", "2": "unavailable", "3": "kept"})
    'broken in 1, fixed in 3 (or in 2)'
    """
    known = [release for release, word in row.items() if word in ("kept", "broken")]
    if not known:
        return "undecided in all releases"
    first, last, changes = row[known[0]], row[known[-1]], verdict_changes(row.items())
    if len(known) == 1:
        return f"{first} in {known[0]}"
    if not changes:
        span = list(row).index(known[-1]) - list(row).index(known[0]) + 1
        which = "" if span == len(known) else "decided "
        return f"{first} in all {which}releases from {known[0]} to {known[-1]}"
    clauses = [f"broken in {known[0]}"] if first == "broken" else []
    for change in changes:
        maybe = f" (or in {series(change.between, link='or')})" if change.between else ""
        clauses.append(f"{'broken since' if change.change == 'came' else 'fixed in'} {change.first}{maybe}")
    return ", ".join([*clauses, f"still broken in {known[-1]}"] if last == "broken" else clauses)


def headline(record: HistoryRecord) -> str:
    """The result in a clause."""
    searched = record.searched
    match record.verdict:
        case "broken":
            return f"BROKEN: {quantity(len(record.laws), 'law')}{_lasting(record)}"
        case "kept":
            laws = {law.law for here in searched for law in here.laws}
            return f"KEPT: {quantity(len(laws), 'law')} in {quantity(len(searched), 'release')}"
    if not searched:
        return "UNDECIDED: no release could be asked"
    if not any(here.laws for here in searched):
        return "UNDECIDED: no release promises such a law"
    missing = len(record.history.releases) - len(searched)
    unsure = {law.law for here in searched for law in here.laws if is_open(law)}
    parts = [f"{quantity(missing, 'release')} could not be asked"] if missing else []
    parts += [f"{quantity(len(unsure), 'law')} undecided in some release"] if unsure else []
    return f"UNDECIDED: nothing broken, but {series(parts)}"


def _lasting(record: HistoryRecord) -> str:
    """How many laws are still broken in the newest release that could be asked."""
    if not record.searched:
        return ""
    laws, newest = record.laws, record.searched[-1].release
    still = sum(law.words[newest] == "broken" for law in laws)
    if len(laws) == 1:
        return f", {'still broken' if still else 'fixed'} in the newest release ({newest})"
    many = "none" if not still else "all" if still == len(laws) else f"{still:,}"
    return f", {many} of them in the newest release ({newest})"


def about(record: HistoryRecord) -> str:
    """How much was asked for the result."""
    releases = record.history.releases
    parts = [f"seed {record.plan.seed}", f"{record.plan.seconds:g} s each"]
    if releases:
        parts.insert(0, f"{releases[0].release} to {releases[-1].release}")
        parts.insert(1, f"{len(record.searched):,} of {quantity(len(releases), 'release')} asked")
    if record.only_minor:
        parts.append("the newest of each minor version")
    if record.history.interrupted:
        parts.append("interrupted")
    return " · ".join(parts)


def sign_at(law: LawRow, release: str) -> str:
    """The sign of a law at a release."""
    return sign_of(law.words[release], law.expected.get(release))


def why_not_asked(here: AtRelease) -> str:
    """Why a release could not be asked, without the target's name in front; empty if it was asked."""
    return "" if isinstance(here, SearchedRelease) else here.reason.removeprefix(f"{here.target}: ")
