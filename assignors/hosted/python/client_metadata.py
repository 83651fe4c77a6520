"""Find the assignors of both Python clients, give them their input, and read their answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any

from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, TopicPartition


class ClientCluster:
    """
    The cluster's metadata as an assignor sees it: only the subscribed topics that exist.

    Like the clients' own class, it returns new sets: topics in hash order, partitions by number.
    """

    def __init__(self, group: Group) -> None:
        """The cluster as the leader of `group` would see it."""
        subscribed = {topic for member in group.members for topic in member.subscription}
        self._partitions = {
            topic.name: dict.fromkeys(range(topic.partitions)) for topic in group.topics if topic.name in subscribed
        }

    def topics(self) -> set[str]:
        """The names of the topics."""
        return set(self._partitions)

    def partitions_for_topic(self, topic: str) -> set[int] | None:
        """The partition ids of `topic`, or None where it does not exist."""
        partitions = self._partitions.get(topic)
        return None if partitions is None else set(partitions)


def user_data_claims(member: Member) -> tuple[list[TopicPartition] | None, int]:
    """
    The claims and the generation that a sticky member writes into its user data, at every metadata version.

    A member without claims and without a known generation has never been in the group and writes nothing (None).
    """
    if not member.owned and member.generation is None:
        return None, -1
    return member.claims(), member.claimed_generation()


def encode_subscription(subscription: Callable[[], Any]) -> bytes:
    """
    The bytes that a member sends, encoded by the client. Raises `CannotBeAsked` where the client cannot encode them.
    """
    try:
        value = subscription()
        written: bytes = value.encode()  # in two steps: old structs refer to themselves weakly
    except Exception as raised:
        why = f"a member cannot write its subscription: {type(raised).__name__}: {raised}"
        raise CannotBeAsked(why) from raised
    return written


def ids_by_topic(assigned: Iterable[tuple[str, list[int]]]) -> dict[str, list[int]]:
    """One member's answer: topic -> ids, without empty topics. Range lists all topics for every member."""
    mine: dict[str, list[int]] = {}
    for topic, partitions in assigned:
        if partitions:
            mine.setdefault(topic, []).extend(partitions)
    return mine


_PLACES = {
    "range": ("range", "RangePartitionAssignor"),
    "roundrobin": ("roundrobin", "RoundRobinPartitionAssignor"),
    "sticky": ("sticky.sticky_assignor", "StickyPartitionAssignor"),
    "cooperative-sticky": ("cooperative_sticky", "CooperativeStickyAssignor"),
}


def assignors_of(package: str) -> dict[str, Any]:
    """The assignors of the client in `package`, by name, as far as this release has them."""
    found = {}
    for name, (module, attribute) in _PLACES.items():
        place = f"{package}.coordinator.assignors.{module}"
        try:
            found[name] = getattr(import_module(place), attribute)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{place}.".startswith(f"{missing.name}."):
                raise  # the module exists, but one of its dependencies is missing
    return found


def skip_package_init(package: str) -> None:
    """
    Make the modules of `package` importable without its `__init__`, which loads the whole client.

    That takes longer than all the rest. Before 1.4.3 it is no longer valid Python (`async` became a keyword).
    """
    spec = find_spec(package)
    if spec is not None and package not in sys.modules:
        sys.modules[package] = module_from_spec(spec)
