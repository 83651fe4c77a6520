"""
The process of the installed release of a Python client: `python -P -m ...python.client_host CLIENT`.

A leader decodes every member's subscription from bytes. So each subscription goes through the client's own encoding
here. aiokafka (since 0.9, the first release that has any) and kafka-python before 3.0 have classes that keep their
state on the class. Every new assignor of theirs is a new subclass, so that no question affects the next. Their leaders
decode version 0 of a subscription, whatever version a member sends: topics and user data.

An assignor makes the promises of the reference with the same rule, except those about features that its client ignores:
racks in both clients, and static members in aiokafka, whose leader drops their instance ids.
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from struct import pack
from typing import Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import missing_library
from kafka_assay.assignors.hosted.host_server import ServedAssignor, serve_until_end
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member

WITHOUT_RACKS = {
    "range": "range,-racks",
    "roundrobin": "roundrobin",
    "sticky": "sticky,-racks",
    "cooperative-sticky": "cooperative-sticky,-racks",
}
"""Strategy -> the promises of the reference with the same rule, but for racks, which only some clients know."""

CLIENTS: dict[str, dict[str, str]] = {
    "kafka-python": WITHOUT_RACKS,
    "aiokafka": {
        "range": "range,-racks,-static",
        "roundrobin": "roundrobin,-static",
        "sticky": "sticky,-racks",
    },
}
"""Client -> name of an assignor of its newest release -> its promises, in the form of `--like`."""

PACKAGES = {"kafka-python": "kafka", "aiokafka": "aiokafka"}
"""Client -> its import name."""

FIRST_RELEASES = {"kafka-python": "1.0.0", "aiokafka": "0.9.0"}
"""Client -> its first release with assignors of its own. aiokafka used kafka-python's before."""


def serve_client(client: str, release: str) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    """The assignors of `client` at this `release`, and the greeting that lists them. Raises `AssayError`."""
    _skip_package_init(PACKAGES[client])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old code that nobody will fix
            served = aiokafka_assignors() if client == "aiokafka" else kafka_python_assignors()
    except Exception as raised:  # noqa: BLE001 - old code may raise anything
        python = ".".join(map(str, sys.version_info[:2]))
        why = f"{type(raised).__name__}: {raised}".partition("\n")[0]
        raise AssayError(f"{client} {release} does not run under Python {python}: {why}") from None
    if not served:
        raise AssayError(
            f"{client} {release} has no assignors: the first release with assignors is {FIRST_RELEASES[client]}"
        )
    # Before 2.3, kafka-python did not know static members.
    is_unaware = client == "kafka-python" and find_spec("kafka.coordinator.subscription") is None
    greeting: dict[str, object] = {
        "format": FORMAT,
        "implementation": client,
        "version": release,
        "assignors": list(served),
        "like": {
            name: f"{like},-static" if is_unaware and name in ("range", "roundrobin") else like
            for name, like in CLIENTS[client].items()
            if name in served
        },
    }
    return served, greeting


def _skip_package_init(package: str) -> None:
    """
    Make the modules of `package` importable without its `__init__`, which loads the whole client.

    That takes longer than all the rest. Before 1.4.3 it is no longer valid Python (`async` became a keyword).
    """
    spec = find_spec(package)
    if spec is not None and package not in sys.modules:
        sys.modules[package] = module_from_spec(spec)


def find_installed(client: str) -> str | None:
    """The installed release of `client`; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(client)
    except PackageNotFoundError:
        return None


def installed_release(client: str) -> str:
    """The installed release of `client`. Raises `AssayError` where it is not installed."""
    release = find_installed(client)
    if release is None:
        raise missing_library(f"{client} without a release", PACKAGES[client])
    return release


def main(client: str) -> int:
    """Serve the assignors of the installed `client` until stdin ends. Returns the exit code."""
    return serve_until_end(lambda: serve_client(client, installed_release(client)))


Encode: TypeAlias = Callable[[Any, Member], Any]
"""The subscription of a member, from an assignor's class or object."""

Collect: TypeAlias = "Callable[[Iterator[tuple[Member, bytes]]], Any]"
"""The leader's argument for all members, from the bytes of each."""

_PLACES = {
    "range": ("range", "RangePartitionAssignor"),
    "roundrobin": ("roundrobin", "RoundRobinPartitionAssignor"),
    "sticky": ("sticky.sticky_assignor", "StickyPartitionAssignor"),
    "cooperative-sticky": ("cooperative_sticky", "CooperativeStickyAssignor"),
}
_NEWEST_SUBSCRIPTION = 3
_MOST_KEPT = 1_000
"""The most members whose bytes are kept. Searches ask about the same members several times in turn."""


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


def aiokafka_assignors() -> dict[str, ServedAssignor]:
    """The assignors of the aiokafka on `sys.path`. The leader drops the instance ids of static members."""
    from aiokafka.coordinator.protocol import ConsumerProtocolMemberMetadata

    return _serve_classes("aiokafka", lambda written, _: ConsumerProtocolMemberMetadata.decode(written))


def kafka_python_assignors() -> dict[str, ServedAssignor]:
    """
    The assignors of the kafka-python on `sys.path`.

    Until 2.2 the leader passes each member's bytes, by member id. In 2.3 the instance id is beside them.
    """
    if find_spec("kafka.coordinator.protocol") is None:
        return _kafka_python_objects()
    with suppress(ModuleNotFoundError):  # 1.0 contains no copy of six
        six = import_module("kafka.vendor.six")
        # six finds its own modules with a mechanism that Python 3.12 removed.
        sys.modules.setdefault(f"{six.__name__}.moves", six.moves)
    protocol = import_module("kafka.coordinator.protocol")
    if hasattr(protocol, "ConsumerProtocolMemberMetadata"):
        decode = protocol.ConsumerProtocolMemberMetadata.decode
        return _serve_classes("kafka", lambda written, _: decode(written))
    decode = protocol.ConsumerProtocolMemberMetadata_v0.decode
    subscription = import_module("kafka.coordinator.subscription").Subscription
    return _serve_classes("kafka", lambda written, member: subscription(decode(written), member.instance_id))


