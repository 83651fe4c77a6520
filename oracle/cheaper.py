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
    steps = _Steps(ledger)
    steps.swap_back()
    _cancel_cheaper_walks(steps)
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


def _cancel_cheaper_walks(steps: _Steps) -> None:
    """
    Follow closed walks that cost less than nothing until there is none.

    Bellman's and Ford's search from all nodes at once. The links by which nodes got their costs form a forest; a link
    that would close it shows a walk. Costs stay when a walk is followed, and only the steps that it made possible are
    looked at again.
    """
    cost, came_from = [0] * steps.nodes, [-1] * steps.nodes
    waiting, is_waiting = deque(range(steps.nodes)), [True] * steps.nodes

    def look_again(node: int) -> None:
        if not is_waiting[node]:
            is_waiting[node] = True
            waiting.append(node)

    while waiting:
        node = waiting.popleft()
        is_waiting[node] = False
        for head, price in steps.leaving(node):
            if cost[node] + price >= cost[head]:
                continue
            if walk := _closed_by(came_from, node, head):
                for passed in walk:
                    came_from[passed] = -1
                # Links may be older than the last walk followed: the steps may be gone, or dearer.
                if steps.cheaper(walk):
                    look_again(node)
                    for tail, new_head, new_price in steps.follow(walk):
                        if cost[tail] + new_price < cost[new_head]:
                            look_again(tail)
                    break
            cost[head], came_from[head] = cost[node] + price, node
            look_again(head)


def _closed_by(came_from: list[int], node: int, head: int) -> list[int]:
    """
    The walk that a step from `node` to `head` would close, from `head` on; empty if it closes none.
    """
    walk = [node]
    while walk[-1] != head and came_from[walk[-1]] >= 0:
        walk.append(came_from[walk[-1]])
    return walk[::-1] if walk[-1] == head else []


