"""Cheaper plans: the proof that an answer makes unnecessary moves, and which moves could be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.improvement.exchange import Exchange, cheapest_exchange
from kafka_assay.oracle.improvement.holdings import HandOver, Holdings, build_holdings
from kafka_assay.oracle.improvement.improving_chain import is_balanced


@dataclass(frozen=True, slots=True, kw_only=True)
class CheaperPlan:
    """
    An answer with fewer moves and at most the same sum of squared loads, and the hand-overs that lead to it.

    The hand-overs that return a partition to its valid owner come first. They are the moves of the first answer that
    are `undone`.
    """

    assignment: Assignment
    hand_overs: tuple[HandOver, ...]
    undone: tuple[HandOver, ...]
    moves_before: int
    moves_after: int


def cheaper_plan(group: Group, assignment: Assignment) -> CheaperPlan | None:
    """
    A plan with fewer moves and no higher sum of squares, from which no exchange saves another move.

    Returns None where no exchange saves a move. If the answer is balanced (no improving chain), the plan has the fewest
    moves that the answer's sorted loads allow. Among these plans it undoes the fewest of the answer's moves. Among
    those it needs the fewest hand-overs, unless more than 20,000 partitions moved. None then proves that no answer of
    that balance moves less. Raises `ValueError` where the answer is invalid.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
    >>> cheaper_plan(group, {"a": {"t": [1]}, "b": {"t": [0]}}).assignment
    {'a': {'t': [0]}, 'b': {'t': [1]}}
    """
    holdings = build_holdings(group, assignment)
    before = holdings.moves
    while holdings.moves:
        exchange = cheapest_exchange(holdings)
        if exchange is None:
            break
        # One exchange is enough for a balanced answer. An unbalanced one may allow another after each exchange.
        done = is_balanced(holdings)
        holdings = build_holdings(group, _apply_exchange(holdings, exchange))
        if done:
            break
    if holdings.moves == before:
        return None
    plan = holdings.assignment()
    holder = {(topic, p): member for member, topics in assignment.items() for topic, ids in topics.items() for p in ids}
    after = ((member, topic, p) for member, topics in plan.items() for topic, ids in topics.items() for p in ids)
    steps = [HandOver(holder[topic, p], member, topic, p) for member, topic, p in after if holder[topic, p] != member]
    undone = tuple(step for step in steps if holdings.owners[step.topic].get(step.partition) == step.taker)
    home = set(undone)
    return CheaperPlan(
        assignment=plan,
        hand_overs=tuple(sorted(steps, key=lambda step: step not in home)),
        undone=undone,
        moves_before=before,
        moves_after=holdings.moves,
    )


def _apply_exchange(holdings: Holdings, exchange: Exchange) -> Assignment:
    """The answer after an exchange."""
    holds = {m: {topic: set(ids) for topic, ids in topics.items()} for m, topics in holdings.assignment().items()}
    wanting, released = Counter(exchange.given), Counter(exchange.released)
    for member, topic, partition, holder, straight in _returns_to_owners(holdings, exchange):
        holds[holder][topic].discard(partition)
        holds[member].setdefault(topic, set()).add(partition)
        if released[holder, topic] and not straight:
            released[holder, topic] -= 1
        else:
            wanting[holder, topic] += not straight
    pool: dict[str, list[int]] = {}
    for ids_by_member, given_up in ((holdings.fresh, released), (holdings.kept, exchange.own)):
        for (member, topic), count in given_up.items():
            going = [p for p in ids_by_member[member][topic] if p in holds[member][topic]][-count:] if count else []
            holds[member][topic].difference_update(going)
            pool.setdefault(topic, []).extend(going)
    for (member, topic), count in sorted(wanting.items()):
        holds[member].setdefault(topic, set()).update(pool[topic].pop() for _ in range(count))
    return {m: {topic: sorted(ids) for topic, ids in topics.items() if ids} for m, topics in holds.items()}


def _returns_to_owners(holdings: Holdings, exchange: Exchange) -> Iterator[tuple[str, str, int, str, bool]]:
    """
    Each partition that returns to its owner: member, topic, id, holder, and whether the holder gets nothing in return.
    """
    straight, swapped = Counter(exchange.straight), Counter(exchange.swapped)
    returning = dict.fromkeys([*((member, topic) for member, topic, _ in straight), *swapped])
    topics = {topic for _, topic in returning}
    holder = {
        (topic, p): member
        for member, fresh in holdings.fresh.items()
        for topic in topics.intersection(fresh)
        for p in fresh[topic]
    }
    for member, topic in returning:
        later = []
        for partition in holdings.lost[member][topic]:
            giver = holder[topic, partition]
            if straight[member, topic, giver]:
                straight[member, topic, giver] -= 1
                yield member, topic, partition, giver, True
            else:
                later.append(partition)
        for partition in later[: swapped[member, topic]]:
            yield member, topic, partition, holder[topic, partition], False
