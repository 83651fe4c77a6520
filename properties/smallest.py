"""
From a group that breaks a law to the smallest one that does: Hypothesis shrinks, then single things are taken away.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from properties.draws import Enough, batch_seed, first_found
from properties.expected import excuse
from properties.families import family, is_member_of
from properties.rebalances import breaches
from properties.simpler_courses import rank, simplest_of

if TYPE_CHECKING:
    from assignors.interface import Target
    from properties.budget import Budget
    from properties.course import Drawn
    from properties.evidence import Evidence
    from properties.family_search import FamilySearch
    from properties.law import Law


TINY_BATCHES = 2
"""Batches of tiny groups (or lives) to look through for a smaller one than was found."""


class Breaking:
    """
    Whether a group or a life breaks `law` in `family` as the first one did: what was expected shrinks to what was
    expected.

    Each is judged once, so that an assignor that answers by chance cannot confuse the shrinking; `smallest` is the
    evidence of the smallest one so far.
    """

    def __init__(self, target: Target, law: Law, family: str, first: Evidence, budget: Budget) -> None:
        """
        Begin with the `first` evidence, asked anew if there is time, so that its steps are this law's alone.
        """
        self.target = target
        self.law = law
        self.family = family
        self.budget = budget
        self.expected = self._is_expected(first)
        self.judged: dict[Drawn, bool] = {first.drawn: True}
        self.smallest = (self._breach(first.drawn) if budget.left() else None) or first

    def __call__(self, drawn: Drawn) -> bool:
        """
        Judge what was `drawn`. Raises `Enough` where time is up.
        """
        if drawn not in self.judged:
            if not self.budget.left():
                raise Enough
            self.judged[drawn] = self._breaks(drawn)
        return self.judged[drawn]

    def _breaks(self, drawn: Drawn) -> bool:
        evidence = self._breach(drawn) if is_member_of(self.family, drawn) else None
        if evidence is not None and rank(evidence.drawn) < rank(self.smallest.drawn):
            self.smallest = evidence
        return evidence is not None

    def _breach(self, drawn: Drawn) -> Evidence | None:
        found = breaches(self.target, self.law, drawn)
        return next((evidence for evidence in found if self._is_expected(evidence) == self.expected), None)

    def _is_expected(self, evidence: Evidence) -> bool:
        failure = excuse(self.target.expected_failures, self.law.id, self.family, evidence.group)
        return failure is not None


def smallest(search: FamilySearch, law: Law, first: Evidence, budget: Budget) -> Evidence:
    """
    The smallest group found within `budget` that breaks `law` as `first` does.

    Three ways, the cheapest first: take things away from the group itself; look among tiny groups; let Hypothesis
    shrink the draws that made it. No way is best on all: where balance is at stake, a group one smaller often breaks
    nothing, while one half as large does.
    """
    breaking = Breaking(search.target, law, search.name, first, budget)
    with suppress(Enough):
        simplest_of(first.drawn, breaking)
        for number in range(TINY_BATCHES):
            _look_among_tiny(search, breaking, number)
        if rank(breaking.smallest.drawn)[0]:
            search.shrink(first.drawn, breaking)
        simplest_of(breaking.smallest.drawn, breaking)
    return breaking.smallest


def _look_among_tiny(search: FamilySearch, breaking: Breaking, number: int) -> None:
    # The bar is set before: Hypothesis asks again about what it found, and must get the same answer.
    bar = rank(breaking.smallest.drawn)
    first_found(
        family(search.name).draws(tiny=True),
        lambda drawn: rank(drawn) < bar and breaking(drawn),
        batch_seed(search.seed, "tiny", number),
    )
