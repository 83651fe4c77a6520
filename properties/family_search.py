"""
The search in one family: each drawn group is put to the assignor once, and all laws that are still open are asked.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from assignors.interface import CannotBeAsked
from properties.draws import Enough, batch_seed, climbs, first_found
from properties.evidence import verdict_on
from properties.expected import excuse
from properties.families import family
from properties.rebalances import rebalances
from properties.score import Score, score_of
from properties.tally import Tally
from properties.verdict import Broken

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assignors.interface import Target
    from properties.budget import Budget
    from properties.course import Drawn
    from properties.evidence import Evidence
    from properties.law import Law
    from properties.rebalances import Rebalance


BARREN = 120
"""So many groups in a row that may not be put to the target, and no more of the family are drawn."""
REFUSED = 20
"""So many groups that cannot be put to the target and none that can: when time is up, time was not what was short."""


class FamilySearch:
    """
    The search for groups of one family that break a law, batch by batch.
    """

    def __init__(self, target: Target, name: str, laws: Sequence[Law], *, examples: int, seed: int) -> None:
        """
        Ask `target` the `laws` on groups of the family `name`, at most `examples` groups for each law.

        `refused` counts the groups that cannot be put to the target, for reasons of which `refusal` is the first.
        """
        self.target = target
        self.name = name
        self.seed = seed
        self.examples = examples
        self.tallies = {law.id: Tally(law=law.id, inputs=name) for law in laws}
        self.groups = 0
        self.passed_over = 0
        self.refused = 0
        self.refusal: str | None = None
        self.worst_spread = 0
        self.batch = 0
        self._open = list(laws)
        self._scores: dict[Drawn, Score] = {}
        self._origins: dict[Drawn, tuple[int, Drawn]] = {}
        self._passed_in_a_row = 0

    @property
    def done(self) -> bool:
        """
        Whether nothing is left to search: every cell is broken, has its examples, or found no more groups to ask on.
        """
        return not self._open

    @property
    def barren(self) -> bool:
        """
        Whether the family seems to have no group that may be put to the target.
        """
        return not self.groups and (self._passed_in_a_row >= BARREN or self.refused >= REFUSED)

    def has_put(self, drawn: Drawn) -> bool:
        """
        Whether it was put to the target in this family.
        """
        return drawn in self._scores

    def run_batch(self, budget: Budget, look: Callable[[], None]) -> None:
        """
        Draw one batch; `look` is called after every group. It ends early when nothing is left to ask, or no time.

        A batch cut short by time is drawn again by the next call: groups that were asked are only passed by.
        """

        def put(drawn: Drawn) -> bool:
            if drawn in self._scores:
                self._scores[drawn].observe()
                return False
            self._put(drawn)
            look()
            if self.done or not budget.left():
                raise Enough
            return False

        with suppress(Enough):
            self._draw(self.batch, put)
            self.batch += 1

    def shrink(self, broken: Drawn, still: Callable[[Drawn], bool]) -> None:
        """
        Draw the batch that `broken` comes from again, up to it, and let Hypothesis shrink as long as `still` says yes.

        `still` sees every candidate and keeps what it needs; it may raise `Enough`.
        """
        number, origin = self._origins[broken]

        def wanted(drawn: Drawn) -> bool:
            if drawn in self._scores and drawn != origin and not found:
                self._scores[drawn].observe()
                return False
            found.append(drawn)
            return still(drawn)

        found: list[Drawn] = []
        self._draw(number, wanted)

    def _draw(self, number: int, wanted: Callable[[Drawn], bool]) -> None:
        seed = batch_seed(self.seed, self.name, number)
        mine = family(self.name)
        first_found(mine.draws(), wanted, seed, climb=climbs(number), vary=not mine.many_kinds)

    def _put(self, drawn: Drawn) -> None:
        score, asked = Score(), False
        for rebalance in rebalances(self.target, drawn):
            failure = rebalance.trial.failure()
            if isinstance(failure, CannotBeAsked):
                self.refused += 1
                self.refusal = self.refusal or f"it {failure}"
                break
            asked = True
            score = score.or_higher(score_of(rebalance.trial, with_excess=climbs(self.batch)))
            self._judge(rebalance, drawn)
        self._scores[drawn] = score
        self.worst_spread = max(self.worst_spread, score.spread)
        score.observe()
        self.passed_over += not asked
        self._passed_in_a_row = 0 if asked else self._passed_in_a_row + 1
        if self._passed_in_a_row >= BARREN:
            self._open.clear()

    def _judge(self, rebalance: Rebalance, drawn: Drawn) -> None:
        self.groups += 1
        trial = rebalance.trial
        for law in list(self._open):
            tally = self.tallies[law.id]
            since = len(trial.steps)
            verdict = verdict_on(self.target, law, trial)
            if isinstance(verdict, Broken):
                self._count_broken(tally, rebalance.evidence(verdict.facts, since), drawn)
            else:
                tally.add(verdict)
            if tally.has_enough(self.examples):
                self._open.remove(law)

    def _count_broken(self, tally: Tally, evidence: Evidence, drawn: Drawn) -> None:
        self._origins.setdefault(evidence.drawn, (self.batch, drawn))
        failure = excuse(self.target.expected_failures, tally.law, self.name, evidence.group)
        tally.add_broken(evidence, failure)