class _Steps:
    """
    The steps that are possible between topics, members, cohorts and load levels, each a node with a number.

    Level `v` leads from members of load v-1, who may gain one, to members of load v or more, who may lose one.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.topics, self.members = list(ledger.reach), list(ledger.loads)
        self.first_member = len(self.topics)
        self.first_cohort = self.first_member + len(self.members)
        self.first_level = self.first_cohort + len(ledger.cohorts)
        # Two levels more than there are loads: in the middle of a walk a member may hold as many more.
        self.nodes = self.first_level + max(ledger.loads.values()) + 3
        self.node_of_topic = {topic: node for node, topic in enumerate(self.topics)}
        self.node_of_member = {member: node for node, member in enumerate(self.members, start=self.first_member)}
        self.holder = {
            (topic, p): member for member, topics in ledger.fresh.items() for topic, ids in topics.items() for p in ids
        }
        self.losers: dict[str, dict[str, None]] = {topic: {} for topic in self.topics}
        self.loaded: list[dict[str, None]] = [{} for _ in range(self.nodes - self.first_level)]
        for member, load in ledger.loads.items():
            self.loaded[load][member] = None
            for topic in ledger.lost[member]:
                self.losers[topic][member] = None

    def swap_back(self) -> None:
        """
        Follow the shortest closed walks: whoever holds a member's own partition swaps it for one that is new to that
        member. They need no search, and most of what a careless answer moved in vain comes home by them.
        """
        may_hold = {member: cohort.topics for cohort in self.ledger.cohorts for member in cohort.members}
        for member in self.members:
            fresh = self.ledger.fresh[member]
            for topic, ids in list(self.ledger.lost[member].items()):
                for partition in ids.copy():
                    holder = self.holder[topic, partition]
                    offered = topic if topic in fresh else next((t for t in fresh if t in may_hold[holder]), None)
                    if offered is not None:
                        self._move(member, holder, offered, fresh[offered][-1])
                        self._move(holder, member, topic, partition)

    def leaving(self, node: int) -> list[tuple[int, int]]:
        """
        Where steps lead to from `node`, and what each costs.
        """
        ledger, of_member = self.ledger, self.node_of_member
        if node < self.first_member:
            topic = self.topics[node]
            back = [(of_member[member], 0) for member in self.losers[topic]]
            return back + [(self.first_cohort + cohort, 1) for cohort in ledger.reach[topic]]
        if node < self.first_cohort:
            member = self.members[node - self.first_member]
            fresh, kept, up = ledger.fresh[member], ledger.kept[member], self.first_level + ledger.loads[member] + 1
            given = [(self.node_of_topic[topic], -1) for topic in fresh]
            given += [(self.node_of_topic[topic], 0) for topic in kept if topic not in fresh]
            return [*given, (up, 0)] if up < self.nodes else given
        if node < self.first_level:
            return [(of_member[member], 0) for member in ledger.cohorts[node - self.first_cohort].members]
        losing = [(of_member[member], 0) for member in self.loaded[node - self.first_level]]
        return [*losing, (node + 1, 0)] if node + 1 < self.nodes else losing

    def price(self, tail: int, head: int) -> int | None:
        """
        What the step from `tail` to `head` costs; None where it is not possible.
        """
        ledger = self.ledger
        if tail < self.first_member:
            if head >= self.first_cohort:
                return 1
            return 0 if self._member(head) in self.losers[self.topics[tail]] else None
        if tail < self.first_cohort and head < self.first_member:
            member, topic = self._member(tail), self.topics[head]
            return -1 if topic in ledger.fresh[member] else 0 if topic in ledger.kept[member] else None
        if tail < self.first_cohort:
            return 0 if head == self.first_level + ledger.loads[self._member(tail)] + 1 else None
        if tail >= self.first_level and head < self.first_cohort:
            return 0 if tail == self.first_level + ledger.loads[self._member(head)] else None
        return 0

    def cheaper(self, walk: list[int]) -> bool:
        """
        Whether every step of a closed walk is possible, and all together cost less than nothing.
        """
        prices = [self.price(tail, head) for tail, head in zip(walk, [*walk[1:], walk[0]], strict=True)]
        return None not in prices and sum(price for price in prices if price) < 0

    def follow(self, walk: list[int]) -> list[tuple[int, int, int]]:
        """
        Hand over partitions along a closed walk. The steps that this makes possible, or cheaper, are the answer.
        """
        between = [node for node in walk if node < self.first_cohort]
        touched: list[tuple[str, str]] = []
        for place, node in enumerate(between):
            if node < self.first_member:
                giver, taker = self._member(between[place - 1]), self._member(between[(place + 1) % len(between)])
                touched += self._hand_over(giver, self.topics[node], taker)
        new: list[tuple[int, int, int]] = []
        for topic, member in touched:
            one, other, level = self.node_of_topic[topic], self.node_of_member[member], self.ledger.loads[member]
            ends = (one, other), (other, one), (other, self.first_level + level + 1), (self.first_level + level, other)
            new += [(tail, head, price) for tail, head in ends if (price := self.price(tail, head)) is not None]
        return new

    def _member(self, node: int) -> str:
        return self.members[node - self.first_member]

    def _hand_over(self, giver: str, topic: str, taker: str) -> list[tuple[str, str]]:
        """
        `giver` has one partition of `topic` less, `taker` one more: its own from before if another holds one of these.
        """
        lost, fresh = self.ledger.lost[taker].get(topic), self.ledger.fresh[giver].get(topic)
        if not lost:
            return self._move(giver, taker, topic, max(fresh or self.ledger.kept[giver][topic]))
        home = next((p for p in lost if self.holder[topic, p] == giver), lost[0])
        third = self.holder[topic, home]
        if third == giver:
            return self._move(giver, taker, topic, home)
        back = set(self.ledger.lost[third].get(topic, ())).intersection(fresh or ())
        swapped = self._move(giver, third, topic, max(back or fresh or self.ledger.kept[giver][topic]))
        return swapped + self._move(third, taker, topic, home)

    def _move(self, giver: str, taker: str, topic: str, partition: int) -> list[tuple[str, str]]:
        ledger, owner = self.ledger, self.ledger.owners[topic].get(partition)
        _drop((ledger.kept if owner == giver else ledger.fresh)[giver], topic, partition)
        if owner == giver:
            insort(ledger.lost[giver].setdefault(topic, []), partition)
            self.losers[topic][giver] = None
        elif owner == taker:
            _drop(ledger.lost[taker], topic, partition)
            if topic not in ledger.lost[taker]:
                del self.losers[topic][taker]
        insort((ledger.kept if owner == taker else ledger.fresh)[taker].setdefault(topic, []), partition)
        self.holder[topic, partition] = taker
        for member, by in ((giver, -1), (taker, +1)):
            del self.loaded[ledger.loads[member]][member]
            ledger.loads[member] += by
            self.loaded[ledger.loads[member]][member] = None
        return [(topic, giver), (topic, taker)]


def _drop(shelf: dict[str, list[int]], topic: str, partition: int) -> None:
    shelf[topic].remove(partition)
    if not shelf[topic]:
        del shelf[topic]
