"""
The connected components of a group: no partition of one can go to a member of another.

Only the maximum connects components. Each may use the maximum that another one needs anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners

TopicClass: TypeAlias = tuple[int, ...]
"""The numbers of the member classes that subscribe to the class's topics."""

ItemPlan: TypeAlias = list[int]
"""The holder of each item of a component, by number."""


class ComponentFigures(NamedTuple):
    """The figures of a plan in units, compared in this order; less is better."""

    most: int
    squares: int
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """
    Items (partitions with a weight above zero) and the members that can hold them.

    Item i is `partition[i]`, weighs `weight[i]` times `unit` and is in topic class `topic_class[i]`. Its valid owner is
    member `owner[i]` (-1: none). Items are sorted from the heaviest to the lightest. Topic class t can go to the
    members `reach[t]`, which are the members of the member classes `class_reach[t]`.
    """

    members: tuple[str, ...]
    member_class: tuple[int, ...]
    reach: tuple[tuple[int, ...], ...]
    class_reach: tuple[tuple[int, ...], ...]
    partition: tuple[TopicPartition, ...]
    weight: tuple[int, ...]
    topic_class: tuple[int, ...]
    owner: tuple[int, ...]
    unit: int

    @property
    def class_sizes(self) -> list[int]:
        """The number of members in each member class."""
        counts = Counter(self.member_class)
        return [counts[number] for number in range(len(counts))]

    def loads(self, plan: ItemPlan) -> list[int]:
        """The weight of each member under `plan`."""
        loads = [0] * len(self.members)
        for holder, weight in zip(plan, self.weight, strict=True):
            loads[holder] += weight
        return loads

    def figures(self, plan: ItemPlan) -> ComponentFigures:
        """The figures of `plan` in the component's unit."""
        loads = self.loads(plan)
        return ComponentFigures(
            most=max(loads),
            squares=sum(load * load for load in loads),
            moved=sum(
                weight
                for holder, owner, weight in zip(plan, self.owner, self.weight, strict=True)
                if owner not in (-1, holder)
            ),
        )

    def plan_from_holders(self, holders: Mapping[TopicPartition, str]) -> ItemPlan | None:
        """The plan of `holders`; None where it lacks an item or gives one to a member that cannot hold it."""
        number = {member: place for place, member in enumerate(self.members)}
        plan = [number.get(holders.get(partition, ""), -1) for partition in self.partition]
        able = [set(reach) for reach in self.reach]
        is_valid = all(holder in able[number] for holder, number in zip(plan, self.topic_class, strict=True))
        return plan if is_valid else None


def holders_of(assignment: Assignment) -> dict[TopicPartition, str]:
    """The holder of each partition, without partitions that have two holders."""
    holders: dict[TopicPartition, str] = {}
    for member, topics in assignment.items():
        for topic, ids in topics.items():
            for partition in (TopicPartition(topic, id_) for id_ in ids):
                holders[partition] = "" if partition in holders else member
    return holders


def components_of(group: Group, units: dict[TopicPartition, int]) -> list[Component]:
    """
    The components of `group`, built from the partitions in `units`, which all weigh something.

    Members, and partitions of one weight, are sorted by name, so the order of the input has no effect.
    """
    weighing = {topic for topic, _ in units}
    member_classes: dict[frozenset[str], list[str]] = {}
    for member in sorted(group.members, key=lambda member: kafka_order(member.id)):
        topics = weighing.intersection(member.subscription)
        if topics:
            member_classes.setdefault(frozenset(topics), []).append(member.id)
    subscribers: dict[str, list[int]] = {topic: [] for topic in sorted(weighing, key=kafka_order)}
    for number, subscription in enumerate(member_classes):
        for topic in subscription:
            subscribers[topic].append(number)
    topic_classes: dict[TopicClass, list[TopicPartition]] = {}
    for numbers in subscribers.values():
        topic_classes.setdefault(tuple(numbers), [])
    for partition in units:
        topic_classes[tuple(subscribers[partition.topic])].append(partition)
    owners, members = valid_owners(group), list(member_classes.values())
    connected = _connect_topic_classes(list(topic_classes))
    return [_build_component(some, topic_classes, members, units, owners) for some in connected]


def _connect_topic_classes(topic_classes: list[TopicClass]) -> list[list[TopicClass]]:
    """The topic classes, grouped where they share a member class."""
    parent = {number: number for topic_class in topic_classes for number in topic_class}

    def find_root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    for first, *others in topic_classes:
        for number in others:
            parent[find_root(number)] = find_root(first)
    together: dict[int, list[TopicClass]] = {}
    for topic_class in topic_classes:
        together.setdefault(find_root(topic_class[0]), []).append(topic_class)
    return list(together.values())


def _build_component(
    topic_classes: list[TopicClass],
    partitions: dict[TopicClass, list[TopicPartition]],
    members: list[list[str]],
    units: dict[TopicPartition, int],
    owners: dict[TopicPartition, str],
) -> Component:
    global_numbers = sorted({number for topic_class in topic_classes for number in topic_class})
    local = {number: place for place, number in enumerate(global_numbers)}
    class_reach = tuple(tuple(local[number] for number in topic_class) for topic_class in topic_classes)
    ids = [member for number in global_numbers for member in members[number]]
    member_class = [local[number] for number in global_numbers for _ in members[number]]
    alike: list[list[int]] = [[] for _ in global_numbers]
    for place, number in enumerate(member_class):
        alike[number].append(place)
    place_of = {member: place for place, member in enumerate(ids)}
    class_of = {one: place for place, topic_class in enumerate(topic_classes) for one in partitions[topic_class]}
    items = sorted(class_of, key=lambda item: (-units[item], kafka_order(item.topic), item.partition))
    unit = gcd(*(units[item] for item in items))
    return Component(
        members=tuple(ids),
        member_class=tuple(member_class),
        reach=tuple(tuple(sorted(place for number in reach for place in alike[number])) for reach in class_reach),
        class_reach=class_reach,
        partition=tuple(items),
        weight=tuple(units[item] // unit for item in items),
        topic_class=tuple(class_of[item] for item in items),
        owner=tuple(place_of[owners[item]] if item in owners else -1 for item in items),
        unit=unit,
    )
