"""
The equal path of the sticky family: all members subscribe to the same topics, so only counts matter.

Source: KAFKA-9987 (Kafka 2.5.1), in the two phases of KAFKA-12464, with the corrections of KAFKA-12984, KAFKA-14639 and
KAFKA-16277 (Kafka 3.8). With P partitions and N members, `least` = P div N, `most` = `least` rounded up, and P mod N
members get an extra partition.

1. *Keep.* Members come in order. A member that holds fewer than `least` keeps all and is *short*. A member that holds
   `most` or more keeps the first `most` of them (by partition id, then topic), while extras are left. Every other
   member keeps the first `least`, and waits for an extra if any are left. The partitions cut off have no owner now.
2. *Deal.* Partitions without an owner come in the order of (topic, id). The short members, by id, take one each, round
   after round. A member that reaches `least` leaves the rounds and joins the queue for an extra. Then the queue takes
   one each: first the members that started with exactly `least`, by id, then the filled ones, in the order of filling.

Where racks have an effect (KIP-881, with KAFKA-16277's count of the extras), a claim on a partition without a replica
on the member's rack is not kept, and a deal by racks comes between the two phases. Partitions without an owner are
sorted again: those with the fewest members on their racks come first. Each of them goes to the next short member on one
of its racks. The circle continues where the last one was found. If there is none, the partition goes to the first
member on one of its racks that waits for an extra, while extras are left. Otherwise it is left to the ordinary deal,
which ignores racks. Balance comes first: no member exceeds its share.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.reference.claims import Resolution
from kafka_assay.assignors.reference.partitions import PartitionNumbering
from kafka_assay.assignors.reference.racks import Racks


@dataclass(slots=True, kw_only=True)
class Sharing:
    """
    The state between the phases: the partitions of each member, and who still gets some.

    `short` members are below their share, `waiting` members may get one of the remaining `extras`. `cut` maps a
    partition to the member that held it and lost it. A cooperative assignor must not grant it to another member before
    that member has given it up.
    """

    had: list[list[int]]
    extras: int = 0
    short: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    cut: dict[int, int] = field(default_factory=dict)


def share_evenly(
    numbering: PartitionNumbering, resolution: Resolution, by_id: Sequence[int], racks: Racks | None = None
) -> Sharing:
    """
    Every member's share; `racks` is None if racks have no effect.

    `by_id` are the members' places in the order of their ids. A disputed partition has no holder here, even if a newer
    claim has overruled the dispute.

    >>> from kafka_assay.assignors.reference.claims import Resolution
    >>> from kafka_assay.assignors.reference.partitions import number_partitions
    >>> arrived = Resolution(held=[[], [0, 1], [2]], disputed=set())
    >>> share_evenly(number_partitions({"t": 7}, ["t"]), arrived, [0, 1, 2]).had
    [[3, 5], [0, 1, 6], [2, 4]]
    """
    held, wrong = resolution.held, dict[int, int]()
    if resolution.disputed:
        held = [[number for number in mine if number not in resolution.disputed] for mine in held]
    if racks is not None:
        held, wrong = racks.split_by_rack(held)
    sharing = keep_share(held, numbering)
    sharing.cut.update(wrong)
    kept = bytearray(len(numbering))
    for mine in sharing.had:
        for number in mine:
            kept[number] = 1
    unowned = [number for number, has_owner in enumerate(kept) if not has_owner]
    rank = {place: position for position, place in enumerate(by_id)}
    sharing.short.sort(key=rank.__getitem__)
    sharing.waiting.sort(key=rank.__getitem__)
    least = len(numbering) // max(1, len(held))
    if racks is not None:
        unowned = deal_by_rack(sharing, unowned, least, racks)
    left, filled, _ = fill_short(sharing.had, sharing.short, unowned, least)
    for place, number in zip([*sharing.waiting, *filled], left, strict=False):
        sharing.had[place].append(number)
    return sharing


def keep_share(held: Sequence[list[int]], numbering: PartitionNumbering) -> Sharing:
    """Phase 1: members keep what they hold, up to their share. `held` is in the order of the members."""
    least, extras = divmod(len(numbering), max(1, len(held)))
    sharing = Sharing(had=[])
    for place, mine in enumerate(held):
        keeps = len(mine)
        if keeps < least:
            sharing.short.append(place)
        elif keeps > least and extras > 0:
            keeps = least + 1
            extras -= 1
            if extras == 0:
                sharing.waiting.clear()
        else:
            keeps = least
            if extras > 0:
                sharing.waiting.append(place)
        kept = mine[:keeps]
        if len(mine) > keeps:
            ordered = sorted(mine, key=lambda number: (numbering.ids[number], number))
            kept = ordered[:keeps]
            sharing.cut.update(dict.fromkeys(ordered[keeps:], place))
        sharing.had.append(kept)
    sharing.extras = extras
    return sharing


def fill_short(
    shares: list[list[int]], short: list[int], unowned: Sequence[int], least: int
) -> tuple[Sequence[int], list[int], list[int]]:
    """
    Deal partitions without an owner to the short members, round after round, until each has `least`.

    Returns the partitions left, the members filled, in that order, and the members that are still short.
    """
    start, filled = 0, list[int]()
    while short and start < len(unowned):
        for place, number in zip(short, unowned[start : start + len(short)], strict=False):
            shares[place].append(number)
        start += len(short)
        filled += [place for place in short if len(shares[place]) >= least]
        short = [place for place in short if len(shares[place]) < least]
    return unowned[start:], filled, short


def deal_by_rack(sharing: Sharing, unowned: Iterable[int], least: int, racks: Racks) -> list[int]:
    """
    Deal to members on the right racks. Returns the partitions without a taker, in their order.

    Updates the short and the waiting members in `sharing`.
    """
    near, had, on_rack = racks.near, sharing.had, Counter(rack for rack in racks.of if rack is not None)
    crowds = {some: sum(on_rack[rack] for rack in some) for some in set(near)}
    short, waiting, turn = RackLine(sharing.short, racks), RackLine(sharing.waiting, racks), 0
    left: list[int] = []
    for number in sorted(unowned, key=lambda number: crowds[near[number]]):
        if (position := short.find(near[number], turn)) is not None:
            place, turn = short.members[position], position + 1
            had[place].append(number)
            if len(had[place]) == least:
                waiting.join(short.leave(position))
        elif sharing.extras and (position := waiting.find(near[number])) is not None:
            had[waiting.leave(position)].append(number)
            sharing.extras -= 1
        else:
            left.append(number)
    sharing.short[:] = short.members.values()
    sharing.waiting[:] = waiting.members.values() if sharing.extras else []
    return left


class RackLine:
    """Members in a line, found by rack: `members` maps positions to places, in order."""

    def __init__(self, places: Iterable[int], racks: Racks) -> None:
        """The line of `places`, in order."""
        self.members: dict[int, int] = {}
        self._racks = racks.of
        self._on: dict[str, list[int]] = {}
        self._end = 0
        for place in places:
            self.join(place)

    def join(self, place: int) -> None:
        """Add `place` at the end."""
        rack = self._racks[place]
        self.members[self._end] = place
        if rack is not None:
            self._on.setdefault(rack, []).append(self._end)
        self._end += 1

    def find(self, near: Iterable[str], start: int = 0) -> int | None:
        """The position of the first member on one of the racks `near`, from `start` on and around; None without any."""
        best: int | None = None
        for rack in near:
            positions = self._on.get(rack)
            if positions:
                index = bisect_left(positions, start)
                turn = positions[index] if index < len(positions) else positions[0] + self._end
                if best is None or turn < best:
                    best = turn
        return None if best is None else best % self._end

    def leave(self, position: int) -> int:
        """Remove the member at `position`, which was found by its rack, and return its place."""
        place = self.members.pop(position)
        rack = self._racks[place]
        assert rack is not None, "who has no rack is not found"
        positions = self._on[rack]
        del positions[bisect_left(positions, position)]
        return place
