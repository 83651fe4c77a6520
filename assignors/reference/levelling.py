"""
Levelling: partitions move from member to member until no single move makes the group more even.

Source: KIP-54, step 4 of "The Algorithm", as in Kafka's code: rounds over the partitions, until a round moves none. For
each partition in turn, b being its owner:

* if it has a previous owner (KIP-341) with at least two partitions fewer than b, it goes there;
* else, if some subscriber has at least two fewer than b, it goes to the subscriber with the smallest (load, id).

But a partition that has already moved goes back first: see `MoveLog.instead_of`. Kafka checks before every partition
whether the group is level, and stops then. Here that is not needed, because then neither case can occur.

Levelling ends on every input. A move of b's own partition lowers the sum of squared loads by at least two, so there are
at most P * P / 2 such moves in a row. Only a third member's partition, moved instead, can raise the sum. With such
moves Kafka's classes may loop without end (3.9.0 and 4.4.0, on four members and eleven partitions without a dirty
claim). Here such moves stop once a state has returned at the end of a round, because it would return without end. They
also stop after 1,000 + 20 P moves in total.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from kafka_assay.assignors.reference.partitions import OwnershipState

PATIENCE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscribedTopic:
    """
    A topic: its place in the numbering, its partitions, and its subscribers in ascending order.

    `named` is how often the members' lists name it. It equals the number of subscribers unless a list repeats the
    topic.
    """

    place: int
    numbers: range
    subscribers: list[int]
    named: int

    @property
    def is_open(self) -> bool:
        """Whether the topic's partitions may move: Kafka requires that it is named at least twice."""
        return self.named > 1


class Levelling:
    """The levelling of one `state`, which it changes. Its log of moves covers all calls of `until_level`."""

    def __init__(self, state: OwnershipState, previous: Mapping[int, int]) -> None:
        """`previous` maps partitions to previous owners that still subscribe."""
        self._state = state
        self._previous = previous
        self._log = MoveLog()
        self._patience = 1000 + PATIENCE * len(state.owner)

    def until_level(self, batches: Sequence[tuple[SubscribedTopic, Sequence[int]]]) -> bool:
        """
        Level the partitions in `batches`, in order, until a round moves nothing. Returns whether anything has moved.
        """
        seen, rounds, start = self._state.copy(), 0, self._log.moves
        while True:
            before = self._log.moves
            for topic, numbers in batches:
                self._level_topic(topic, numbers)
            if self._log.moves == before:
                return before > start
            rounds += 1
            if self._state == seen:
                self._patience = 0
            # Brent's cycle detection: compare with the last round whose number is a power of two.
            if rounds & (rounds - 1) == 0:
                seen = self._state.copy()

    def _level_topic(self, topic: SubscribedTopic, numbers: Sequence[int]) -> None:
        owner, load = self._state.owner, self._state.load
        least = min(map(load.__getitem__, topic.subscribers))
        if max(load[owner[number]] for number in numbers) <= least + 1:
            return
        members = len(load)
        # The subscribers by (load, id), as one number each. Outdated entries are skipped at the top of the heap.
        queue = [load[member] * members + member for member in topic.subscribers]
        heapify(queue)
        for number in numbers:
            giver = owner[number]
            if load[giver] <= least + 1:
                continue
            taker = self._previous.get(number, giver)
            if load[giver] <= load[taker] + 1:
                taker = queue[0] % members
            loser = self._move(topic.place, number, giver, taker)
            for changed in (loser, taker):
                heappush(queue, load[changed] * members + changed)
            while load[queue[0] % members] != queue[0] // members:
                heappop(queue)
            least = queue[0] // members

    def _move(self, topic: int, number: int, giver: int, taker: int) -> int:
        other = self._log.instead_of(topic, number=number, giver=giver, taker=taker)
        loser = self._state.owner[other]
        if loser != giver and self._log.moves >= self._patience:
            other, loser = number, giver
        self._state.give(other, taker)
        self._log.record(topic, number=other, giver=loser, taker=taker)
        return loser


class MoveLog:
    """
    The owners of partitions before this rebalance moved them: one goes back before another takes the same way.

    Source: the `PartitionMovements` of Kafka's sticky assignors (KIP-54's code; the KIP's text does not mention it).
    Where several could go back, the lowest one does. Kafka takes the first of a hash set.

    >>> log = MoveLog()
    >>> log.record(0, number=3, giver=1, taker=2)
    >>> log.instead_of(0, number=4, giver=2, taker=1)
    3
    """

    def __init__(self) -> None:
        """Start without moves."""
        self.moves = 0
        self._origin: dict[int, int] = {}
        self._moved: dict[tuple[int, int, int], list[int]] = {}

    def instead_of(self, topic: int, *, number: int, giver: int, taker: int) -> int:
        """
        The partition to move when `giver` should give `number` to `taker`: another one, or `number` itself.

        If `number` has moved before, its first owner counts as the giver. If a partition of the topic has moved from
        the taker to the giver, that one goes back instead. So the partition that moves may belong to a third member.
        """
        first_owner = self._origin.get(number, giver)
        reverse = self._moved.get((topic, taker, first_owner))
        return reverse[0] if reverse else number

    def record(self, topic: int, *, number: int, giver: int, taker: int) -> None:
        """
        Record that `number` went from `giver` to `taker`. A partition back at its first owner counts as never moved.
        """
        self.moves += 1
        origin = self._origin.pop(number, None)
        if origin is None:
            origin = giver
        else:
            same_way = self._moved[topic, origin, giver]
            del same_way[bisect_left(same_way, number)]
        if origin != taker:
            self._origin[number] = origin
            insort(self._moved.setdefault((topic, origin, taker), []), number)
