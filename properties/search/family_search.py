"""The structured search in one family: each group is put to the assignor once, and judged by all laws still open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.budget import BARREN, REFUSED, Budget
from kafka_assay.properties.input_families import family_called
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.law_findings import judge_laws
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.law import Law
from kafka_assay.properties.search.law_tally import LawTally
from kafka_assay.properties.search.score import Score, score_of
from kafka_assay.properties.strategies.batches import StopBatch, batch_seed, find_first, is_climbing
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.verdict import Broken


class FamilySearch:
    """The search for groups of one family that break a law, batch by batch."""

    def __init__(self, target: Target, name: str, laws: Sequence[Law], *, examples: int | None, seed: int) -> None:
        """
        Search the family `name` for breaks of the `laws` by `target`, with at most `examples` groups for each law.
        None: no limit. Groups of a `drawn_only` family are left to the drawn search.

        `refused` counts the groups that the target cannot express. `refusal` is the first reason, `refusal_trace` its
        stack.
        """
        self.target = target
        self.name = name
        self.seed = seed
        self.examples = examples
        self.tallies = {law.id: LawTally(law=law.id, inputs=name) for law in laws}
        self.groups = 0
        self.passed_over = 0
        self.refused = 0
        self.refusal: str | None = None
        self.refusal_trace = ""
        self.worst_spread = 0
        self.batch = 0
        self.found: list[tuple[str, Evidence]] = []
        self._open = [] if examples == 0 or family_called(name).drawn_only else list(laws)
        self._scores: dict[Example, Score] = {}
        self._origins: dict[Example, tuple[int, Example]] = {}
        self._passed_in_a_row = 0

    @property
    def is_done(self) -> bool:
        """
        Whether nothing is left to search.

        Every cell is then broken, has its examples, or found no more applicable groups.
        """
        return not self._open

    @property
    def is_barren(self) -> bool:
        """Whether the family seems to have no group that may be put to the target."""
        return not self.groups and (self._passed_in_a_row >= BARREN or self.refused >= REFUSED)

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
        score, was_asked = Score(), False
        for rebalance in run_rebalances(self.target, example):
            failure = rebalance.trial.failure()
            if isinstance(failure, CannotBeAsked):
                self.refused += 1
                if self.refusal is None:
                    self.refusal, self.refusal_trace = f"it {failure}", failure.trace
                break
            was_asked = True
            score = score.highest_of(score_of(rebalance.trial, with_excess=is_climbing(self.batch)))
            self._judge(rebalance, example)
        self._scores[example] = score
        self.worst_spread = max(self.worst_spread, score.spread)
        score.observe()
        self.passed_over += not was_asked
        self._passed_in_a_row = 0 if was_asked else self._passed_in_a_row + 1
        if self._passed_in_a_row >= BARREN:
            self._open.clear()

    def _judge(self, rebalance: Rebalance, example: Example) -> None:
        self.groups += 1
        for law, verdict, since, _ in judge_laws(self.target, tuple(self._open), rebalance):
            tally = self.tallies[law.id]
            if isinstance(verdict, Broken):
                self._count_broken(tally, rebalance.evidence(verdict.facts, since), example)
            else:
                tally.add(verdict)
            if tally.has_enough(self.examples):
                self._open.remove(law)

    def _count_broken(self, tally: LawTally, evidence: Evidence, example: Example) -> None:
        self._origins.setdefault(evidence.example, (self.batch, example))
        failure = find_excuse(self.target.expected_failures, tally.law, self.name, evidence.group)
        if failure is None:
            self.found.append((tally.law, evidence))
        tally.add_broken(evidence, failure)
