"""
A hunt: past counterexamples first, then all families in turn, then every broken law shrunk, all in one budget.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from properties.evidence import verdict_on
from properties.rebalances import breaches, rebalances
from properties.simpler_courses import rank
from properties.smallest import smallest
from properties.verdict import Broken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from assignors.interface import Target
    from properties.budget import Budget
    from properties.case_format import Case
    from properties.evidence import Evidence
    from properties.family_search import FamilySearch
    from properties.law import Law
    from properties.tally import Tally

REMEMBERING = 0.25
"""The most of the time that past counterexamples may take."""
SEARCHING = 0.6
"""The share of the time after which searching gives way to shrinking, where something is broken."""
SEARCHING_EXPECTED = 0.9
"""The same, where all that is broken had been declared beforehand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """
    How far a check is: what a progress line shows.
    """

    groups: int
    spent: float
    left: float
    broken: tuple[tuple[str, str], ...]
    worst_spread: int


@dataclass(slots=True, kw_only=True)
class Hunt:
    """
    A check under way; `proved` holds, by law and family, the smallest evidence so far, `remembered` the corpus'.
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
        """
        The whole hunt.
        """
        self.try_again(corpus)
        self.search()
        self.shrink()

    def try_again(self, corpus: Mapping[str, Case]) -> None:
        """
        Ask every law on the past counterexamples of the families that are searched, this target's own first.
        """
        names = {search.name for search in self.searches}
        for name, case in sorted(corpus.items(), key=lambda one: one[1].target != self.target.name):
            if case.inputs in names and self.budget.until(REMEMBERING).left():
                self.tried.append(name)
                self._remember(case)

    def _remember(self, case: Case) -> None:
        for rebalance in rebalances(self.target, case.drawn):
            for law in self.laws:
                known = self.remembered.get((law.id, case.inputs))
                if known is not None and rank(known.drawn) <= rank(rebalance.drawn):
                    continue
                if isinstance(verdict_on(self.target, law, rebalance.trial), Broken):
                    evidence = next(breaches(self.target, law, rebalance.drawn), None)
                    if evidence is not None:
                        self.remembered[law.id, case.inputs] = evidence

    def search(self) -> None:
        """
        Draw batch after batch, the families in turn, until all is done or it is time to shrink.
        """
        while waiting := [search for search in self.searches if not search.done]:
            for number, search in enumerate(waiting):
                left = self.budget.until(self._share())
                if not left.left():
                    return
                # A target that hangs now and then must not spend on one family what is meant for all.
                search.run_batch(left.part(1 / (len(waiting) - number)), self.look)

    def _share(self) -> float:
        found = [tally for _, tally in self._found()]
        if any(tally.broken for tally in found):
            return SEARCHING
        return SEARCHING_EXPECTED if found else 1.0

    def shrink(self) -> None:
        """
        Shrink what broke: each law in one family first, then in the others; every one gets its share of what is left.
        """
        by_id = {law.id: law for law in self.laws}
        jobs = self._found()
        for position, (search, tally) in enumerate(jobs):
            assert tally.found is not None, "only what was found is shrunk"
            budget = self.budget.part(1 / (len(jobs) - position))
            self.proved[tally.law, tally.inputs] = smallest(search, by_id[tally.law], tally.found, budget)
            self.look()

    def _found(self) -> list[tuple[FamilySearch, Tally]]:
        times: dict[str, int] = {}
        found: list[tuple[int, FamilySearch, Tally]] = []
        for search in self.searches:
            for tally in search.tallies.values():
                if tally.found is not None:
                    times[tally.law] = times.get(tally.law, 0) + 1
                    found.append((times[tally.law], search, tally))
        return [(search, tally) for _, search, tally in sorted(found, key=lambda one: one[0])]

    def look(self) -> None:
        """
        Tell the watcher.
        """
        self.watch(
            Progress(
                groups=sum(search.groups for search in self.searches),
                spent=self.budget.spent(),
                left=self.budget.left(),
                broken=tuple((tally.law, tally.inputs) for _, tally in self._found()),
                worst_spread=max((search.worst_spread for search in self.searches), default=0),
            )
        )
