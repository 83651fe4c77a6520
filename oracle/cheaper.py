"""
Cheaper plans: the proof that an answer moves more partitions than its balance needs.

Giving a member one more partition of a topic costs nothing where one of that topic was its own before, else 1; taking
one back refunds what it cost. A closed walk of such steps that costs less than nothing is a cheaper plan. It may pass
from a member that gains a partition to one that loses one, as long as the loser held more before: then the sum of
squared loads does not grow. Walks are cancelled until none is left (Klein 1967, "A primal method for minimal cost
flows").
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oracle.hand_over import HandOver
from oracle.ledger import ledger_of

if TYPE_CHECKING:
    from assignors.model import Assignment, Group
    from oracle.ledger import Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class CheaperPlan:
    """
    An answer with fewer moves and the same or a lower sum of squared loads, and the hand-overs that lead to it.
    """

    assignment: Assignment
    hand_overs: tuple[HandOver, ...]
    moves_before: int
    moves_after: int


def cheaper_plan(group: Group, assignment: Assignment) -> CheaperPlan | None:
    """
    The cheaper plan that is left when no closed walk is; None where a valid answer is no dearer than its balance asks.

    For a balanced answer (no improving chain) None says that no answer of that balance moves less. Raises `ValueError`
    where the answer is not valid.

    >>> from assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
    >>> cheaper_plan(group, {"a": {"t": [1]}, "b": {"t": [0]}}).assignment
    {'a': {'t': [0]}, 'b': {'t': [1]}}
    """
    ledger = ledger_of(group, assignment)
    before = ledger.moves
    if not before:
        return None
    network = _Network(ledger)
    while walks := network.cheaper_walks():
        for walk in walks:
            network.follow(walk)
    after = ledger.moves
    if after == before:
        return None
    plan = ledger.assignment()
    return CheaperPlan(
        assignment=plan, hand_overs=_difference(assignment, plan), moves_before=before, moves_after=after
    )


def _difference(before: Assignment, after: Assignment) -> tuple[HandOver, ...]:
    holder = {(topic, p): member for member, topics in before.items() for topic, ids in topics.items() for p in ids}
    return tuple(
        HandOver(holder[topic, p], member, topic, p)
        for member, topics in after.items()
        for topic, ids in topics.items()
        for p in ids
        if holder[topic, p] != member
    )


class _Network:
    """
    The steps that are possible between topics, cohorts, members and load levels, each a node with a number.

    Level `v` leads from members of load v-1, who may gain one, to members of load v or more, who may lose one.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.topics = list(ledger.reach)
        self.members = list(ledger.loads)
        self.number = {name: number for number, name in enumerate(self.members)}
        self.first_cohort = len(self.topics) + len(self.members)
        self.first_level = self.first_cohort + len(ledger.cohorts)
        self.holder = {
            (topic, p): member for member, topics in ledger.fresh.items() for topic, ids in topics.items() for p in ids
        }

    def cheaper_walks(self) -> list[list[int]]:
        """
        Closed walks that cost less than nothing and share no node; none only where there is none (Bellman and Ford).
        """
        arcs = self._arcs()
        cost, came_from = [0] * len(arcs), [-1] * len(arcs)
        waiting, is_waiting = deque(range(len(arcs))), [True] * len(arcs)
        relaxed = 0
        while waiting:
            node = waiting.popleft()
            is_waiting[node] = False
            for head, price in arcs[node]:
                if cost[node] + price < cost[head]:
                    cost[head], came_from[head] = cost[node] + price, node
                    relaxed += 1
                    if not is_waiting[head]:
                        is_waiting[head] = True
                        waiting.append(head)
            # Looking for loops costs one pass over the nodes: worth it once as many labels have changed.
            if relaxed >= len(arcs):
                relaxed = 0
                if loops := _loops(came_from):
                    return loops
        return _loops(came_from)

    def follow(self, walk: list[int]) -> None:
        """
        Hand over partitions along a closed walk.
        """
        owners = [node for node in walk if node < self.first_cohort]
        for before, node, after in zip([owners[-1], *owners], owners, [*owners[1:], owners[0]], strict=False):
            if node < len(self.topics):
                self._hand_over(self._member(before), self.topics[node], self._member(after))

    def _member(self, node: int) -> str:
        return self.members[node - len(self.topics)]

    def _arcs(self) -> list[list[tuple[int, int]]]:
        ledger, first_member = self.ledger, len(self.topics)
        highest = max(ledger.loads.values())
        arcs: list[list[tuple[int, int]]] = [
            [(self.first_cohort + cohort, 1) for cohort in ledger.reach[topic]] for topic in self.topics
        ]
        place = {topic: number for number, topic in enumerate(self.topics)}
        level: list[list[tuple[int, int]]] = [[(self.first_level + v + 1, 0)] for v in range(highest)] + [[]]
        for node, member in enumerate(self.members, start=first_member):
            load, fresh = ledger.loads[member], ledger.fresh[member]
            mine = [(place[topic], -1) for topic in fresh]
            mine += [(place[topic], 0) for topic in ledger.kept[member] if topic not in fresh]
            if load < highest:
                mine.append((self.first_level + load + 1, 0))
            arcs.append(mine)
            level[load].append((node, 0))
            for topic in ledger.lost[member]:
                arcs[place[topic]].append((node, 0))
        arcs += [[(first_member + self.number[m], 0) for m in cohort.members] for cohort in ledger.cohorts]
        return arcs + level

    def _hand_over(self, giver: str, topic: str, taker: str) -> None:
        """
        `giver` has one partition of `topic` less, `taker` one more: its own from before if another holds one of these.
        """
        lost = self.ledger.lost[taker].get(topic, ())
        fresh = self.ledger.fresh[giver].get(topic, ())
        if not lost:
            self._move(giver, taker, topic, max(fresh or self.ledger.kept[giver][topic]))
            return
        home = next((p for p in lost if self.holder[topic, p] == giver), lost[0])
        third = self.holder[topic, home]
        if third != giver:
            back = [p for p in self.ledger.lost[third].get(topic, ()) if p in fresh]
            self._move(giver, third, topic, max(back or fresh or self.ledger.kept[giver][topic]))
        self._move(third, taker, topic, home)

    def _move(self, giver: str, taker: str, topic: str, partition: int) -> None:
        ledger = self.ledger
        owner = ledger.owners[topic].get(partition)
        _drop((ledger.kept if owner == giver else ledger.fresh)[giver], topic, partition)
        if owner == giver:
            insort(ledger.lost[giver].setdefault(topic, []), partition)
        elif owner == taker:
            _drop(ledger.lost[taker], topic, partition)
        insort((ledger.kept if owner == taker else ledger.fresh)[taker].setdefault(topic, []), partition)
        self.holder[topic, partition] = taker
        ledger.loads[giver] -= 1
        ledger.loads[taker] += 1


def _drop(shelf: dict[str, list[int]], topic: str, partition: int) -> None:
    shelf[topic].remove(partition)
    if not shelf[topic]:
        del shelf[topic]


def _loops(came_from: list[int]) -> list[list[int]]:
    """
    The closed walks among the links `came_from`, each in the direction of the steps. They share no node.
    """
    seen_from = [-1] * len(came_from)
    loops: list[list[int]] = []
    for start in range(len(came_from)):
        node = start
        while node >= 0 and seen_from[node] < 0:
            seen_from[node] = start
            node = came_from[node]
        if node >= 0 and seen_from[node] == start:
            loop = [node]
            while (before := came_from[loop[-1]]) != node:
                loop.append(before)
            loops.append(loop[::-1])
    return loops
