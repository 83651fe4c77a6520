"""The orders in which references take members: by id, or static members first."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.order import kafka_order


def sort_static_first(members: Iterable[Member]) -> list[Member]:
    """
    Sort members with a `group.instance.id` by it, then those without by member id.

    So a static member that restarts under a new member id keeps its place. Source: KIP-345 and KAFKA-8432, Kafka 2.4
    on; range and round-robin stand in this order. Members that wrongly share an instance id stand by member id, which
    Kafka leaves to chance.

    >>> from kafka_assay.assignors.model import Member
    >>> members = [Member(id="m-zz", subscription=(), instance_id="I1"), Member(id="m-aa", subscription=())]
    >>> [member.id for member in sort_static_first(members)]
    ['m-zz', 'm-aa']
    """
    return sorted(members, key=_static_first_key)


def sort_by_id(members: Iterable[Member]) -> list[Member]:
    """Sort members by member id, as the sticky family does: it ignores instance ids."""
    return sorted(members, key=lambda member: kafka_order(member.id))


def _static_first_key(member: Member) -> tuple[bool, bytes, bytes]:
    instance = member.instance_id
    return (instance is None, b"" if instance is None else kafka_order(instance), kafka_order(member.id))
