"""
The next rebalance: the question that follows from an answer and an event.

Members claim what the last answer gave them, at that rebalance's generation. A member that missed it claims what it
last had, at the generation that it last saw. Claims do not follow changes of a topic: if it is deleted, or recreated
with fewer partitions, its old claims remain and become ghost claims.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_topics import topics_after
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.terms import NEWEST_GENERATION, claims_from_answer, generation_after


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingRebalance:
    """
    A group about to rebalance. `everyone` is in the coordinator's order; the members `away` miss this rebalance.

    `generation` is the one that this rebalance gives out.
    """

    everyone: Group
    generation: int
    away: frozenset[str] = field(default_factory=frozenset)

    @property
    def question(self) -> Group:
        """The question to the assignor: the group without the members that are away."""
        if not self.away:
            return self.everyone
        here = tuple(member for member in self.everyone.members if member.id not in self.away)
        return replace(self.everyone, members=here)


def first_rebalance(group: Group) -> PendingRebalance:
    """The first rebalance of a life. Its generation is newer than every claim."""
    return PendingRebalance(everyone=group, generation=generation_after(group))


def next_rebalance(moment: PendingRebalance, answer: Assignment, event: Event, rounds: int = 1) -> PendingRebalance:
    """
    The rebalance after `moment`, which took `rounds` rounds and ended with `answer`, and after `event`.

    >>> from kafka_assay.assignors.life import Event
    >>> from kafka_assay.assignors.model import group_of
    >>> first = first_rebalance(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}))
    >>> second = next_rebalance(first, {"a": {"t": [0]}, "b": {"t": [1]}}, Event(miss=("b",)))
    >>> third = next_rebalance(second, {"a": {"t": [0, 1]}}, Event())
    >>> [(member.id, member.owned, member.generation) for member in third.question.members]
    [('a', (('t', (0, 1)),), 2), ('b', (('t', (1,)),), 1)]
    """
    newest = moment.generation + rounds - 1
    after = [
        member
        if member.id in moment.away
        else replace(member, owned=claims_from_answer(answer, member.id), generation=newest)
        for member in moment.everyone.members
        if member.id not in event.leave and member.id not in event.crash
    ]
    subscriptions = dict(event.subscribe)
    members = tuple(
        replace(member, subscription=subscriptions.get(member.id, member.subscription))
        for member in (*after, *event.join)
    )
    return PendingRebalance(
        everyone=replace(moment.everyone, topics=topics_after(moment.everyone, event), members=members),
        generation=1 if event.reset or newest >= NEWEST_GENERATION else newest + 1,
        away=frozenset(event.miss),
    )
