"""
The references in Kafka's iteration order, so that equal choices agree and owners can be compared by name.

Kafka stores the members of a group in a hash map. The client's sticky classes use its order to compare claims and to
choose which members keep an extra partition. Among partitions that could go back they take the first of a hash set, and
among previous owners the first of the map; these two parts of the references are replaced for a call. The coordinator's
Uniform numbers members by that order, and topics by their ids, which the Java host makes up. With equal subscriptions
it uses hash tables of these ids (`tests.support.kafka.coordinator_tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from unittest.mock import patch

from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.model import Assignment, Claims, Group
from kafka_assay.assignors.order import sort_by_id
from kafka_assay.assignors.reference import levelling, sticky
from kafka_assay.assignors.reference.claims import outdated_owners
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.partitions import PartitionNumbering, number_partitions
from kafka_assay.assignors.reference.server_uniform import ServerUniformAssignor
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic
from tests.support.kafka.coordinator_tables import (
    share_as_coordinator,
    spread,
    spread_text,
    table_order,
    table_size,
    topic_id,
)


def with_kafkas_order(reference: str) -> Callable[[Group], Assignment] | None:
    """The `reference` in Kafka's order; None if its rule does not depend on an order."""
    if reference == "server-uniform":
        return _uniform
    rules: dict[str, Assignor] = {"sticky": StickyAssignor(), "cooperative-sticky": CooperativeStickyAssignor()}
    return partial(_assign_with_java_ties, rules[reference]) if reference in rules else None


def in_hash_order(group: Group) -> Group:
    """
    `group` with its members in the order of Kafka's hash map.

    >>> from kafka_assay.assignors.model import group_of
    >>> in_hash_order(group_of({}, {"b": [], "a": []})).member_ids()
    ['a', 'b']
    """
    members = {member.id: member for member in group.members}
    return replace(group, members=tuple(map(members.__getitem__, table_order(members, spread_text))))


def _assign_with_java_ties(assignor: Assignor, group: Group) -> Assignment:
    counts = group.partition_counts()
    numbering = number_partitions(counts, subscribers_by_topic(group.members, counts))
    first_in_map = patch.object(
        sticky, "outdated_owners", lambda claims, _: outdated_owners(claims, range(len(claims)))
    )
    with first_in_map, patch.object(levelling, "MoveLog", lambda: JavaMoveLog(numbering)):
        return assignor.assign(in_hash_order(group))


class JavaMoveLog(levelling.MoveLog):
    """
    A log of moves in which the first of Java's hash set goes back.

    The set's table has 16 buckets. It doubles when it is more than three quarters full, and never shrinks. Entries of
    one bucket keep the order of their addition.
    """

    def __init__(self, numbering: PartitionNumbering) -> None:
        """The log of numbered partitions."""
        super().__init__()
        self._numbering = numbering
        self._tables: dict[tuple[int, int, int], int] = {}

    def instead_of(self, topic: int, *, number: int, giver: int, taker: int) -> int:
        """See `MoveLog`."""
        way = topic, taker, self._origin.get(number, giver)
        reverse = self._moved.get(way)
        if not reverse:
            return number
        name, last = self._numbering.topics[topic], self._tables[way] - 1
        # Spreading twice gives the hash code of the name.
        code = spread(spread_text(name))
        return min(reverse, key=lambda one: spread(31 * (31 + self._numbering.ids[one]) + code & 0xFFFFFFFF) & last)

    def record(self, topic: int, *, number: int, giver: int, taker: int) -> None:
        """See `MoveLog`; a new entry comes last."""
        self.moves += 1
        origin = self._origin.pop(number, giver)
        if origin != giver:
            before = topic, origin, giver
            self._moved[before].remove(number)
            if not self._moved[before]:
                del self._tables[before]
        if origin != taker:
            self._origin[number] = origin
            way = topic, origin, taker
            numbers = self._moved.setdefault(way, [])
            numbers.append(number)
            self._tables[way] = max(self._tables.get(way, 0), table_size(len(numbers)))


def _uniform(group: Group) -> Assignment:
    """
    Uniform's answer in Kafka's order.

    The reference uses name order. So with unequal subscriptions each member and topic gets a name that sorts like
    Kafka's number. The Java host fills the coordinator's map in the order of the members' ids.
    """
    if len({frozenset(member.subscription) for member in group.members}) <= 1:
        return share_as_coordinator(group)
    ordered = in_hash_order(replace(group, members=tuple(sort_by_id(group.members))))
    members = _numbered_names(ordered.member_ids())
    mentioned = {topic for one in group.members for topic in (*one.subscription, *dict(one.owned))}
    topics = _numbered_names(sorted(mentioned | set(group.partition_counts()), key=topic_id))
    renamed = replace(
        ordered,
        topics=tuple(replace(topic, name=topics[topic.name]) for topic in ordered.topics),
        members=tuple(
            replace(
                member,
                id=members[member.id],
                subscription=tuple(topics[name] for name in member.subscription),
                owned=_rename_members(member.owned, topics),
            )
            for member in ordered.members
        ),
    )
    answer = ServerUniformAssignor().assign(renamed)
    names = {other: name for name, other in topics.items()}
    return {
        member.id: {names[topic]: ids for topic, ids in answer[members[member.id]].items()} for member in group.members
    }


def _numbered_names(names: Iterable[str]) -> dict[str, str]:
    return {name: f"{place:09}" for place, name in enumerate(names)}


def _rename_members(owned: Claims, names: Mapping[str, str]) -> Claims:
    return tuple((names[topic], ids) for topic, ids in owned)
