"""
The references, told of Kafka's order: so that equal choices fall as they do there, and answers can be compared by name.

Kafka holds the members of a group in a hash map. The client's sticky classes go by its order where claims are compared,
and where it matters who keeps an extra partition; of partitions that could go back they take the first of a hash set.
The coordinator's Uniform numbers the members by that order, and topics by their ids, which the Java host makes up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Claims, Group
from kafka_assay.assignors.reference.server.server_uniform import ServerUniformAssignor
from kafka_assay.assignors.reference.sticky.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.sticky.hash_order import hash_map_order
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor

WHOLE = 8
"""So many letters of a topic's name decide where its id sorts, in the Java host."""


def with_kafkas_order(reference: str) -> Callable[[Group], Assignment] | None:
    """The `reference` told of Kafka's order; None where its rule leaves nothing to an order."""
    return {"sticky": _sticky, "cooperative-sticky": _cooperative, "server-uniform": _uniform}.get(reference)


def in_hash_order(group: Group) -> Group:
    """
    `group` with its members as a hash map iterates them.

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
    """It goes by the order of names, so that everybody gets a name that sorts where Kafka's number does."""
    ordered = in_hash_order(group)
    members = _numbered_names(ordered.member_ids())
    mentioned = {topic for one in group.members for topic in (*one.subscription, *dict(one.owned))}
    topics = _numbered_names(sorted(mentioned | set(group.partition_counts()), key=_topic_id))
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


def _topic_id(name: str) -> tuple[bytes, bytes]:
    """What the Java host's id for the topic sorts by: the name's first letters, then letters of its MD5 sum."""
    letters = name.encode("ascii")
    scattered = hashlib.md5(letters, usedforsecurity=False).digest()[WHOLE:]
    return letters[:WHOLE].ljust(WHOLE, b"\0"), bytes([scattered[0] & 0x3F, *scattered[1:]])
