"""Shrink a group that breaks a law to the smallest one that does, by Hypothesis and by removing single parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Life
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.rebalances import find_breaches
from kafka_assay.properties.law import Law
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.shrink.borrowed_traits import borrow_traits, tiny_group
from kafka_assay.properties.shrink.life_runs import possible_runs, reading_rank, simplify_example
from kafka_assay.properties.shrink.starts import later_starts
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.draws import StopBatch, batch_seed, find_first
from kafka_assay.properties.strategies.families import HISTORIES, LIVES, SEQUENCES, family_called, is_member_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


TINY_BATCHES = 2
"""The number of batches of tiny groups (or lives) to try for a smaller example."""
PLAIN = 3_000
"""The number of tiny groups to try that borrow the traits of the example, and of tiny examples of its family."""
WAY = 0.5
"""The largest share of the time left for each way of shrinking."""


class BreakTest:
    """
    Whether an example breaks `law` in `family` as the first one did.

    A declared failure shrinks to a declared failure, an unexpected break to an unexpected one. Each example is judged
    once, so that an assignor that answers at random cannot confuse the shrinking. `smallest` is the smallest evidence
    so far. `also` is a further condition on an example.
    """

    def __init__(
        self,
        target: Target,
        law: Law,
        family: str,
        first: Evidence,
        budget: Budget,
        also: Callable[[Example], bool] = lambda _: True,
    ) -> None:
        """Start with the `first` evidence. Ask again if there is time, so that its steps are this law's alone."""
        self.target = target
        self.also = also
        self.law = law
        self.family = family
        self.budget = budget
        self.expected = self._is_expected(first)
        self.judged: dict[Example, bool] = {first.example: True}
        self.smallest = (self._find_breach(first.example) if budget.seconds_left() else None) or first

    def __call__(self, example: Example) -> bool:
        """Whether `example` breaks the law. Raises `StopBatch` if time is up."""
        if example not in self.judged:
            if not self.budget.seconds_left():
                raise StopBatch
            self.judged[example] = self._breaks(example)
        return self.judged[example]

    def _breaks(self, example: Example) -> bool:
        evidence = self._find_breach(example) if is_member_of(self.family, self._as_life(example)) else None
        if evidence is not None and not self.also(evidence.example):
            return False
        if evidence is not None and reading_rank(evidence.example) < reading_rank(self.smallest.example):
            self.smallest = evidence
        return evidence is not None

    def _as_life(self, example: Example) -> Example:
        """
        `example`, as a life without events if the family draws lives: its start must be a possible start of a life.
        """
        if self.family in LIVES and isinstance(example, Group):
            protocol = Protocol.EAGER if self.family == HISTORIES else None
            return LifeRun(life=Life(group=example, protocol=protocol))
        return example

    def _find_breach(self, example: Example) -> Evidence | None:
        found = find_breaches(self.target, self.law, example)
        return next((evidence for evidence in found if self._is_expected(evidence) == self.expected), None)

    def _is_expected(self, evidence: Evidence) -> bool:
        failure = find_excuse(self.target.expected_failures, self.law.id, self.family, evidence.group)
        return failure is not None


def find_smallest(
    search: FamilySearch,
    law: Law,
    first: Evidence,
    budget: Budget,
    also: Callable[[Example], bool] = lambda _: True,
) -> Evidence:
    """
    The smallest group found within `budget` that breaks `law` as `first` does, and fulfils the condition `also`.

    There are five ways, the cheapest first: remove parts of the group; try tiny groups that borrow its traits; try many
    tiny examples of its family from the seeded generator, and some by Hypothesis, which shrinks them; let Hypothesis
    shrink the original draws. No way is always best: if balance is at stake, a group with one part less often breaks
    nothing, but a group half as large does. Each way gets half of the time left.
    """
    breaking = BreakTest(search.target, law, search.name, first, budget, also)
    for way in (_try_simplifying, _try_borrowed_traits, _try_tiny_examples, _try_tiny_draws, _shrink_draws):
        breaking.budget = budget.share_of_rest(WAY)
        with suppress(StopBatch):
            way(search, breaking, first)
    breaking.budget = budget
    with suppress(StopBatch):
        _try_simplifying(search, breaking, first)
    return breaking.smallest


def _try_simplifying(_search: FamilySearch, breaking: BreakTest, _first: Evidence) -> None:
    for run in _later_starts(breaking.smallest):
        if breaking(run):
            break
    simplify_example(breaking.smallest.example, breaking)


def _later_starts(evidence: Evidence) -> Iterator[LifeRun]:
    if evidence.run is None:
        return
    for group, events in later_starts(evidence.steps):
        yield from possible_runs(evidence.run, group, events)


def _try_borrowed_traits(search: FamilySearch, breaking: BreakTest, _first: Evidence) -> None:
    like = breaking.smallest.group
    if not reading_rank(breaking.smallest.example)[0] or not like.members or not like.topics:
        return
    random = Random(batch_seed(search.seed, "dressed", 0))
    for _ in range(PLAIN):
        if breaking(borrow_traits(tiny_group(random), like)):
            return


def _try_tiny_examples(search: FamilySearch, breaking: BreakTest, _first: Evidence) -> None:
    choice = family_called(search.name).draws(tiny=True)
    draw = SeededDraw(Random(batch_seed(search.seed, "tiny", TINY_BATCHES)))
    for _ in range(PLAIN):
        if not breaking.budget.seconds_left():
            return
        example = draw(choice)
        if reading_rank(example) < reading_rank(breaking.smallest.example):
            breaking(example)


def _try_tiny_draws(search: FamilySearch, breaking: BreakTest, _first: Evidence) -> None:
    for number in range(TINY_BATCHES):
        # Fix the bar before: Hypothesis asks again about an example that it found, and must get the same answer.
        bar = reading_rank(breaking.smallest.example)

        def smaller(example: Example, bar: tuple[int, ...] = bar) -> bool:
            if not breaking.budget.seconds_left():
                raise StopBatch  # drawing takes time even if no draw is small enough to ask about
            return reading_rank(example) < bar and breaking(example)

        find_first(_tiny_draws(search.name, number), smaller, batch_seed(search.seed, "tiny", number))


def _tiny_draws(name: str, number: int) -> SearchStrategy[Example]:
    """Tiny draws of the family called `name`. The first batch of lives starts from clean groups."""
    if name == SEQUENCES and number == 0:
        return family_called("clean").draws(tiny=True).strategy
    return family_called(name).draws(tiny=True).strategy


def _shrink_draws(search: FamilySearch, breaking: BreakTest, first: Evidence) -> None:
    if reading_rank(breaking.smallest.example)[0] and breaking.budget.seconds_left():
        search.shrink(first.example, breaking)
