"""
Clients whose leader plans for its own topics, whatever the others subscribe to.

A program subscribes to the same topics as long as it runs. For such a client the group is mapped onto them: the
leader's topics become some of the program's, in the same order, and the program's other topics have no partitions.
That needs a client that fetches its metadata before each plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.hosted.wire.topic_pool import WireNames, place_of
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.order import kafka_order


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
        """The least id, as JavaScript compares, among the members that subscribe to anything: see ADR 0025."""
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
        for number, name in enumerate(sorted(_other_names(group, known))):
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


def _other_names(group: Group, known: Iterable[str]) -> set[str]:
    names = {topic.name for topic in group.topics}
    for member in group.members:
        names.update(member.subscription)
        names.update(topic for topic, _ in member.owned)
    return names.difference(known)
