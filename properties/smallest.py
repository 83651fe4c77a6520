"""
From a group that breaks a law to the smallest one that does: Hypothesis shrinks, then single things are taken away.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from properties.draws import Enough, batch_seed, first_found
from properties.evidence import evidence_of
from properties.expected import excuse
from properties.families import family, is_member_of
from properties.simpler import simplest, size_of

if TYPE_CHECKING:
    from assignors.interface import Target
    from assignors.model import Group
    from properties.budget import Budget
    from properties.evidence import Evidence
    from properties.family_search import FamilySearch
    from properties.law import Law


TINY_BATCHES = 2
"""Batches of tiny groups to look through for a smaller one than was found."""


class Breaking:
    """
    Whether a group breaks `law` in `family` as the first one did: what was expected shrinks to what was expected.

    Every group is judged once, so that an assignor that answers by chance cannot confuse the shrinking; `smallest` is
    the evidence of the smallest one so far.
    """

    def __init__(self, target: Target, law: Law, family: str, first: Evidence, budget: Budget) -> None:
        """
        Begin with the `first` group, asked anew if there is time, so that its steps are this law's alone.
        """
        self.target = target
        self.law = law
        self.family = family
        self.budget = budget
        self.expected = excuse(target.expected_failures, law.id, family, first.group) is not None
        self.judged: dict[Group, bool] = {first.group: True}
        self.smallest = (evidence_of(target, law, first.group) if budget.left() else None) or first

    def __call__(self, group: Group) -> bool:
        """
        Judge `group`. Raises `Enough` where time is up.
        """
        if group not in self.judged:
            if not self.budget.left():
                raise Enough
            self.judged[group] = self._breaks(group)
        return self.judged[group]

    def _breaks(self, group: Group) -> bool:
        if not is_member_of(self.family, group):
            return False
        evidence = evidence_of(self.target, self.law, group)
        if evidence is None:
            return False
        excused = excuse(self.target.expected_failures, self.law.id, self.family, group) is not None
        if excused == self.expected and size_of(group) < size_of(self.smallest.group):
            self.smallest = evidence
        return excused == self.expected


def smallest(search: FamilySearch, law: Law, first: Evidence, budget: Budget) -> Evidence:
    """
    The smallest group found within `budget` that breaks `law` as `first` does.

    Three ways, the cheapest first: take things away from the group itself; look among tiny groups; let Hypothesis
    shrink the draws that made it. No way is best on all: where balance is at stake, a group one smaller often breaks
    nothing, while one half as large does.
    """
    breaking = Breaking(search.target, law, search.name, first, budget)
    with suppress(Enough):
        simplest(first.group, breaking)
        for number in range(TINY_BATCHES):
            _look_among_tiny(search, breaking, number)
        if not _tiny(breaking.smallest.group):
            search.shrink(first.group, breaking)
        simplest(breaking.smallest.group, breaking)
    return breaking.smallest


def _look_among_tiny(search: FamilySearch, breaking: Breaking, number: int) -> None:
    # The bar is set before: Hypothesis asks again about what it found, and must get the same answer.
    bar = size_of(breaking.smallest.group)
    first_found(
        family(search.name).groups(tiny=True),
        lambda group: size_of(group) < bar and breaking(group),
        batch_seed(search.seed, "tiny", number),
    )


def _tiny(group: Group) -> bool:
    members, partitions, *_ = size_of(group)
    return members <= 3 and partitions <= 4
