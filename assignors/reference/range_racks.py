"""
Range with racks: members first get partitions with a replica on their rack; then the rest is assigned.

Source: KIP-881, as in Kafka since KAFKA-14451 and KAFKA-14891 (3.5). Balance has priority over co-partitioning, and
co-partitioning over racks. Each subscriber has room for the P div n partitions of its block, and for one more while
some of the P mod n extras remain, whatever their ids. A member without a rack matches every partition.

* *Equal topics* (two or more with the same partition count and the same subscribers): ids come one by one. The first
  subscriber with room that matches the id in every one of the topics gets it in all of them.
* *A single topic*: subscribers come one by one. Each takes the first partitions that match, up to its room. This step
  runs only where racks have an effect (`racks`).
* *The rest* then goes to the subscribers in order, up to their room.

Equal topics are matched as soon as racks have an effect on any topic of the group, even if they have none on these
topics. This follows Kafka's code, not the KIP's text. Costs grow with the partitions and their replicas, not with
partitions times members.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import islice

from kafka_assay.assignors.model import Member, Topic
from kafka_assay.assignors.reference.partitions import NOBODY
from kafka_assay.assignors.reference.racks import do_racks_decide, rack_of, replica_racks_of

AtRack = Mapping[str | None, list[int]]


@dataclass(slots=True, kw_only=True)
class TopicRoom:
    """How many partitions of a topic each subscriber may still take: `size`, and one more while `extras` remain."""

    size: int
    extras: int
    taken: dict[int, int] = field(default_factory=dict)

    def room_of(self, place: int) -> int:
        """The number of partitions that `place` may still take."""
        return max(0, self.size + (self.extras > 0) - self.taken.get(place, 0))

    def take(self, place: int, count: int) -> None:
        """Record that `place` takes `count` partitions, at most as many as it has room for."""
        taken = self.taken[place] = self.taken.get(place, 0) + count
        if count and taken > self.size:
            self.extras -= 1

    def serve(self, place: int, numbers: Iterable[int], owners: list[int]) -> int:
        """Give `place` the first of `numbers` without an owner, up to its room. Returns how many."""
        mine = list(islice((number for number in numbers if owners[number] == NOBODY), self.room_of(place)))
        for number in mine:
            owners[number] = place
        self.take(place, len(mine))
        return len(mine)


def owners_by_rack(
    members: Sequence[Member], topics: Mapping[str, Topic], subscribers: Mapping[str, list[int]]
) -> dict[str, list[int]]:
    """
    Topic -> the place in `members` of each partition's owner, without topics that racks do not affect.

    `subscribers` comes from `subscribers_by_topic`: topics with the same subscribers share one list.
    """
    if not any(rack_of(member) for member in members):
        return {}
    at_racks: dict[int, dict[str | None, list[int]]] = {}
    together: dict[tuple[int, int], list[str]] = {}
    for topic, places in subscribers.items():
        if id(places) not in at_racks:
            at_rack = at_racks[id(places)] = {}
            for place in places:
                at_rack.setdefault(rack_of(members[place]), []).append(place)
        together.setdefault((id(places), topics[topic].partitions), []).append(topic)
    counting = {
        topic
        for topic, places in subscribers.items()
        if do_racks_decide([rack for rack in at_racks[id(places)] if rack], replica_racks_of(topics[topic]))
    }
    owners: dict[str, list[int]] = {}
    for alike in together.values() if counting else ():
        places = subscribers[alike[0]]
        at_rack = at_racks[id(places)]
        if at_rack.keys() == {None} or (len(alike) == 1 and alike[0] not in counting):
            continue
        size, extras = divmod(topics[alike[0]].partitions, len(places))
        room = TopicRoom(size=size, extras=extras)
        match = match_together if len(alike) > 1 else match_alone
        matched = match([replica_racks_of(topics[topic]) for topic in alike], at_rack, room)
        fill_up(matched, places, room)
        owners |= dict.fromkeys(alike, matched)
    return owners


def match_together(replica_racks: Sequence[Sequence[Collection[str]]], at_rack: AtRack, room: TopicRoom) -> list[int]:
    """
    The owner of each id of several equal topics; `NOBODY` where no subscriber with room matches it in all of them.
    """
    turn = dict.fromkeys(at_rack, 0)

    def first_with_room(rack: str | None) -> int | None:
        places = at_rack[rack]
        # Room never grows, so a subscriber without room is not visited again.
        while turn[rack] < len(places) and not room.room_of(places[turn[rack]]):
            turn[rack] += 1
        return places[turn[rack]] if turn[rack] < len(places) else None

    owners = []
    for of_topics in zip(*replica_racks, strict=True):
        racks = {None, *set(of_topics[0]).intersection(*of_topics[1:])} & at_rack.keys()
        first = [place for rack in racks if (place := first_with_room(rack)) is not None]
        owner = min(first, default=NOBODY)
        if owner != NOBODY:
            room.take(owner, 1)
        owners.append(owner)
    return owners


def match_alone(replica_racks: Sequence[Sequence[Collection[str]]], at_rack: AtRack, room: TopicRoom) -> list[int]:
    """The owner of each partition of one topic; `NOBODY` where the subscribers that match it have no room."""
    (of_partitions,) = replica_racks
    owners = [NOBODY] * len(of_partitions)
    lines = _partitions_by_rack(of_partitions, at_rack)
    rows = {rack: iter(at_rack[rack]) for rack in lines}
    # The next subscriber of each rack. No two are equal, so racks are never compared.
    queue = [(next(row), rack) for rack, row in rows.items()]
    heapify(queue)
    while queue:
        place, rack = heappop(queue)
        left = room.room_of(place)
        # If a member has room left, its rack has no more matches. If it has no room, the others have none either.
        following = next(rows[rack], None) if room.serve(place, lines[rack], owners) == left > 0 else None
        if following is not None:
            heappush(queue, (following, rack))
    return owners


def fill_up(owners: list[int], places: Sequence[int], room: TopicRoom) -> None:
    """Give partitions without an owner to `places`, one after another, up to their room."""
    missing, numbers = owners.count(NOBODY), iter(range(len(owners)))
    for place in places:
        if not missing:
            return
        missing -= room.serve(place, numbers, owners)


def _partitions_by_rack(of_partitions: Sequence[Collection[str]], at_rack: AtRack) -> dict[str | None, Iterator[int]]:
    """
    Rack with subscribers -> the partitions that they match, ascending, without racks that have no such partitions.
    """
    matching: dict[str | None, list[int]] = {}
    for number, racks in enumerate(of_partitions):
        for rack in at_rack.keys() & racks:
            matching.setdefault(rack, []).append(number)
    lines: dict[str | None, Iterator[int]] = {rack: iter(numbers) for rack, numbers in matching.items()}
    if None in at_rack:
        lines[None] = iter(range(len(of_partitions)))
    return lines
