"""
A history: the same search at every release, and then every case that any of them gave, put to all of them.

A search meets what it meets. That one release breaks a law and the next does not would be no statement about either,
were it not asked of the same groups: so every counterexample is, and a law has gone only where the group that broke it
is answered rightly.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.records.case_format import case_name
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.releases.release_findings import Searched, Unavailable, found_in
from kafka_assay.properties.releases.release_verdict import TIMES, Said, said_of
from kafka_assay.properties.releases.verdict_changes import changes
from kafka_assay.properties.search.check import check
from kafka_assay.properties.shrink.life_runs import rank

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kafka_assay.assignors.interface import Target
    from kafka_assay.properties.law import Law
    from kafka_assay.properties.records.case_format import Case
    from kafka_assay.properties.releases.release_findings import AtRelease
    from kafka_assay.properties.releases.release_verdict import SaidWord
    from kafka_assay.properties.releases.verdict_changes import Change
    from kafka_assay.properties.search.hunt import Progress

INTERRUPTED = "interrupted before it was asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """
    How every release is searched: `laws` (None: those that it promises), input `families`, at most `examples` for each
    cell and `seconds` in all. `corpus` are cases of other runs, which are put to all releases, too.
    """

    laws: tuple[str, ...] | None
    families: tuple[str, ...]
    examples: int
    seconds: float
    seed: int
    corpus: Mapping[str, Case] = field(default_factory=dict, hash=False)
    times: int = TIMES


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """One case, and what every release said to it; `found_at` are those whose own search gave it."""

    name: str
    case: Case
    found_at: tuple[str, ...]
    said: Mapping[str, Said] = field(hash=False)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Where the releases change their word on this very group."""
        return changes((release, said.word) for release, said in self.said.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All releases, oldest first, and the cases, each law's smallest first."""

    releases: tuple[AtRelease, ...]
    cases: tuple[CaseRow, ...]
    interrupted: bool = False


class Notebook(Protocol):
    """Where what is finished is kept, so that a history can be taken up again."""

    def searched(self, release: str) -> Searched | None:
        """What was found at `release` before, the same way; None where nothing was."""

    def note_search(self, found: Searched) -> None:
        """Keep what was found."""

    def said(self, release: str) -> Mapping[str, Said]:
        """What `release` said before, by the name of the case."""

    def note_said(self, release: str, said: Mapping[str, Said]) -> None:
        """Keep what it said."""


@dataclass(slots=True, kw_only=True)
class Historian:
    """
    Asks the releases; `target_at` gives a release's target as text, `open_at` opens it or raises `AssayError`.

    `look` hears at which release it is, and how far the search there is (None: cases are put to it).
    """

    target_at: Callable[[str], str]
    open_at: Callable[[str], Target]
    plan: Plan
    notebook: Notebook
    look: Callable[[str, Progress | None], None] = lambda _release, _progress: None

    def history(self, releases: Sequence[str]) -> History:
        """The history of `releases`, oldest first. Interrupted by the keyboard, it holds what was finished."""
        found: dict[str, AtRelease] = {}
        said: dict[str, dict[str, Said]] = {}
        interrupted = False
        try:
            for release in releases:
                found[release] = self._found(release)
            pool = self._pool(found)
            for release in releases:
                said[release] = self._said(release, found[release], pool)
        except KeyboardInterrupt:
            interrupted = True
        asked = {release: found.get(release) or self._missing(release, INTERRUPTED) for release in releases}
        return History(
            releases=tuple(asked.values()),
            cases=self._rows(asked, said, self._pool(asked)),
            interrupted=interrupted,
        )

    def _missing(self, release: str, reason: str) -> Unavailable:
        return Unavailable(release=release, target=self.target_at(release), reason=reason)

    def _found(self, release: str) -> AtRelease:
        known = self.notebook.searched(release)
        if known is not None:
            return known
        self.look(release, None)
        try:
            target = self.open_at(release)
        except AssayError as wrong:
            return self._missing(release, str(wrong))
        with closing(target):
            found = self._search(release, target)
        self.notebook.note_search(found)
        return found

    def _search(self, release: str, target: Target) -> Searched:
        first_seen: dict[tuple[str, str], float] = {}

        def watch(now: Progress) -> None:
            for key in now.broken:
                first_seen.setdefault(key, round(now.spent, 3))
            self.look(release, now)

        record = check(
            target,
            laws=self._laws(target),
            families=self.plan.families,
            examples=self.plan.examples,
            seconds=self.plan.seconds,
            seed=self.plan.seed,
            watch=watch,
        )
        if record.interrupted:
            raise KeyboardInterrupt
        return found_in(release, record, first_seen)

    def _laws(self, target: Target) -> list[Law]:
        promised = promised_laws(target.promises)
        return promised if self.plan.laws is None else [law for law in promised if law.id in self.plan.laws]

    def _pool(self, found: Mapping[str, AtRelease]) -> dict[str, tuple[Case, list[str]]]:
        """Every case by a name that all releases give it, with those that found it; the smallest of each law first."""
        pool: dict[str, tuple[Case, list[str]]] = {}
        for case in self.plan.corpus.values():
            pool.setdefault(_name(case), (case, []))
        for release, here in found.items():
            for law in here.laws if isinstance(here, Searched) else ():
                if law.case is not None:
                    pool.setdefault(_name(law.case), (law.case, []))[1].append(release)
        return dict(sorted(pool.items(), key=lambda one: (rank(one[1][0].example), one[0])))

    def _said(self, release: str, here: AtRelease, pool: Mapping[str, tuple[Case, list[str]]]) -> dict[str, Said]:
        if isinstance(here, Unavailable):
            return {name: Said(word="unavailable", reason=here.reason) for name in pool}
        said = {name: one for name, one in self.notebook.said(release).items() if name in pool}
        open_cases = {name: case for name, (case, _) in pool.items() if name not in said}
        if open_cases:
            self.look(release, None)
            said |= self._asked(release, open_cases)
            self.notebook.note_said(release, said)
        return {name: _with_own_find(said[name], release, found_at) for name, (_, found_at) in pool.items()}

    def _asked(self, release: str, cases: Mapping[str, Case]) -> dict[str, Said]:
        try:
            # Another process than the one that was searched, so that nothing is left over from the search.
            target = self.open_at(release)
        except AssayError as wrong:
            return dict.fromkeys(cases, Said(word="unavailable", reason=str(wrong)))
        with closing(target):
            return {name: said_of(target, case, self.plan.times) for name, case in cases.items()}

    def _rows(
        self,
        found: Mapping[str, AtRelease],
        said: Mapping[str, Mapping[str, Said]],
        pool: Mapping[str, tuple[Case, list[str]]],
    ) -> tuple[CaseRow, ...]:
        rows = [
            CaseRow(
                name=name,
                case=case,
                found_at=tuple(found_at),
                said={release: said.get(release, {}).get(name) or _not_yet(here) for release, here in found.items()},
            )
            for name, (case, found_at) in pool.items()
        ]
        # A case of another run that nobody breaks any more is no part of this history.
        return tuple(row for row in rows if row.found_at or any(one.word == "broken" for one in row.said.values()))


def _not_yet(here: AtRelease) -> Said:
    word: SaidWord = "unavailable" if isinstance(here, Unavailable) else "undecided"
    return Said(word=word, reason=INTERRUPTED)


def _name(case: Case) -> str:
    """The name of a case, whichever release gave it, and in whichever family it was drawn."""
    return case_name(replace(case, target="", inputs=""))


def _with_own_find(said: Said, release: str, found_at: Sequence[str]) -> Said:
    """
    A release that broke the law on this group in its own search has broken it, though it may not have done so again.
    """
    if said.word == "broken" or release not in found_at:
        return said
    return Said(word="broken", reason=f"in the search; asked again: {said.word}")
