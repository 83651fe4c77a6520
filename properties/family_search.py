"""
The search in one family: each drawn group is put to the assignor once, and all laws that are still open are asked.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import target as observe

from assignors.ownership import stickiness
from properties.draws import Enough, batch_seed, climbs, first_found
from properties.evidence import Evidence, trial_of, verdict_on
from properties.expected import excuse
from properties.families import family
from properties.tally import Tally
from properties.verdict import Broken

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assignors.interface import Target
    from assignors.model import Group
    from properties.budget import Budget
    from properties.law import Law
    from properties.trial import Trial


class Score(NamedTuple):
    """
    What Hypothesis climbs on: how uneven an answer is, how disputed a partition, how much has moved.

    It must not depend on which laws are asked, or else a cell alone would see other groups than in company.
    """

    spread: int
    claimants: int
    moved: int


class FamilySearch:
    """
    The search for groups of one family that break a law, batch by batch.
    """

    def __init__(self, target: Target, name: str, laws: Sequence[Law], *, examples: int, seed: int) -> None:
        """
        Ask `target` the `laws` on groups of the family `name`, at most `examples` groups for each law.
        """
        self.target = target
        self.name = name
        self.seed = seed
        self.examples = examples
        self.tallies = {law.id: Tally(law=law.id, inputs=name) for law in laws}
        self.groups = 0
        self.worst_spread = 0
        self.batch = 0
        self._open = list(laws)
        self._scores: dict[Group, Score] = {}
        self._batch_of: dict[Group, int] = {}

    @property
    def done(self) -> bool:
        """
        Whether nothing is left to search: every cell is broken, has its examples, or found no more groups to ask on.
        """
        return not self._open

    def run_batch(self, budget: Budget, look: Callable[[], None]) -> None:
        """
        Draw one batch; `look` is called after every group. It ends early when nothing is left to ask, or no time.

        A batch cut short by time is drawn again by the next call: groups that were asked are only passed by.
        """

        def put(group: Group) -> bool:
            if group in self._scores:
                _observe(self._scores[group])
                return False
            self._put(group)
            look()
            if self.done or not budget.left():
                raise Enough
            return False

        with suppress(Enough):
            self._draw(self.batch, put)
            self.batch += 1

    def shrink(self, group: Group, still: Callable[[Group], bool]) -> None:
        """
        Draw the batch of `group` again, up to it, and let Hypothesis shrink it as long as `still` says yes.

        `still` sees every candidate and keeps what it needs; it may raise `Enough`.
        """

        def wanted(drawn: Group) -> bool:
            if drawn in self._scores and drawn != group and not found:
                _observe(self._scores[drawn])
                return False
            found.append(drawn)
            return still(drawn)

        found: list[Group] = []
        self._draw(self._batch_of[group], wanted)

    def _draw(self, number: int, wanted: Callable[[Group], bool]) -> None:
        seed = batch_seed(self.seed, self.name, number)
        first_found(family(self.name).groups(), wanted, seed, climb=climbs(number))

    def _put(self, group: Group) -> None:
        trial = trial_of(self.target, group)
        self._scores[group] = score = _score(trial)
        self.groups += 1
        self.worst_spread = max(self.worst_spread, score.spread)
        _observe(score)
        rounds = len(trial.steps)
        for law in list(self._open):
            tally = self.tallies[law.id]
            asked = len(trial.steps)
            verdict = verdict_on(self.target, law, trial)
            if isinstance(verdict, Broken):
                steps = (*trial.steps[:rounds], *trial.steps[asked:])
                self._count_broken(tally, Evidence(group, verdict.facts, steps))
            else:
                tally.add(verdict)
            if tally.has_enough(self.examples):
                self._open.remove(law)

    def _count_broken(self, tally: Tally, evidence: Evidence) -> None:
        self._batch_of.setdefault(evidence.group, self.batch)
        failure = excuse(self.target.expected_failures, tally.law, self.name, evidence.group)
        tally.add_broken(evidence, failure)


def _observe(score: Score) -> None:
    for label, value in score._asdict().items():
        observe(value, label=label)


def _score(trial: Trial) -> Score:
    claimants = Counter(claim for member in trial.group.members for claim in set(member.claims()))
    most = max(claimants.values(), default=0)
    if trial.failure() is not None:
        return Score(spread=0, claimants=most, moved=0)
    counts = trial.loads.values()
    spread = max(counts, default=0) - min(counts, default=0)
    return Score(spread=spread, claimants=most, moved=stickiness(trial.owners, trial.answer).moved)