def _kafka_python_objects() -> dict[str, ServedAssignor]:
    """
    The assignors of kafka-python since 3.0.

    Sticky claims are in the user data, in the form that kafka-python's members write. Cooperative-sticky claims are in
    the subscription (since version 1), with the generation (since version 2).
    """
    joined = import_module("kafka.protocol.consumer").JoinGroupResponse.JoinGroupResponseMember
    wire = import_module("kafka.protocol.consumer.metadata").ConsumerProtocolSubscription

    def collect(members: Iterator[tuple[Member, bytes]]) -> list[Any]:
        return [
            joined(member_id=member.id, group_instance_id=member.instance_id, metadata=wire.decode(written))
            for member, written in members
        ]

    def cooperative(_: Any, member: Member) -> Any:
        version = min(member.metadata_version, _NEWEST_SUBSCRIPTION)
        generation = member.claimed_generation()
        return wire(
            version=version,
            topics=list(member.subscription),
            # Before version 2 there is no other place for the generation. kafka-python writes nothing there; Java's
            # members do.
            user_data=pack(">i", generation) if version < 2 and generation >= 0 else b"",
            owned_partitions=[wire.TopicPartition(topic=topic, partitions=list(ids)) for topic, ids in member.owned],
            generation_id=generation,
        )

    encoders = {"sticky": _sticky_subscription, "cooperative-sticky": cooperative}
    return {
        name: _serve(assignor, assignor, encoders.get(name, _plain_subscription), collect, "assigned_partitions")
        for name, assignor in _assignors_of("kafka").items()
    }


def _serve_classes(package: str, heard: Callable[[bytes, Member], Any]) -> dict[str, ServedAssignor]:
    """The assignors of a client with classes. `heard` converts a member's bytes into what the leader passes on."""

    def collect(members: Iterator[tuple[Member, bytes]]) -> dict[str, Any]:
        return {member.id: heard(written, member) for member, written in members}

    def subclass(assignor: Any) -> Any:
        return type(assignor)(assignor.__name__, (assignor,), {"__module__": assignor.__module__})

    encoders: Mapping[str, Encode] = {"sticky": _sticky_subscription}
    return {
        name: _serve(
            assignor, partial(subclass, assignor), encoders.get(name, _plain_subscription), collect, "assignment"
        )
        for name, assignor in _assignors_of(package).items()
    }


def _serve(assignor: Any, fresh: Callable[[], Any], encode: Encode, collect: Collect, assigned: str) -> ServedAssignor:
    """Serve `assignor`. `assigned` is the attribute of a member's part of the answer that holds its partitions."""

    @lru_cache(_MOST_KEPT)
    def written(member: Member) -> bytes:
        return encode_subscription(partial(encode, assignor, member))

    def put(made: Any, group: Group) -> Callable[[], Any]:
        if not group.members:
            return dict  # a group without members has no leader, so no assignor is called
        members = collect((member, written(member)) for member in group.members)
        return partial(made.assign, ClientCluster(group), members)

    def read(came_back: Mapping[str, Any]) -> dict[str, dict[str, list[int]]]:
        return {member: _ids_by_topic(getattr(answer, assigned)) for member, answer in came_back.items()}

    return ServedAssignor(fresh=fresh, put=put, read=read)


def _plain_subscription(assignor: Any, member: Member) -> Any:
    return assignor.metadata(list(member.subscription))


def _sticky_subscription(assignor: Any, member: Member) -> Any:
    """The claims and the generation are in the user data, at every metadata version."""
    topics, claims, generation = list(member.subscription), None, -1
    # A member without claims and without a known generation has never been in the group, and writes nothing.
    if member.owned or member.generation is not None:
        claims, generation = member.claims(), member.claimed_generation()
    if hasattr(assignor, "_metadata"):
        return assignor._metadata(topics, claims, generation)  # noqa: SLF001 - the method that its members call
    # Members of kafka-python 2.0.2, the first release with this assignor, cannot send a claim under Python 3, because
    # they take the length of an iterator. But the leader reads the claims of other releases and clients.
    if claims is None:
        return assignor.metadata(topics)
    owned: dict[str, list[int]] = defaultdict(list)
    for topic, partition in claims:
        owned[topic].append(partition)
    user_data = sys.modules[assignor.__module__].StickyAssignorUserDataV1(list(owned.items()), generation)
    # A variable keeps it alive while it is encoded: old structs refer to themselves weakly.
    return type(assignor.metadata(topics))(assignor.version, topics, user_data.encode())


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


def _ids_by_topic(assigned: Iterable[tuple[str, list[int]]]) -> dict[str, list[int]]:
    """One member's answer: topic -> ids, without empty topics. Range lists all topics for every member."""
    mine: dict[str, list[int]] = {}
    for topic, partitions in assigned:
        if partitions:
            mine.setdefault(topic, []).extend(partitions)
    return mine


def _assignors_of(package: str) -> dict[str, Any]:
    """The assignors of the client in `package`, by name, as far as this release has them."""
    logging.getLogger(package).setLevel(logging.CRITICAL)  # warnings about odd members would be timed too
    found = {}
    for name, (module, attribute) in _PLACES.items():
        place = f"{package}.coordinator.assignors.{module}"
        try:
            found[name] = getattr(import_module(place), attribute)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{place}.".startswith(f"{missing.name}."):
                raise  # the module exists, but one of its dependencies is missing
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
