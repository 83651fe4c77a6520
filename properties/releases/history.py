"""
A history: search every release in the same way, then put every counterexample to all releases.

A random search may miss a break. So releases are compared on the same groups: a law counts as fixed only if the release
answers the group that broke it correctly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Protocol

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import EXAMPLES
from kafka_assay.properties.input_families import share_groups
from kafka_assay.properties.known.known_findings import failure_of
from kafka_assay.properties.records.case_format import Case, case_name
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.releases.release_findings import (
    TIMES,
    AtRelease,
    ReleaseVerdict,
    ReleaseWord,
    SearchedRelease,
    UnavailableRelease,
    first_with_assignor,
    judge_release,
    searched_release,
)
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.check_search import SearchProgress
from kafka_assay.properties.shrink.sizes import reading_rank

INTERRUPTED = "interrupted before this release"
LACKING = "not asked, because a later release has no such assignor"


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPlan:
    """
    How every release is searched.

    `laws` (None: those that the release promises), input `families`, the number of drawn `groups` in all (None: the
    usual number of examples of each family, drawn and structured), and `seconds` in all. `corpus` holds cases of
    other runs, which are put to all releases too.
    """

    laws: tuple[str, ...] | None
    families: tuple[str, ...]
    seconds: float
    seed: int
    groups: int | None = None
    corpus: Mapping[str, Case] = field(default_factory=dict, hash=False)
    times: int = TIMES


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """One case and the `verdicts` of all releases. The searches of the releases in `found_at` found it."""

    name: str
    case: Case
    found_at: tuple[str, ...]
    verdicts: dict[str, ReleaseVerdict] = field(default_factory=dict, hash=False)

    @property
    def words(self) -> dict[str, ReleaseWord]:
        """The verdict word of every release."""
        return {release: verdict.word for release, verdict in self.verdicts.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All releases, oldest first, and the cases, the smallest of each law first."""

    releases: tuple[AtRelease, ...]
    cases: tuple[CaseRow, ...]
    interrupted: bool = False


class Notebook(Protocol):
    """Stores finished searches and verdicts, so that a history can be resumed."""

    def read_search(self, release: str) -> SearchedRelease | None:
        """The stored search of `release` with the same plan; None if there is none."""

    def write_search(self, found: SearchedRelease) -> None:
        """Store a search."""

    def read_verdicts(self, release: str) -> Mapping[str, ReleaseVerdict]:
        """The stored verdicts of `release`, by case name."""

    def write_verdicts(self, release: str, verdicts: Mapping[str, ReleaseVerdict]) -> None:
        """Store the verdicts of a release."""


