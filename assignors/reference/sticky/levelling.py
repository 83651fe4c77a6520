"""
Levelling: partitions move from member to member until no single move makes the group more even.

Source: KIP-54, step 4 of "The Algorithm", as Kafka's code has it: rounds over the partitions, until a round moves none.
For each partition in turn, b being its owner:

* if it has a previous owner (KIP-341) with at least two partitions fewer than b, it goes there;
* else, if some subscriber has at least two fewer than b, it goes to the subscriber with the smallest (load, id).

But what has moved already goes back first: see `MoveLog.instead_of`. Kafka asks before every partition whether the
group is level, and stops; that is not needed here, because then neither of the two cases can occur.

It ends on every input. A move of b's own partition lowers the sum of squared loads by two or more, so there are at most
P * P / 2 of them in a row. Only a third member's partition, moved instead, can raise the sum, and with it Kafka's
classes may go round for ever (3.9.0 and 4.4.0, on four members and eleven partitions without a dirty claim). Here no
third member's partition moves any more once a standing has come back at the end of a round, since it would come back
for ever, or after 1,000 + 20 P moves in all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from kafka_assay.assignors.reference.ownership_state import OwnershipState
from kafka_assay.assignors.reference.sticky.move_log import Candidates, MoveLog

PATIENCE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscribedTopic:
    """
    A topic: its place in the numbering, its partitions, its subscribers in ascending order.

    `named` is how often the members' lists name it: as often as it has subscribers, unless a list repeats it.
    """

    place: int
    numbers: range
    subscribers: list[int]
    named: int

    @property
    def is_open(self) -> bool:
        """Whether its partitions may move: Kafka asks whether it is named at least twice."""
        return self.named > 1


class Levelling:
    """The levelling of one `standing`, which it changes; its log of moves spans all calls of `until_level`."""

    def __init__(
        self, standing: OwnershipState, previous: Mapping[int, int], candidates: Callable[[], Candidates]
    ) -> None:
        """
        `previous` maps partitions to previous owners that still subscribe; `candidates` decides what goes back first.
        """
        self._standing = standing
        self._previous = previous
        self._log = MoveLog(candidates)
        self._patience = 1000 + PATIENCE * len(standing.owner)

    def until_level(self, batches: Sequence[tuple[SubscribedTopic, Sequence[int]]]) -> bool:
        """
        Rounds over the partitions in `batches`, in their order, until one moves nothing; whether anything has moved.
        """
        seen, rounds, start = self._standing.copy(), 0, self._log.moves
        while True:
            before = self._log.moves
            for topic, numbers in batches:
                self._level_topic(topic, numbers)
            if self._log.moves == before:
                return before > start
            rounds += 1
            if self._standing == seen:
                self._patience = 0
            # Brent's way to notice that a sequence repeats: compare with the last round whose number is a power of two.
            if rounds & (rounds - 1) == 0:
                seen = self._standing.copy()

    def _level_topic(self, topic: SubscribedTopic, numbers: Sequence[int]) -> None:
        owner, load = self._standing.owner, self._standing.load
        least = min(map(load.__getitem__, topic.subscribers))
        if max(load[owner[number]] for number in numbers) <= least + 1:
            return
        members = len(load)
        # The subscribers by (load, id), as one number each; entries that a move has outdated are skipped at the top.
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
        loser = self._standing.owner[other]
        if loser != giver and self._log.moves >= self._patience:
            other, loser = number, giver
        self._standing.give(other, taker)
        self._log.record(topic, number=other, giver=loser, taker=taker)
        return loser
