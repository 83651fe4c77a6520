"""
Kafka's order of text: by UTF-16 code units, as Java compares strings.

It differs from Python's order only for characters beyond the Basic Multilingual Plane.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from struct import unpack

from kafka_assay.assignors.model import Member


def kafka_order(text: str) -> str:
    """
    A sort key that puts `text` where Java's `String.compareTo` puts it.

    >>> sorted(["t10", "t2", "C2", "C10"], key=kafka_order)
    ['C10', 'C2', 't10', 't2']
    """
    if text.isascii():
        return text
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(map(chr, unpack(f">{len(units) // 2}H", units)))


def sort_static_first(members: Iterable[Member]) -> list[Member]:
    """
    Sort members with a `group.instance.id` by it, then the other members by member id.

    So a static member that restarts with a new member id keeps its place. Source: KIP-345 and KAFKA-8432, since Kafka
    2.4, for range and round-robin. Members that wrongly share an instance id are sorted by member id; Kafka leaves
    their order open.

    >>> from kafka_assay.assignors.model import Member
    >>> members = [Member(id="m-zz", subscription=(), instance_id="I1"), Member(id="m-aa", subscription=())]
    >>> [member.id for member in sort_static_first(members)]
    ['m-zz', 'm-aa']
    """
    return sorted(members, key=lambda m: (m.instance_id is None, kafka_order(m.instance_id or ""), kafka_order(m.id)))


def sort_by_id(members: Iterable[Member]) -> list[Member]:
    """Sort members by member id, as the sticky family does. It ignores instance ids."""
    return sorted(members, key=lambda member: kafka_order(member.id))


def places_by_id(members: Sequence[Member]) -> list[int]:
    """The places of the `members`, sorted by member id."""
    return sorted(range(len(members)), key=lambda place: kafka_order(members[place].id))
