"""One search under one budget: first earlier counterexamples, then all families in turn, then shrinking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence, verdict_of
from kafka_assay.properties.judging.rebalances import find_breaches, run_rebalances
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.search.law_tally import LawTally
from kafka_assay.properties.search.minimize import find_smallest
from kafka_assay.properties.shrink.life_runs import reading_rank
from kafka_assay.properties.verdict import Broken

REMEMBERING = 0.25
"""The largest share of the time for earlier counterexamples."""
SEARCHING = 0.6
"""If something is broken, shrinking starts after this share of the time."""
SEARCHING_EXPECTED = 0.9
"""The same, if all breaks are declared failures."""

FIRST = 4
"""A law's first family gets this many times the shrinking time of its others, because reports show it in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a check, for a progress line."""

    groups: int
    spent: float
    left: float
    broken: tuple[tuple[str, str], ...]
    worst_spread: int


@dataclass(slots=True, kw_only=True)
class LawSearch:
    """
    A check in progress.

    By law and family, `proved` holds the smallest evidence so far and `remembered` the evidence from the corpus.
    """

    target: Target
    laws: Sequence[Law]
    searches: Sequence[FamilySearch]
    budget: Budget
    watch: Callable[[Progress], None]
    tried: list[str] = field(default_factory=list)
    remembered: dict[tuple[str, str], Evidence] = field(default_factory=dict)
    proved: dict[tuple[str, str], Evidence] = field(default_factory=dict)

    def run(self, corpus: Mapping[str, Case]) -> None:
        """Run the whole search."""
        self.try_corpus(corpus)
        self.search()
        self.shrink()

    def try_corpus(self, corpus: Mapping[str, Case]) -> None:
        """Judge every law on the earlier counterexamples of the searched families, this target's own first."""
        names = {search.name for search in self.searches}
        for name, case in sorted(corpus.items(), key=lambda one: one[1].target != self.target.name):
            if case.inputs in names and self.budget.limited_to(REMEMBERING).seconds_left():
                self.tried.append(name)
                self._remember(case)

    def _remember(self, case: Case) -> None:
        for rebalance in run_rebalances(self.target, case.example):
            for law in self.laws:
                known = self.remembered.get((law.id, case.inputs))
                if known is not None and reading_rank(known.example) <= reading_rank(rebalance.example):
                    continue
                if isinstance(verdict_of(self.target, law, rebalance.trial), Broken):
                    evidence = next(find_breaches(self.target, law, rebalance.example), None)
                    if evidence is not None:
                        self.remembered[law.id, case.inputs] = evidence

    def search(self) -> None:
        """Draw batch after batch, the families in turn, until all is done or it is time to shrink."""
        while waiting := [search for search in self.searches if not search.is_done]:
            for number, search in enumerate(waiting):
                left = self.budget.limited_to(self._share())
                if not left.seconds_left():
                    return
                # So that a target that sometimes hangs does not spend the time of all families on one.
                search.run_batch(left.share_of_rest(1 / (len(waiting) - number)), self.report_progress)

    def _share(self) -> float:
        found = [tally for _, tally in self._broken_tallies()]
        if any(tally.broken for tally in found):
            return SEARCHING
        return SEARCHING_EXPECTED if found else 1.0

    def shrink(self) -> None:
        """
        Shrink each law's smallest evidence first, then its others. Each gets its share of the time left.

        An early end of the search does not extend the shrinking: a check that saw all examples in two seconds must not
        take forty more.
        """
        by_id = {law.id: law for law in self.laws}
        most = self.budget.seconds * (1 - SEARCHING)
        shrinking = Budget(seconds=min(self.budget.seconds_left(), most), clock=self.budget.clock)
        jobs = self._shrink_jobs()
        waiting = sum(share for share, _, _ in jobs)
        for share, search, tally in jobs:
            assert tally.shown_evidence is not None, "only what was found is shrunk"
            budget = shrinking.share_of_rest(share / waiting)
            waiting -= share
            self.proved[tally.law, tally.inputs] = find_smallest(search, by_id[tally.law], tally.shown_evidence, budget)
            self.report_progress()

    def _shrink_jobs(self) -> list[tuple[int, FamilySearch, LawTally]]:
        """The cells to shrink with their shares of the time; those that a report shows in full come first."""
        laws: set[str] = set()
        first: list[tuple[FamilySearch, LawTally]] = []
        others: list[tuple[FamilySearch, LawTally]] = []
        for search, tally in sorted(self._broken_tallies(), key=_telling_rank):
            (others if tally.law in laws else first).append((search, tally))
            laws.add(tally.law)
        return [(FIRST, *one) for one in first] + [(1, *one) for one in others]

    def _broken_tallies(self) -> list[tuple[FamilySearch, LawTally]]:
        return [
            (search, tally)
            for search in self.searches
            for tally in search.tallies.values()
            if tally.shown_evidence is not None
        ]

    def report_progress(self) -> None:
        """Report the progress to the watcher."""
        self.watch(
            Progress(
                groups=sum(search.groups for search in self.searches),
                spent=self.budget.seconds_spent(),
                left=self.budget.seconds_left(),
                broken=tuple((tally.law, tally.inputs) for _, tally in self._broken_tallies()),
                worst_spread=max((search.worst_spread for search in self.searches), default=0),
            )
        )


def _telling_rank(found: tuple[FamilySearch, LawTally]) -> tuple[bool, tuple[int, ...]]:
    _, tally = found
    assert tally.shown_evidence is not None, "only what was found is told"
    return (tally.broken is None, reading_rank(tally.shown_evidence.example))
