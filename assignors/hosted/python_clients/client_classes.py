"""
Assignors that are classes and keep their state on the class: those of aiokafka, and of kafka-python before 3.0.

Every fresh assignor is a new subclass: what one question leaves behind, the next cannot see. These clients' leaders
decode version 0 of a subscription, whatever version a member speaks: topics and user data.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from sys import modules
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.hosted.python_clients.client_metadata import (
    Cluster,
    by_topic,
    on_the_wire,
    said_in_user_data,
)
from kafka_assay.assignors.hosted.serving.host_server import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kafka_assay.assignors.model import Group, Member

    Heard = Callable[[bytes, Member], Any]


def classes_served(found: Mapping[str, Any], heard: Heard) -> dict[str, Served]:
    """
    The assignors `found`, ready to be served; `heard` makes what the leader hands to one of them out of what a member
    wrote.
    """
    return {name: _served(assignor, _sticky if name == "sticky" else _plain, heard) for name, assignor in found.items()}


def _served(assignor: Any, subscription: Callable[[Any, Member], Any], heard: Heard) -> Served:
    def put(fresh: Any, group: Group) -> Callable[[], Any]:
        if not group.members:
            return dict  # nobody leads a group without members, so nobody is asked
        members = {
            member.id: heard(on_the_wire(partial(subscription, assignor, member)), member) for member in group.members
        }
        return partial(fresh.assign, Cluster(group), members)

    def fresh() -> Any:
        return type(assignor)(assignor.__name__, (assignor,), {"__module__": assignor.__module__})

    return Served(fresh=fresh, put=put, read=_read)


def _plain(assignor: Any, member: Member) -> Any:
    return assignor.metadata(list(member.subscription))


def _sticky(assignor: Any, member: Member) -> Any:
    topics = list(member.subscription)
    claims, generation = said_in_user_data(member)
    if hasattr(assignor, "_metadata"):
        return assignor._metadata(topics, claims, generation)  # noqa: SLF001 - what its members call
    # Members of kafka-python 2.0.2, the first release with this assignor, cannot say a claim under Python 3 (they take
    # the length of an iterator), but the leader reads what members of other releases and clients say.
    if claims is None:
        return assignor.metadata(topics)
    owned: dict[str, list[int]] = defaultdict(list)
    for topic, partition in claims:
        owned[topic].append(partition)
    user_data = modules[assignor.__module__].StickyAssignorUserDataV1(list(owned.items()), generation)
    # Bound to a name before it is encoded: old structs hold themselves weakly.
    return type(assignor.metadata(topics))(assignor.version, topics, user_data.encode())


def _read(came_back: Mapping[str, Any]) -> dict[str, dict[str, list[int]]]:
    return {member: by_topic(answer.assignment) for member, answer in came_back.items()}
