"""
The structured search in one family: Hypothesis draws the groups, and maximises a score over them.

The score counts uneven loads, claims on one partition and unnecessary moves. It must not depend on which laws are
asked. Otherwise a cell checked alone would see other groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from hypothesis import target as observe

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Example
from kafka_assay.assignors.ownership import stickiness
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.input_families import family_called
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law
from kafka_assay.properties.laws.stickiness import is_equal_without_racks, most_kept_when_even
from kafka_assay.properties.measures.facts import complete_answer
from kafka_assay.properties.search.family_tally import FamilyTally, Origin, put_rebalances
from kafka_assay.properties.strategies.batches import find_first, is_climbing
from kafka_assay.properties.strategies.choices import batch_seed
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.trials.trial import Trial
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
        self._origins: dict[Example, Origin] = {}

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search: every law broke, the limit is reached, or no group may be put."""
        is_full = self.limit is not None and self.tally.numbers >= self.limit
        return is_full or self.tally.is_barren or not self.tally.open_laws

    def origin_of(self, broken: Example) -> Origin | None:
        """The draw that led to a break on `broken`; None if another search found it."""
        return self._origins.get(broken)

    def run_batch(self, budget: Budget, look: Callable[[], None]) -> None:
        """
        Draw one batch and call `look` after every group. The batch ends early if nothing is left to ask, or no time.

        If time cut a batch short, the next call draws it again and skips the groups already asked.
        """
        scores: list[Score] = []

        def put(example: Example) -> bool:
            is_new = example not in self._scores
            if is_new:
                laws = [law for law in self._laws if law.id not in self.tally.ended]
                with self.tally.example() as found:
                    found.extend(judge_example(self.target, laws, example, family=self.name))
                score = Score()
                for rebalance in put_rebalances(found):
                    # A life scores as the best of its rebalances.
                    score = Score(*map(max, score, score_of(rebalance.trial, with_excess=is_climbing(self.batch))))
                self._scores[example] = score
                for finding in found:
                    if isinstance(finding.verdict, Broken):
                        self._origins.setdefault(finding.evidence.example, Origin(self.batch, example, scores))
            scores.append(self._scores[example])
            scores[-1].observe()
            if is_new:
                look()
                if self.is_done or not budget.seconds_left():
                    raise StopBatch
            return False

        with suppress(StopBatch):
            draw_batch(self.name, self.seed, self.batch, put)
            self.batch += 1


def draw_batch(family: str, seed: int, number: int, wanted: Callable[[Example], bool]) -> None:
    """Draw the batch with this `number`, up to an example that is `wanted`, and shrink that one."""
    vary = not family_called(family).many_kinds
    strategy = draws_of(family).strategy
    find_first(strategy, wanted, batch_seed(seed, family, number), climb=is_climbing(number), vary=vary)


def draw_again(family: str, seed: int, origin: Origin, still: Callable[[Example], bool]) -> None:
    """
    Draw the batch of `origin` again, up to its example, and let Hypothesis shrink while `still` returns true.

    `still` sees every candidate and stores what it needs. It may raise `StopBatch`. The examples before are not asked
    again: their scores are known, and Hypothesis sees nothing else of them.
    """
    scores = iter(origin.scores)
    found = False

    def is_wanted(example: Example) -> bool:
        nonlocal found
        found = found or example == origin.example
        if found:
            return still(example)
        score = next(scores, None)
        if score is None:
            raise StopBatch
        Score(*score).observe()
        return False

    draw_batch(family, seed, origin.batch, is_wanted)


class Score(NamedTuple):
    """The spread of the loads, the claimants of the most disputed partition, and the moves above the optimum."""

    spread: int = 0
    claimants: int = 0
    excess: int = 0

    def observe(self) -> None:
        """Report the score to Hypothesis, which maximises it in climbing batches."""
        for label, value in self._asdict().items():
            observe(value, label=label)


def score_of(trial: Trial, *, with_excess: bool) -> Score:
    """
    The score of one trial. The excess is computed only with `with_excess`, because it needs a search; else it is 0.
    """
    claims = Counter(claim for member in trial.group.members for claim in set(member.claims()))
    most = max(claims.values(), default=0)
    if trial.failure is not None:
        return Score(claimants=most)
    counts = trial.loads.values()
    spread = max(counts, default=0) - min(counts, default=0)
    return Score(spread=spread, claimants=most, excess=_excess(trial) if with_excess else 0)


def _excess(trial: Trial) -> int:
    """
    The moves above the optimum.

    With equal subscriptions a closed form gives it. Otherwise it compares with the cheapest plan that a walk from the
    answer finds.
    """
    if is_equal_without_racks(trial.group):
        return max(0, most_kept_when_even(trial) - stickiness(trial.owners, trial.answer).kept)
    if trial.flaw is not None:
        return 0
    plan = cheaper_plan(trial.with_known_claims(trial.group), complete_answer(trial.group, trial.answer))
    return 0 if plan is None else plan.moves_before - plan.moves_after
