"""The rules of a certificate, restated slowly, step by step, and without the oracle."""

from __future__ import annotations

from typing import Any

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners

MOST = 2**53


def is_valid(group: Group, plan: Any) -> bool:
    """Whether a plan, of any shape, gives each partition of a subscribed topic to exactly one subscriber."""
    subscriptions = {member.id: member.subscription for member in group.members}
    sizes = group.partition_counts()
    handed_out: list[tuple[str, int]] = []
    if type(plan) is not dict:
        return False
    for member, topics in plan.items():
        if type(topics) is not dict or member not in subscriptions:
            return False
        for topic, ids in topics.items():
            if type(ids) not in (list, tuple):
                return False
            for one in ids:
                if type(one) is not int or topic not in sizes or topic not in subscriptions[member]:
                    return False
                handed_out.append((topic, one))
    assignable = [(t.name, p) for t in group.topics for p in range(t.partitions) if _readers(group, t.name)]
    return sorted(handed_out) == sorted(assignable)


def _part(certificate: dict[str, Any], name: str) -> dict[str, Any]:
    found = certificate.get(name)
    return found if type(found) is dict else {}


def _readers(group: Group, topic: str) -> list[str]:
    return [member.id for member in group.members if topic in member.subscription]


def holds(group: Group, plan: dict[str, dict[str, list[int]]], certificate: Any) -> bool:
    """
    Whether a certificate, of any shape, has all the whole numbers that a valid plan needs, and no step undercuts it.
    """
    if type(certificate) is not dict or certificate.get("kind") != "potentials":
        return False
    members, topics, levels = (_part(certificate, name) for name in ("members", "topics", "levels"))
    load = {member.id: sum(map(len, plan.get(member.id, {}).values())) for member in group.members}
    needed = {str(low) for low in load.values() if low + 1 in load.values()}
    to_assign = {t.name: t.partitions for t in group.topics if t.partitions and _readers(group, t.name)}
    for part, names in ((members, load), (topics, to_assign), (levels, needed)):
        if any(type(part.get(name)) is not int or abs(part[name]) > MOST for name in names):
            return False
    owners = valid_owners(group)
    holder = {(topic, one): m for m, mine in plan.items() for topic, ids in mine.items() for one in ids}
    for topic, size in to_assign.items():
        for one in range(size):
            owner, has = owners.get((topic, one)), holder[topic, one]  # type: ignore[call-overload]
            for member in _readers(group, topic):
                price = 0 if member == owner and member != has else 1
                if members[member] > topics[topic] + price:
                    return False
            if topics[topic] > members[has] - (0 if has == owner else 1):
                return False
    return all(
        members[low] >= levels[str(load[low])] >= members[high]
        for low in load
        for high in load
        if load[high] == load[low] + 1
    )
