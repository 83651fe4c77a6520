"""The structured search in one family: Hypothesis draws the groups, and maximises a score over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.input_families import family_called
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law
from kafka_assay.properties.search.family_tally import FamilyTally, put_rebalances
from kafka_assay.properties.search.score import Score, score_of
from kafka_assay.properties.strategies.batches import StopBatch, batch_seed, find_first, is_climbing
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.verdict import Broken


class StructuredSearch:
    """The search for groups of one family that break a law, batch by batch."""

    def __init__(self, target: Target, name: str, laws: Sequence[Law], *, limit: int | None, seed: int) -> None:
        """
        Search the family `name` for breaks of the `laws` by `target`, with at most `limit` examples (None: no limit).

        Groups of a `drawn_only` family are left to the drawn search.
        """
        self.target = target
        self.name = name
        self.seed = seed
        self.limit = 0 if family_called(name).drawn_only else limit
        self.tally = FamilyTally(family=name, laws={law.id: Tally() for law in laws})
        self.batch = 0
        self._laws = laws
        self._scores: dict[Example, Score] = {}
        self._origins: dict[Example, tuple[int, Example]] = {}

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search: every law broke, the limit is reached, or no group may be put."""
        is_full = self.limit is not None and self.tally.numbers >= self.limit
        return is_full or self.tally.is_barren or not self.tally.open_laws

    def has_asked(self, example: Example) -> bool:
        """Whether this search has put `example` to the target."""
        return example in self._scores

    def run_batch(self, budget: Budget, look: Callable[[], None]) -> None:
        """
        Draw one batch and call `look` after every group. The batch ends early if nothing is left to ask, or no time.

        If time cut a batch short, the next call draws it again and skips the groups already asked.
        """

        def put(example: Example) -> bool:
            if example in self._scores:
                self._scores[example].observe()
                return False
            self._ask_laws(example)
            look()
            if self.is_done or not budget.seconds_left():
                raise StopBatch
            return False

        with suppress(StopBatch):
            self._draw(self.batch, put)
            self.batch += 1

    def shrink(self, broken: Example, still: Callable[[Example], bool]) -> None:
        """
        Draw the batch of `broken` again, up to that example, and let Hypothesis shrink while `still` returns true.

        `still` sees every candidate and stores what it needs. It may raise `StopBatch`. An example of the drawn search
        has no batch here.
        """
        if broken not in self._origins:
            return
        number, origin = self._origins[broken]

        def is_wanted(example: Example) -> bool:
            if example in self._scores and example != origin and not found:
                self._scores[example].observe()
                return False
            found.append(example)
            return still(example)

        found: list[Example] = []
        self._draw(number, is_wanted)

    def _draw(self, number: int, wanted: Callable[[Example], bool]) -> None:
        seed = batch_seed(self.seed, self.name, number)
        mine = family_called(self.name)
        find_first(draws_of(self.name).strategy, wanted, seed, climb=is_climbing(number), vary=not mine.many_kinds)

    def _ask_laws(self, example: Example) -> None:
        laws = [law for law in self._laws if law.id not in self.tally.ended]
        with self.tally.example() as found:
            found.extend(judge_example(self.target, laws, example, family=self.name))
        for finding in found:
            if isinstance(finding.verdict, Broken):
                self._origins.setdefault(finding.evidence.example, (self.batch, example))
        score = Score()
        for rebalance in put_rebalances(found):
            score = score.highest_of(score_of(rebalance.trial, with_excess=is_climbing(self.batch)))
        self._scores[example] = score
        score.observe()
