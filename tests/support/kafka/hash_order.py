"""
The references in Kafka's iteration order, so that equal choices agree and owners can be compared by name.

Kafka stores the members of a group in a hash map. The client's sticky classes use its order to compare claims and to
choose which members keep an extra partition. Among partitions that could go back they take the first of a hash set, and
among previous owners the first of the map; these two parts of the references are replaced for a call. The coordinator's
Uniform numbers members by that order, and topics by their ids, which the Java host makes up. With equal subscriptions
it iterates members, topics and a member's partitions in the order of hash tables of ids. The Java host fills them as a
coordinator does, so all orders are known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TypeVar
from unittest.mock import patch

from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.model import Assignment, Group, Member, TopicPartition
from kafka_assay.assignors.order import kafka_order, sort_by_id
from kafka_assay.assignors.reference import levelling, sticky
from kafka_assay.assignors.reference.claims import outdated_owners
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.partitions import PartitionNumbering, number_partitions
from kafka_assay.assignors.reference.server_uniform import ServerUniformAssignor, share_by_quota
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic

T = TypeVar("T")
ID_LETTERS = 8
"""The number of letters of a topic's name that make the first half of its id in the Java host."""
NOBODY = ""


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
                owned=tuple((topics[topic], ids) for topic, ids in member.owned),
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


def topic_id(name: str) -> tuple[int, int]:
    """The two halves of the id that the Java host gives a topic, as unsigned 64-bit numbers."""
    letters = name.encode("ascii")
    scattered = hashlib.md5(letters, usedforsecurity=False).digest()[ID_LETTERS:]
    second_half = bytes([scattered[0] & 0x3F | 0x80, *scattered[1:]])
    return int.from_bytes(letters[:ID_LETTERS].ljust(ID_LETTERS, b"\0")), int.from_bytes(second_half)


def spread(code: int) -> int:
    """The bits of a hash code as Java's hash tables use them; twice applied, the code itself."""
    return code ^ code >> 16


def spread_text(text: str) -> int:
    """The spread hash code of a Java string, which counts UTF-16 code units."""
    units = text.encode("utf-16-be", "surrogatepass")
    code = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        code = 31 * code + 256 * high + low & 0xFFFFFFFF
    return spread(code)


def table_size(entries: int) -> int:
    """The buckets of a Java hash table after `entries` single additions: it doubles if more than 3/4 are in use."""
    table = 16
    while 4 * entries > 3 * table:
        table *= 2
    return table


def _spread_topic(name: str) -> int:
    """The spread hash code of the topic's id."""
    first, second = topic_id(name)
    both = first ^ second
    return spread(both >> 32 ^ both & 0xFFFFFFFF)


def share_as_coordinator(group: Group) -> Assignment:
    """
    The answer of Kafka's Uniform to a `group` with equal subscriptions.

    >>> from kafka_assay.assignors.model import group_of
    >>> share_as_coordinator(group_of({"t": 2}, {"A": ["t"], "B": ["t"], "C": ["t"]}))
    {'A': {}, 'B': {'t': [0]}, 'C': {'t': [1]}}
    """
    members = sorted(group.members, key=lambda member: kafka_order(member.id))
    counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
    topics = _subscribed_topics(members, counts)
    held = _holdings(members, group.partition_counts())
    taken = {(topic, one) for mine in held.values() for topic, ids in mine.items() for one in ids}
    order = table_order([member.id for member in members], spread_text)
    shares = share_by_quota(
        [_partitions_of(held[member], topics) for member in order],
        [TopicPartition(topic, one) for topic in topics for one in range(counts[topic]) if (topic, one) not in taken],
    )
    answer: Assignment = {member.id: {} for member in group.members}
    for member, share in zip(order, shares, strict=True):
        for topic, one in sorted(share):
            answer[member].setdefault(topic, []).append(one)
    return answer


def _subscribed_topics(members: list[Member], counts: dict[str, int]) -> list[str]:
    """The topics in the order of the assignor's set of topic ids."""
    names = _copied_table(members[0].subscription if members else (), spread_text)
    return _copied_table([name for name in names if name in counts], _spread_topic)


def _holdings(members: list[Member], counts: dict[str, int]) -> dict[str, dict[str, list[int]]]:
    """Member -> topic -> ids, as the coordinator stores them. Of several claims only the newest counts."""
    newest: dict[str, dict[int, tuple[int, str]]] = {}
    named: list[str] = []
    claimed: dict[str, list[int]] = {}
    for member in members:
        for topic, ids in member.owned:
            for one in _copied_table(ids, spread):
                if 0 <= one and (topic not in counts or one < counts[topic]):
                    claims = newest.setdefault(topic, {})
                    claims[one] = _newer(claims.get(one), (member.claimed_generation(), member.id))
                    named.append(topic)
                    claimed.setdefault(topic, []).append(one)
    held: dict[str, dict[str, list[int]]] = {member.id: {} for member in members}
    for topic in _merged_table(named, spread_text):
        for one in _merged_table(claimed[topic], spread):
            owner = newest[topic][one][1]
            if owner != NOBODY:
                held[owner].setdefault(topic, []).append(one)
    return held


def _newer(before: tuple[int, str] | None, claim: tuple[int, str]) -> tuple[int, str]:
    if before is None or claim[0] > before[0]:
        return claim
    return (before[0], NOBODY) if claim[0] == before[0] else before


def _partitions_of(mine: dict[str, list[int]], topics: list[str]) -> list[TopicPartition]:
    """A member's partitions of subscribed topics, in the order of its map of sets."""
    return [
        TopicPartition(topic, one)
        for topic in table_order(mine, _spread_topic)
        if topic in topics
        for one in table_order(mine[topic], spread)
    ]


def table_order(items: Iterable[T], code: Callable[[T], int]) -> list[T]:
    """The distinct `items` in the order of a Java hash table to which they were added one by one."""
    listed = list(dict.fromkeys(items))
    return _in_buckets(listed, code, table_size(len(listed)))


def _copied_table(items: Iterable[T], code: Callable[[T], int]) -> list[T]:
    """The same for a table made from a collection, which reserves room for all items at once."""
    listed = list(items)
    table = table_size(0)
    while table < 4 * len(listed) // 3 + 1:
        table *= 2
    return _in_buckets(list(dict.fromkeys(listed)), code, table)


def _merged_table(keys: Iterable[T], code: Callable[[T], int]) -> list[T]:
    """
    The distinct `keys` in the order of a Java hash table that was filled by `computeIfAbsent` or `merge`.

    These methods put a new entry in front of its bucket, and they grow the table before the next call, not after the
    last.
    """
    listed: dict[T, None] = {}
    table = table_size(0)
    for key in keys:
        table = max(table, table_size(len(listed)))
        listed[key] = None
    return _in_buckets(list(reversed(listed)), code, table)


def _in_buckets(listed: list[T], code: Callable[[T], int], table: int) -> list[T]:
    return sorted(listed, key=lambda item: code(item) & (table - 1))
