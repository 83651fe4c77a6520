"""
Dealing with racks: on the constrained path, partitions go first to members on the racks of their replicas.

Source: KIP-881, as in the current code, including KAFKA-16277's count of the extras (Kafka 3.8). Between the two phases
of `constrained`:

* A claim on a partition without a replica on the member's rack is not kept.
* Partitions without an owner are sorted again: those with the fewest members on their racks come first.
* Each of them goes to the next short member on one of its racks. The circle continues where the last one was found. If
  there is none, the partition goes to the first member on one of its racks that waits for an extra, while extras are
  left. Otherwise it is left to the ordinary deal, which ignores racks. Balance comes first: no member exceeds its
  share.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence

from kafka_assay.assignors.reference.racks import Racks
from kafka_assay.assignors.reference.sticky.sharing import Sharing


def deal_by_rack(sharing: Sharing, unowned: Iterable[int], least: int, racks: Racks) -> list[int]:
    """
    Deal to members on the right racks. Returns the partitions without a taker, in their order.

    Updates the short and the waiting members in `sharing`.
    """
    crowds = racks.members_by_racks()
    near, had = racks.near, sharing.had
    short, waiting = RackCircle(sharing.short, racks), RackQueue(sharing.waiting, racks)
    left: list[int] = []
    for number in sorted(unowned, key=lambda number: crowds[near[number]]):
        place = short.next(near[number])
        if place is not None:
            had[place].append(number)
            if len(had[place]) == least:
                short.leave(place)
                waiting.join(place)
            continue
        place = waiting.pop(near[number]) if sharing.extras else None
        if place is None:
            left.append(number)
            continue
        had[place].append(number)
        sharing.extras -= 1
    sharing.short[:] = short.members()
    sharing.waiting[:] = waiting.members() if sharing.extras else []
    return left


class RackCircle:
    """Members that take turns, selected by rack: the next member on one of these racks, after the last one found."""

    def __init__(self, places: Sequence[int], racks: Racks) -> None:
        """The circle of `places`, in order."""
        self._places = places
        self._racks = racks
        self._position = {place: position for position, place in enumerate(places)}
        self._on: dict[str, list[int]] = {}
        for position, place in enumerate(places):
            rack = racks.of[place]
            if rack is not None:
                self._on.setdefault(rack, []).append(position)
        self._next = 0

    def next(self, near: Iterable[str]) -> int | None:
        """The next member on one of the racks `near`, or None."""
        best: int | None = None
        for rack in near:
            positions = self._on.get(rack)
            if positions:
                index = bisect_left(positions, self._next)
                turn = positions[index] if index < len(positions) else positions[0] + len(self._places)
                if best is None or turn < best:
                    best = turn
        if best is None:
            return None
        position = best % len(self._places)
        self._next = position + 1
        return self._places[position]

    def leave(self, place: int) -> None:
        """Remove `place`, which was found by its rack."""
        position = self._position.pop(place)
        rack = self._racks.of[place]
        assert rack is not None, "who has no rack is not found"
        positions = self._on[rack]
        del positions[bisect_left(positions, position)]

    def members(self) -> list[int]:
        """The remaining members, in the order of the circle."""
        return list(self._position)


class RackQueue:
    """Members in a queue, selected by rack: the first one on one of these racks."""

    def __init__(self, places: Iterable[int], racks: Racks) -> None:
        """The queue of `places`, in order."""
        self._racks = racks
        self._line: dict[int, int] = {}
        self._on: dict[str, deque[int]] = {}
        self._tickets = 0
        for place in places:
            self.join(place)

    def join(self, place: int) -> None:
        """Add `place` at the end."""
        ticket = self._tickets
        self._tickets += 1
        self._line[ticket] = place
        rack = self._racks.of[place]
        if rack is not None:
            self._on.setdefault(rack, deque()).append(ticket)

    def pop(self, near: Iterable[str]) -> int | None:
        """Remove and return the first member on one of the racks `near`; None if there is none."""
        lines = [line for line in map(self._on.get, near) if line]
        if not lines:
            return None
        return self._line.pop(min(lines, key=lambda line: line[0]).popleft())

    def members(self) -> list[int]:
        """The remaining members, in the order of the queue."""
        return list(self._line.values())
