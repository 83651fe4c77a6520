"""
Topics on the wire: their names, and what a client sees of them.

Clients cache metadata, so a name stands for one partition count and one placement of replicas. A name also has the
topic's place among the names of its group, so that the names on the wire sort as the group's names do: `t0002-p3` is
the third name, with three partitions.

Some clients have a leader that plans for its own topics, whatever the others subscribe to. A program subscribes to the
same topics as long as it runs. For such a client the group is mapped onto them (`OwnTopics`): the leader's topics
become some of the program's, in the same order, and the program's other topics have no partitions. That needs a client
that fetches its metadata before each plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from typing import Any, NamedTuple

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.order import kafka_order

BROKER = 0
"""The node id of the broker. Further node ids, one for each rack, lead to the same broker at another port."""

_MOST_TOPICS = 10_000


class Address(NamedTuple):
    """An address of the broker, as a client knows it."""

    host: str
    port: int


class Addresses(NamedTuple):
    """
    The addresses of the broker: the `first` is its own, the other one that of all racks.

    No two brokers of a real cluster share the address that a client starts from. kafkajs takes both for the broker that
    it started from, and ends its connection when their racks differ.
    """

    first: Address
    racks: Address


@dataclass(frozen=True, slots=True, kw_only=True)
class WireNames:
    """The names of one group's topics on the wire, in both directions."""

    to_wire: Mapping[str, str]
    from_wire: Mapping[str, str]


class TopicPool:
    """All topics that exist on the broker. It starts with small ones, and grows with the groups."""

    def __init__(self) -> None:
        """A pool with topics for groups of up to four names, with 1 to 6 partitions each."""
        self._racks: dict[str, int] = {}
        self._topics: dict[str, Topic] = {}
        self._order: dict[str, int] = {}
        for partitions, place in product(range(1, 7), range(4)):
            self._add_at(place, Topic(name="t", partitions=partitions))
        self.first_names = tuple(self._topics)

    def names_for(self, group: Group) -> WireNames:
        """The names for `group`. Missing topics have names too, which do not exist."""
        existing = {topic.name: topic for topic in group.topics}
        to_wire = {
            name: self._add_at(place, existing[name]) if name in existing else f"{place_of(place)}-missing"
            for place, name in enumerate(sorted(_names_in(group)))
        }
        self._order = {to_wire[topic.name]: place for place, topic in enumerate(group.topics)}
        return WireNames(to_wire=to_wire, from_wire={wire: name for name, wire in to_wire.items()})

    def show(self, topics: Iterable[Topic]) -> None:
        """From now on only these topics exist. Their names are those of the wire."""
        self._topics = {topic.name: topic for topic in topics}
        self._order = {name: place for place, name in enumerate(self._topics)}
        for topic in self._topics.values():
            self._add_racks(topic)

    def add(self, topic: Topic) -> None:
        """Add a topic with its name on the wire."""
        self._topics[topic.name] = topic

    def partition_counts(self) -> dict[str, int]:
        """Each topic -> its number of partitions."""
        return {name: topic.partitions for name, topic in self._topics.items()}

    def broker_entries(self, addresses: Addresses) -> list[dict[str, Any]]:
        """The brokers as `Metadata` lists them."""
        first = {**addresses.first._asdict(), "node_id": BROKER, "rack": None}
        others = ({**addresses.racks._asdict(), "node_id": node, "rack": rack} for rack, node in self._racks.items())
        return [first, *others]

    def name_of(self, wanted: Any) -> str:
        """The name of a topic that `Metadata` asks for."""
        return str(wanted.name)

    def topic_entries(self, wanted: Iterable[str] | None) -> list[dict[str, Any]]:
        """
        The `wanted` topics as `Metadata` lists them; None: those of the first ones that exist.

        The topics of the present group come first, in its order: librdkafka keeps the order of the response.
        """
        names = [name for name in self.first_names if name in self._topics] if wanted is None else wanted
        last = len(self._order)
        return sorted(map(self.entry, names), key=lambda entry: self._order.get(entry["name"], last))

    def entry(self, name: str) -> dict[str, Any]:
        """The topic of this name as `Metadata` lists it."""
        topic = self._topics.get(name)
        error = ErrorCode.unknown_topic_or_partition if topic is None else ErrorCode.none
        partitions = [] if topic is None else [self._partition(topic, number) for number in range(topic.partitions)]
        return {"error_code": error, "name": name, "is_internal": False, "partitions": partitions}

    def _partition(self, topic: Topic, number: int) -> dict[str, Any]:
        racks = topic.replica_racks[number] if topic.replica_racks else ()
        nodes = tuple(self._racks[rack] for rack in racks) or (BROKER,)
        return {
            "error_code": ErrorCode.none,
            "partition_index": number,
            "leader_id": nodes[0],
            "leader_epoch": 0,
            "replica_nodes": nodes,
            "isr_nodes": nodes,
            "offline_replicas": (),
        }

    def _add_at(self, place: int, topic: Topic) -> str:
        name = f"{place_of(place)}-p{topic.partitions}"
        if topic.replica_racks:
            name += f"-r{sha256(repr(topic.replica_racks).encode()).hexdigest()[:12]}"
            self._add_racks(topic)
        self._topics.setdefault(name, topic)
        return name

    def _add_racks(self, topic: Topic) -> None:
        for rack in {rack: None for racks in topic.replica_racks or () for rack in racks}:
            self._racks.setdefault(rack, len(self._racks) + 1)


