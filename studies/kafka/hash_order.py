"""
The references in Kafka's iteration order, so that equal choices agree and owners can be compared by name.

Kafka stores the members of a group in a hash map. The client's sticky classes use its order to compare claims and to
choose which members keep an extra partition. Among partitions that could go back they take the first of a hash set. The
coordinator's Uniform numbers members by that order, and topics by their ids, which the Java host makes up. With equal
subscriptions it uses hash tables of these ids (`studies.kafka.coordinator_tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Claims, Group
from kafka_assay.assignors.reference.member_order import sort_by_id
from kafka_assay.assignors.reference.server.server_uniform import ServerUniformAssignor
from kafka_assay.assignors.reference.sticky.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.sticky.hash_order import hash_map_order
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor
from studies.kafka.coordinator_tables import share_as_coordinator, topic_id


def with_kafkas_order(reference: str) -> Callable[[Group], Assignment] | None:
    """The `reference` in Kafka's order; None if its rule does not depend on an order."""
    return {"sticky": _sticky, "cooperative-sticky": _cooperative, "server-uniform": _uniform}.get(reference)


def in_hash_order(group: Group) -> Group:
    """
    `group` with its members in the order of Kafka's hash map.

    >>> from kafka_assay.assignors.model import group_of
    >>> in_hash_order(group_of({}, {"b": [], "a": []})).member_ids()
    ['a', 'b']
    """
    return replace(group, members=tuple(group.members[place] for place in hash_map_order(group.member_ids())))


def _sticky(group: Group) -> Assignment:
    return StickyAssignor(ties="java").assign(in_hash_order(group))


def _cooperative(group: Group) -> Assignment:
    return CooperativeStickyAssignor(ties="java").assign(in_hash_order(group))


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
