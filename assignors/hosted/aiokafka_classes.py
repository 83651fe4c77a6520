"""
aiokafka's own assignors (0.14), asked as its group leader asks them.

They are classes that keep their state on the class, so every fresh assignor is a new subclass: what one question
leaves behind, the next cannot see. aiokafka's leader drops the instance ids of static members, and decodes version 0
of a subscription, whatever version a member speaks: topics and user data.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
from aiokafka.coordinator.protocol import ConsumerProtocolMemberMetadata
from aiokafka.structs import TopicPartition

from assignors.hosted.cluster import Cluster, by_topic, said_in_user_data
from assignors.hosted.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.model import Group, Member


def served_assignors() -> dict[str, Served]:
    """
    The assignors of the installed aiokafka, ready to be served.
    """
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)  # warnings about odd members would be timed too
    return {
        "range": _served(RangePartitionAssignor, _plain),
        "roundrobin": _served(RoundRobinPartitionAssignor, _plain),
        "sticky": _served(StickyPartitionAssignor, _sticky),
    }


def _served(assignor: Any, subscription: Callable[[Any, Member], Any]) -> Served:
    def put(fresh: Any, group: Group) -> Callable[[], Any]:
        if not group.members:
            return dict  # nobody leads a group without members, so nobody is asked
        members = {
            member.id: ConsumerProtocolMemberMetadata.decode(subscription(assignor, member).encode())
            for member in group.members
        }
        return partial(fresh.assign, Cluster(group), members)

    def fresh() -> Any:
        return type(assignor)(assignor.__name__, (assignor,), {})

    return Served(fresh=fresh, put=put, read=_read)


def _plain(assignor: Any, member: Member) -> Any:
    return assignor.metadata(list(member.subscription))


def _sticky(assignor: Any, member: Member) -> Any:
    claims, generation = said_in_user_data(member)
    owned = None if claims is None else [TopicPartition(*claim) for claim in claims]
    return assignor._metadata(list(member.subscription), owned, generation)  # noqa: SLF001 - what its members call


def _read(came_back: dict[str, Any]) -> dict[str, dict[str, list[int]]]:
    return {member: by_topic(answer.assignment) for member, answer in came_back.items()}
