"""A history with the way it was made: the content of its document, lines, pages and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kafka_assay.benchmarks.releases.measurement import Measurement
from kafka_assay.properties.releases.history import History, HistoryPlan
from kafka_assay.properties.releases.law_rows import LawRow, law_rows
from kafka_assay.properties.releases.release_findings import ReleaseLaw, SearchedRelease
from kafka_assay.properties.verdict import Word
from kafka_assay.reports.known_breaks import KnownBreak, known_breaks


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
        """
        The gravest verdict of all releases. If nothing broke, a release that could not be asked makes it undecided.
        """
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