@dataclass(slots=True, kw_only=True)
class Historian:
    """
    Asks the releases.

    `target_at` names a release's target; `open_at` opens it or raises `AssayError`. `look` gets the current release and
    the progress of its search (None: cases are put to it).
    """

    target_at: Callable[[str], str]
    open_at: Callable[[str], Target]
    plan: HistoryPlan
    notebook: Notebook
    look: Callable[[str, SearchProgress | None], None] = lambda _release, _progress: None
    _reasons: dict[str, str] = field(default_factory=dict)

    def make_history(self, releases: Sequence[str]) -> History:
        """The history of `releases`, oldest first. A keyboard interrupt returns what was finished."""
        found: dict[str, AtRelease] = {}
        rows: list[CaseRow] = []
        interrupted = False
        try:
            first = first_with_assignor(len(releases), lambda place: self._reason_of(releases[place]))
            for place, release in enumerate(releases):
                found[release] = self._search_release(release) if place >= first else self._lacking(release)
            rows = self._pool_cases(found)
            for here in found.values():
                self._ask_cases(here, rows)
        except KeyboardInterrupt:
            interrupted = True
        searches = {release: found.get(release) or self._unavailable(release, INTERRUPTED) for release in releases}
        rows = rows or self._pool_cases(searches)
        for row in rows:
            for release, here in searches.items():
                word: ReleaseWord = "unavailable" if isinstance(here, UnavailableRelease) else "undecided"
                row.verdicts.setdefault(release, ReleaseVerdict(word=word, reason=INTERRUPTED))
        # Leave out cases of other runs that no release breaks.
        shown = tuple(row for row in rows if row.found_at or "broken" in row.words.values())
        return History(releases=tuple(searches.values()), cases=shown, interrupted=interrupted)

    def _unavailable(self, release: str, reason: str) -> UnavailableRelease:
        return UnavailableRelease(release=release, target=self.target_at(release), reason=reason)

    def _reason_of(self, release: str) -> str | None:
        """Why a release is unavailable, or None."""
        if release not in self._reasons and self.notebook.read_search(release) is None:
            self.look(release, None)
            try:
                self.open_at(release).close()
            except AssayError as wrong:
                self._reasons[release] = str(wrong)
        return self._reasons.get(release)

    def _lacking(self, release: str) -> UnavailableRelease:
        """A release before the first that has the assignor. Few of them were asked."""
        return self._unavailable(release, self._reasons.get(release, LACKING))

    def _search_release(self, release: str) -> AtRelease:
        known = self.notebook.read_search(release)
        if known is not None:
            return known
        self.look(release, None)
        try:
            target = self.open_at(release)
        except AssayError as wrong:
            return self._unavailable(release, str(wrong))
        with closing(target):
            found = self._search(release, target)
        self.notebook.write_search(found)
        return found

    def _search(self, release: str, target: Target) -> SearchedRelease:
        first_seen: dict[tuple[str, str], float] = {}

        def watch(now: SearchProgress) -> None:
            for key in now.broken:
                first_seen.setdefault(key, round(now.spent, 3))
            self.look(release, now)

        plan, promised = self.plan, promised_laws(target.promises)
        record = check(
            target,
            laws=[law for law in promised if plan.laws is None or law.id in plan.laws],
            families=plan.families,
            examples=EXAMPLES if plan.groups is None else share_groups(plan.groups, plan.families),
            seconds=plan.seconds,
            seed=plan.seed,
            watch=watch,
        )
        if record.interrupted:
            raise KeyboardInterrupt
        return searched_release(release, record, first_seen)

    def _pool_cases(self, found: Mapping[str, AtRelease]) -> list[CaseRow]:
        """The cases without verdicts, the smallest first. Equal cases of several releases are one."""
        pool: dict[str, tuple[Case, list[str]]] = {}
        for case in self.plan.corpus.values():
            pool.setdefault(_name(case), (case, []))
        for release, here in found.items():
            for law in here.laws if isinstance(here, SearchedRelease) else ():
                if law.counterexample is not None:
                    pool.setdefault(_name(law.counterexample), (law.counterexample, []))[1].append(release)
        rows = [CaseRow(name=name, case=case, found_at=tuple(at)) for name, (case, at) in pool.items()]
        return sorted(rows, key=lambda row: (reading_rank(row.case.example), row.name))

    def _ask_cases(self, here: AtRelease, rows: Sequence[CaseRow]) -> None:
        """Add the verdicts of a release to the `rows`."""
        if isinstance(here, UnavailableRelease):
            said = {row.name: ReleaseVerdict(word="unavailable", reason=here.reason) for row in rows}
        else:
            known = self.notebook.read_verdicts(here.release)
            said = {row.name: known[row.name] for row in rows if row.name in known}
            if len(said) < len(rows):
                self.look(here.release, None)
                said |= self._judge(here.release, [row for row in rows if row.name not in said])
                self.notebook.write_verdicts(here.release, said)
        for row in rows:
            row.verdicts[here.release] = _with_own_find(said[row.name], here.release, row)

    def _judge(self, release: str, rows: Sequence[CaseRow]) -> dict[str, ReleaseVerdict]:
        try:
            # A new process, so that the search leaves no state behind.
            target = self.open_at(release)
        except AssayError as wrong:
            return {row.name: ReleaseVerdict(word="unavailable", reason=str(wrong)) for row in rows}
        with closing(target):
            return {row.name: judge_release(target, row.case, self.plan.times) for row in rows}


def _name(case: Case) -> str:
    """The name of a case, the same for every release and family."""
    return case_name(replace(case, target="", inputs=""))


def _with_own_find(verdict: ReleaseVerdict, release: str, row: CaseRow) -> ReleaseVerdict:
    """`verdict`, or broken if the release's own search broke the law on this group, even if asking again did not."""
    if verdict.word == "broken" or release not in row.found_at:
        return verdict
    reason = f"in the search; asked again: {verdict.word}"
    return ReleaseVerdict(word="broken", reason=reason, failure=failure_of(row.case))
