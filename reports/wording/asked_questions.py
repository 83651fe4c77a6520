"""The questions of a case that are shown: each rebalance of a life, then one further question of the law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.model import Group
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.wording.life_story import SAME_GROUP, lived_rounds, rounds_from, settled_round


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """
    One question, and the rounds of its answer.

    `words` say what came before it; empty for the first one. `is_past`: another rebalance of the life follows, so only
    the last round matters. `is_further`: the law asked it after all rebalances.
    """

    words: str
    rounds: Sequence[TrialStep]
    is_past: bool = False
    is_further: bool = False

    @property
    def group(self) -> Group:
        """The group that was asked about."""
        return self.rounds[0].group

    @property
    def settled(self) -> TrialStep:
        """The round with the settled answer."""
        return self.rounds[-1 if self.is_past else settled_round(self.rounds) - 1]

    @property
    def answers(self) -> list[TrialStep]:
        """The rounds that are shown: the first one and the settled one; only the last one of a past rebalance."""
        return [self.settled] if self.is_past or self.settled is self.rounds[0] else [self.rounds[0], self.settled]

    def repeats(self, other: AskedQuestion) -> bool:
        """
        Whether this is the same question as `other`, which another target was asked.

        A question may follow from the target's own earlier answers. Then the group may be another one, with other
        claims.
        """
        if not self.words or not other.words:
            return self.words == other.words
        mine, others = self.rounds[0], other.rounds[0]
        if all((step.why or "").startswith(SAME_GROUP) for step in (mine, others)):
            return mine.group == others.group
        return (mine.why, mine.event) == (others.why, others.event)


def asked_questions(steps: Sequence[TrialStep]) -> list[AskedQuestion]:
    """Each rebalance, then the last further question of the law."""
    rebalances = _rebalances(steps)
    return [*rebalances, *list(_further_questions(steps, rebalances[-1]))[-1:]]


def asked_like(steps: Sequence[TrialStep], others: Sequence[AskedQuestion]) -> list[AskedQuestion]:
    """Each rebalance, then the further question that the `others` of another target end with, if it is there too."""
    rebalances = _rebalances(steps)
    if not others[-1].is_further or not are_alike(rebalances, others[:-1]):
        return rebalances
    further = [one for one in _further_questions(steps, rebalances[-1]) if one.repeats(others[-1])]
    return [*rebalances, *further[-1:]]


def are_alike(questions: Sequence[AskedQuestion], others: Sequence[AskedQuestion]) -> bool:
    """Whether both are the same questions in the same order."""
    return len(questions) == len(others) and all(map(AskedQuestion.repeats, questions, others))


def shown_answers(questions: Iterable[AskedQuestion]) -> Iterator[tuple[str, TrialStep]]:
    """What came before each answer that is shown, and its step."""
    for question in questions:
        for step in question.answers:
            number = settled_round(question.rounds)
            is_later = step is not question.rounds[0] and not question.is_past
            yield f"round {number}: the members join again with what they own" if is_later else question.words, step


def _rebalances(steps: Sequence[TrialStep]) -> list[AskedQuestion]:
    lived = [(f"rebalance {number}: {words}", rounds) for number, (words, rounds) in enumerate(lived_rounds(steps), 2)]
    *past, last = [("", rounds_from(steps, 0)), *lived]
    return [*(AskedQuestion(*one, is_past=True) for one in past), AskedQuestion(*last)]


def _further_questions(steps: Sequence[TrialStep], last: AskedQuestion) -> Iterator[AskedQuestion]:
    """The questions after the `last` rebalance."""
    place = next(number for number, step in enumerate(steps) if step is last.rounds[0]) + len(last.rounds)
    while place < len(steps):
        rounds = rounds_from(steps, place)
        yield AskedQuestion(rounds[0].why or "called again", rounds, is_further=True)
        place += len(rounds)
