"""
The connected parts of a group: no partition of one can go to a member of another.

Only the maximum ties them together: each part may use what the largest one needs anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from assignors.model import TopicPartition
from assignors.order import kafka_order
from assignors.ownership import valid_owners

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assignors.model import Assignment, Group

Plan: TypeAlias = list[int]
"""The holder of each item of a part, by number."""


class Standing(NamedTuple):
    """
    How good a plan is, in units: compared in this order, the smaller the better.
    """

    most: int
    squares: int
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """
    Items (partitions that weigh something) and the members that can hold them.

    Item i is `partition[i]`, weighs `weight[i]` times `unit`, belongs to hub `hub[i]` and validly to member `owner[i]`
    (-1: nobody); items stand from the heaviest to the lightest. Members of one crew can hold the same; hub h can go to
    the members `reach[h]`, which are those of the crews `crews_of[h]`.
    """

    members: tuple[str, ...]
    crew: tuple[int, ...]
    reach: tuple[tuple[int, ...], ...]
    crews_of: tuple[tuple[int, ...], ...]
    partition: tuple[TopicPartition, ...]
    weight: tuple[int, ...]
    hub: tuple[int, ...]
    owner: tuple[int, ...]
    unit: int

    @property
    def crews(self) -> int:
        """
        How many crews there are.
        """
        return 1 + max(self.crew)

    def loads(self, plan: Plan) -> list[int]:
        """
        What each member weighs under `plan`.
        """
        loads = [0] * len(self.members)
        for holder, weight in zip(plan, self.weight, strict=True):
            loads[holder] += weight
        return loads

    def standing(self, plan: Plan) -> Standing:
        """
        How good `plan` is, in this part's own unit.
        """
        loads = self.loads(plan)
        return Standing(
            most=max(loads),
            squares=sum(load * load for load in loads),
            moved=sum(
                weight
                for holder, owner, weight in zip(plan, self.owner, self.weight, strict=True)
                if owner not in (-1, holder)
            ),
        )

    def plan_of(self, holders: Mapping[TopicPartition, str]) -> Plan | None:
        """
        What `holders` says of this part; None where it leaves an item out or gives one to a stranger.
        """
        number = {member: place for place, member in enumerate(self.members)}
        plan = [number.get(holders.get(partition, ""), -1) for partition in self.partition]
        able = [set(reach) for reach in self.reach]
        return plan if all(holder in able[hub] for holder, hub in zip(plan, self.hub, strict=True)) else None


def holders_of(assignment: Assignment) -> dict[TopicPartition, str]:
    """
    Who holds each partition; nobody is said to where two do.
    """
    holders: dict[TopicPartition, str] = {}
    for member, topics in assignment.items():
        for topic, ids in topics.items():
            for partition in (TopicPartition(topic, id_) for id_ in ids):
                holders[partition] = "" if partition in holders else member
    return holders


def parts_of(group: Group, units: dict[TopicPartition, int]) -> list[Part]:
    """
    The parts of `group`, as far as the partitions in `units` go, which all weigh something.

    Members, and partitions of one weight, stand in the order of their names: that of the input does not matter.
    """
    weighing = {topic for topic, _ in units}
    crews: dict[frozenset[str], list[str]] = {}
    for member in sorted(group.members, key=lambda member: kafka_order(member.id)):
        topics = weighing.intersection(member.subscription)
        if topics:
            crews.setdefault(frozenset(topics), []).append(member.id)
    subscribers: dict[str, list[int]] = {topic: [] for topic in sorted(weighing, key=kafka_order)}
    for number, crew in enumerate(crews):
        for topic in crew:
            subscribers[topic].append(number)
    hubs: dict[tuple[int, ...], list[TopicPartition]] = {}
    for numbers in subscribers.values():
        hubs.setdefault(tuple(numbers), [])
    for partition in units:
        hubs[tuple(subscribers[partition.topic])].append(partition)
    owners, members = valid_owners(group), list(crews.values())
    return [_part(some, hubs, members, units, owners) for some in _connected(list(hubs))]


def _connected(hubs: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """
    The hubs (each a tuple of crews), put together where they share a crew.
    """
    leader: dict[int, int] = {crew: crew for hub in hubs for crew in hub}

    def found(crew: int) -> int:
        while leader[crew] != crew:
            leader[crew] = leader[leader[crew]]
            crew = leader[crew]
        return crew

    for first, *others in hubs:
        for crew in others:
            leader[found(crew)] = found(first)
    together: dict[int, list[tuple[int, ...]]] = {}
    for hub in hubs:
        together.setdefault(found(hub[0]), []).append(hub)
    return list(together.values())


def _part(
    hubs: list[tuple[int, ...]],
    of_hub: dict[tuple[int, ...], list[TopicPartition]],
    members: list[list[str]],
    units: dict[TopicPartition, int],
    owners: dict[TopicPartition, str],
) -> Part:
    crews = sorted({crew for hub in hubs for crew in hub})
    local = {crew: place for place, crew in enumerate(crews)}
    ids = [member for crew in crews for member in members[crew]]
    crew_of = [local[crew] for crew in crews for _ in members[crew]]
    by_crew: list[list[int]] = [[] for _ in crews]
    for place, crew in enumerate(crew_of):
        by_crew[crew].append(place)
    number = {member: place for place, member in enumerate(ids)}
    hub_of = {partition: place for place, hub in enumerate(hubs) for partition in of_hub[hub]}
    items = sorted(hub_of, key=lambda item: (-units[item], kafka_order(item.topic), item.partition))
    unit = gcd(*(units[item] for item in items))
    return Part(
        members=tuple(ids),
        crew=tuple(crew_of),
        reach=tuple(tuple(sorted(place for crew in hub for place in by_crew[local[crew]])) for hub in hubs),
        crews_of=tuple(tuple(local[crew] for crew in hub) for hub in hubs),
        partition=tuple(items),
        weight=tuple(units[item] // unit for item in items),
        hub=tuple(hub_of[item] for item in items),
        owner=tuple(number[owners[item]] if item in owners else -1 for item in items),
        unit=unit,
    )
