"""
`sticky`: as even as KIP-54 can make it, and moving as little as it can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from assignors.interface import Promise
from assignors.order import kafka_order
from assignors.reference.claims import newest_holds, outdated_owners, sticky_claims
from assignors.reference.constrained import share_evenly
from assignors.reference.general import in_placing_order, share_among_subscribers
from assignors.reference.hash_order import in_hash_order
from assignors.reference.move_log import LowestFirst
from assignors.reference.numbering import numbered
from assignors.reference.subscribers import subscribers_by_topic, subscriptions_are_equal, times_named
from assignors.reference.three_claimants import TIES_BELOW_THE_NEWEST

if TYPE_CHECKING:
    from assignors.interface import ExpectedFailure
    from assignors.model import Assignment, Group

Ties: TypeAlias = Literal["lowest", "java"]


class StickyAssignor:
    """
    Kafka's StickyAssignor (KIP-54, KIP-341; the claim rule of KAFKA-14639, Kafka 3.4.1 on), without racks.

    The rule. Claims are compared (`claims`): a newer generation wins, two claims of one generation void each other.
    Where all members subscribe to the same topics, everybody keeps what it holds, up to an even share, and the rest is
    dealt out (`constrained`). Elsewhere what is held stays, the rest goes to the least loaded subscribers, and single
    partitions then move until no move helps (`general`). Instance ids do not matter.

    Where Kafka's class throws, never returns, or breaks a validity law, this one answers all the same: claims on
    partitions that do not exist are dropped; a partition that one member claims twice is claimed once; a previous owner
    that has given up the topic does not get it back; whether subscriptions are equal does not depend on who comes
    first; and `levelling` ends.

    With `ties="java"`, and members in the order in which Java's hash map iterates them, equal choices fall as in Kafka,
    so that answers can be compared partition by partition. Otherwise they fall to the lowest partition and the first
    member id.

    Racks (KIP-881) are not looked at yet: members and replicas that name one are answered as if they did not.

    KIP-54's second example, after C0 has left:

    >>> from assignors.model import group_of
    >>> topics = {"t0": 1, "t1": 2, "t2": 3}
    >>> owned = {"C1": {"t1": [0, 1]}, "C2": {"t2": [0, 1, 2]}}
    >>> group = group_of(topics, {"C1": ["t0", "t1"], "C2": ["t0", "t1", "t2"]}, owned, generation=1)
    >>> for member, mine in StickyAssignor().assign(group).items():
    ...     print(member, mine)
    C1 {'t0': [0], 't1': [0, 1]}
    C2 {'t2': [0, 1, 2]}
    """

    name = "sticky"
    promises = frozenset(
        {Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS, Promise.RACKS}
    )
    expected_failures: tuple[ExpectedFailure, ...] = TIES_BELOW_THE_NEWEST

    def __init__(self, *, ties: Ties = "lowest") -> None:
        """
        `ties` says where equal choices fall.
        """
        self._ties = ties

    def assign(self, group: Group) -> Assignment:
        """
        See `StickyAssignor`.
        """
        by_id = sorted(range(len(group.members)), key=lambda place: kafka_order(group.members[place].id))
        return self._assign_evenly(group, by_id) if subscriptions_are_equal(group) else self._assign(group, by_id)

    def _assign_evenly(self, group: Group, by_id: list[int]) -> Assignment:
        members = group.members
        numbering = numbered(group.partition_counts(), members[0].subscription)
        resolution = newest_holds(sticky_claims(members, numbering))
        shares = share_evenly(numbering, resolution, by_id).had
        return {member.id: numbering.named(share) for member, share in zip(members, shares, strict=True)}

    def _assign(self, group: Group, by_id: list[int]) -> Assignment:
        members = group.members
        counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
        subscribers = subscribers_by_topic([members[place] for place in by_id], counts)
        numbering = numbered(counts, subscribers)
        claims = sticky_claims(members, numbering)
        held = newest_holds(claims).held
        rank = {place: position for position, place in enumerate(by_id)}
        outdated = outdated_owners(claims, range(len(members)) if self._ties == "java" else by_id)
        shares = share_among_subscribers(
            numbering,
            in_placing_order(numbering, subscribers, times_named(members)),
            held=[held[place] for place in by_id],
            previous={number: rank[place] for number, place in outdated.items()},
            candidates=in_hash_order(numbering) if self._ties == "java" else LowestFirst,
        )
        return {member.id: numbering.named(shares[rank[place]]) for place, member in enumerate(members)}
