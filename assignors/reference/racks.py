"""
Racks: where members stand, where replicas lie, and whether that counts.

Source: KIP-881 (Kafka 3.5 on): a consumer that reads from a replica on its own rack spares the network between racks,
and one replica is as good as another, whether it leads or follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.model import Member, Topic
from kafka_assay.assignors.reference.numbering import Numbering

RACK_VERSION = 3
"""From this version on a member's subscription says on which rack it stands."""


def rack_of(member: Member) -> str | None:
    """
    The rack that the member can name. An empty text is no rack: some clients send an unset one as such.

    >>> from kafka_assay.assignors.model import Member
    >>> rack_of(Member(id="a", subscription=(), rack="r")), rack_of(Member(id="a", subscription=(), rack=""))
    ('r', None)
    """
    return member.rack if member.rack and member.metadata_version >= RACK_VERSION else None


def replica_racks_of(topic: Topic) -> Sequence[tuple[str, ...]]:
    """For each partition the racks of its replicas, none where the metadata names none."""
    return ((),) * topic.partitions if topic.replica_racks is None else topic.replica_racks


def do_racks_decide(standing: Iterable[str], replica_racks: Iterable[tuple[str, ...]]) -> bool:
    """
    Whether racks decide anything: some member is on a rack that has a replica, and not all partitions have replicas
    on the same racks.

    Sticky assignors ask so over all topics together, range asks topic by topic.

    >>> do_racks_decide(["a"], [("a", "b"), ("b",)]), do_racks_decide(["a"], [("a", "b"), ("b", "a")])
    (True, False)
    """
    kinds = {frozenset(racks) for racks in set(replica_racks)}
    everywhere = frozenset[str]().union(*kinds)
    return not everywhere.isdisjoint(standing) and kinds != {everywhere}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Racks:
    """
    `of[place]` is a member's rack (None: it has none), `near[number]` the racks with a replica of a partition, each
    once, as far as members stand on them.
    """

    of: list[str | None]
    near: list[tuple[str, ...]]

    def split_by_rack(self, held: Sequence[list[int]]) -> tuple[list[list[int]], dict[int, int]]:
        """
        Split `held` into partitions on right racks (by member) and those on wrong racks: partition -> the
        member that held it.

        A rack is wrong where no replica of the partition lies on it. Without a rack, nothing is wrong.

        >>> Racks(of=["ra", None], near=[("ra",), (), ()]).split_by_rack([[0, 1], [2]])
        ([[0], [2]], {1: 0})
        """
        near = self.near
        wrong: dict[int, int] = {}
        right: list[list[int]] = []
        for place, mine in enumerate(held):
            rack = self.of[place]
            far = [] if rack is None else [number for number in mine if rack not in near[number]]
            wrong |= dict.fromkeys(far, place)
            right.append([number for number in mine if rack in near[number]] if far else mine)
        return right, wrong

    def members_by_racks(self) -> dict[tuple[str, ...], int]:
        """For each set of racks in `near`: how many members are on them."""
        members: dict[str, int] = {}
        for rack in self.of:
            if rack is not None:
                members[rack] = members.get(rack, 0) + 1
        return {racks: sum(members[rack] for rack in racks) for racks in set(self.near)}


def number_racks(members: Sequence[Member], topics: Iterable[Topic], numbering: Numbering) -> Racks | None:
    """
    The racks of the `members`, in their order, and of the numbered partitions; None where they do not count over all
    topics together.
    """
    of = [rack_of(member) for member in members]
    standing = {rack for rack in of if rack is not None}
    if not standing:
        return None
    known = {topic.name: topic for topic in topics}
    listed: list[tuple[str, ...]] = []
    for name in numbering.topics:
        listed += replica_racks_of(known[name])
    if not do_racks_decide(standing, listed):
        return None
    near = {racks: tuple(rack for rack in dict.fromkeys(racks) if rack in standing) for racks in set(listed)}
    return Racks(of=of, near=[near[racks] for racks in listed])