def place_of(place: int) -> str:
    """The start of a name. Larger numbers sort after smaller ones."""
    return f"t{place:04d}" if place < _MOST_TOPICS else f"u{place:09d}"


class SameNames(dict[str, str]):
    """The names of a group that has the names of the wire: each is its own."""

    def __missing__(self, name: str) -> str:
        """Return the same name."""
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTopics:
    """The topics of the program, in the order in which it sends them."""

    topics: tuple[str, ...]

    def leader_of(self, group: Group) -> str:
        """The least id, as JavaScript compares, among the members that subscribe to anything, as the host has it."""
        return min(group.members, key=lambda member: (not member.subscription, kafka_order(member.id))).id

    def on_wire(self, group: Group, names: WireNames) -> Group:
        """`group` with the names of the wire. The leader subscribes to all topics of the program."""
        to_wire = names.to_wire
        leader = self.leader_of(group)

        def renamed(member: Member) -> Member:
            topics = tuple(to_wire[topic] for topic in member.subscription)
            owned = tuple((to_wire[topic], ids) for topic, ids in member.owned)
            return replace(member, subscription=self.topics if member.id == leader else topics, owned=owned)

        topics = {to_wire[topic.name]: replace(topic, name=to_wire[topic.name]) for topic in group.topics}
        unused = (Topic(name=name, partitions=0) for name in self.topics if name not in topics)
        return Group(topics=(*topics.values(), *unused), members=tuple(map(renamed, group.members)))

    def names_for(self, group: Group) -> WireNames:
        """
        Names for the topics of `group`, which sort as its own names do.

        Raises `CannotBeAsked` where the leader's topics do not fit into the program's.
        """
        counts = group.partition_counts()
        leader = self.leader_of(group)
        (subscription,) = (member.subscription for member in group.members if member.id == leader)
        known = dict.fromkeys(subscription)
        missing = [topic for topic in known if topic not in counts]
        if missing:
            raise CannotBeAsked(
                f"there is no topic {missing[0]!r}: the leader fails without the metadata of its topics"
            )
        to_wire = self._embedded(known)
        ranks = sorted(known)
        for number, name in enumerate(sorted(_names_in(group).difference(known))):
            before = sum(one < name for one in ranks)
            to_wire[name] = f"{place_of(before - 1)}-z{number:04d}" if before else f"s{number:04d}"
        return WireNames(to_wire=to_wire, from_wire={wire: name for name, wire in to_wire.items()})

    def _embedded(self, known: Iterable[str]) -> dict[str, str]:
        """Each of the leader's topics -> one of the program's: in the same order, and sorted in the same order."""
        ranks = {name: rank for rank, name in enumerate(sorted(known))}
        sorts_topics = list(self.topics) == sorted(self.topics)
        at = -1
        found = {}
        for name in sorted(known) if sorts_topics else known:
            at = _next_index(self.topics, place_of(ranks[name]), at + 1)
            found[name] = self.topics[at]
        return found


def _next_index(topics: Sequence[str], place: str, start: int) -> int:
    """The index of the next topic with this `place` in its name."""
    for at in range(start, len(topics)):
        if topics[at].startswith(f"{place}-"):
            return at
    raise CannotBeAsked("the leader subscribes to more topics than the program, or in an order that those do not have")


def _names_in(group: Group) -> set[str]:
    """All names of topics in `group`, those of missing topics included."""
    claimed = (topic for member in group.members for topic, _ in member.owned)
    subscribed = (topic for member in group.members for topic in member.subscription)
    return {*(topic.name for topic in group.topics), *subscribed, *claimed}
