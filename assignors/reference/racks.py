"""
The racks of members and replicas, and whether they affect the assignment.

Source: KIP-881 (Kafka 3.5 and later). A consumer that reads from a replica on its own rack saves traffic between racks.
Leaders and followers count alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.model import Member, Topic
from kafka_assay.assignors.reference.partitions import PartitionNumbering

RACK_VERSION = 3
"""The first metadata version whose subscription contains the member's rack."""


def rack_of(member: Member) -> str | None:
    """
    The rack that the member reports. An empty text is no rack: some clients send it for an unset rack.

    >>> from kafka_assay.assignors.model import Member
    >>> rack_of(Member(id="a", subscription=(), rack="r")), rack_of(Member(id="a", subscription=(), rack=""))
    ('r', None)
    """
    return member.rack if member.rack and member.metadata_version >= RACK_VERSION else None


def replica_racks_of(topic: Topic) -> Sequence[tuple[str, ...]]:
    """The racks of each partition's replicas; none where the metadata has none."""
    return ((),) * topic.partitions if topic.replica_racks is None else topic.replica_racks


def do_racks_decide(member_racks: Iterable[str], replica_racks: Iterable[tuple[str, ...]]) -> bool:
    """
    Whether racks affect the assignment.

    They do if some member is on the rack of a replica, and not all partitions have replicas on the same racks. Sticky
    assignors decide this for all topics together, range for each topic.

    >>> do_racks_decide(["a"], [("a", "b"), ("b",)]), do_racks_decide(["a"], [("a", "b"), ("b", "a")])
    (True, False)
    """
    kinds = {frozenset(racks) for racks in set(replica_racks)}
    everywhere = frozenset[str]().union(*kinds)
    return not everywhere.isdisjoint(member_racks) and kinds != {everywhere}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Racks:
    """
    The racks of members and partitions.

    `of[place]` is a member's rack (None: no rack). `near[number]` lists the racks with a replica of a partition, each
    once, if members are on them.
    """

    of: list[str | None]
    near: list[tuple[str, ...]]

    def split_by_rack(self, held: Sequence[list[int]]) -> tuple[list[list[int]], dict[int, int]]:
        """
        Split `held` into partitions on right racks (by member) and on wrong racks (partition -> its former holder).

        A rack is wrong if no replica of the partition is on it. A member without a rack has no wrong partitions.

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


def number_racks(members: Sequence[Member], topics: Iterable[Topic], numbering: PartitionNumbering) -> Racks | None:
    """
    The racks of the `members`, in order, and of the numbered partitions; None where racks have no effect.

    The test covers all topics together.
    """
    of = [rack_of(member) for member in members]
    member_racks = {rack for rack in of if rack is not None}
    if not member_racks:
        return None
    known = {topic.name: topic for topic in topics}
    listed: list[tuple[str, ...]] = []
    for name in numbering.topics:
        listed += replica_racks_of(known[name])
    if not do_racks_decide(member_racks, listed):
        return None
    near = {racks: tuple(rack for rack in dict.fromkeys(racks) if rack in member_racks) for racks in set(listed)}
    return Racks(of=of, near=[near[racks] for racks in listed])
