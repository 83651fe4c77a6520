"""`sticky`: as even as KIP-54 can make it, and moving as little as it can."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.known_failures.racks_and_order import WRONG_RACKS_AND_ORDER
from kafka_assay.assignors.reference.known_failures.three_claimants import TIES_BELOW_THE_NEWEST
from kafka_assay.assignors.reference.sticky.sticky_plan import Ties, make_sticky_plan


class StickyAssignor:
    """
    Kafka's StickyAssignor (KIP-54, KIP-341; the claim rule of KAFKA-14639, Kafka 3.4.1 on; racks of KIP-881, 3.5 on).

    The rule. Claims are compared (`claims`): a newer generation wins, two claims of one generation void each other.
    Where all members subscribe to the same topics, everybody keeps what it holds, up to an even share, and the rest is
    dealt out (`constrained`). Elsewhere what is held stays, the rest goes to the least loaded subscribers, and single
    partitions then move until no move helps (`general`). Instance ids do not matter. Where racks count (`racks`),
    nobody keeps what has no replica on its rack, and members on the right racks are served first; with equal
    subscriptions the loads are those without racks.

    Where Kafka's class throws, never returns, or breaks a validity law, this one answers all the same: claims on
    partitions that do not exist are dropped; a partition that one member claims twice is claimed once; a previous owner
    that has given up the topic does not get it back; whether subscriptions are equal does not depend on who comes
    first; and `levelling` ends.

    With `ties="java"`, and members in the order in which Java's hash map iterates them, equal choices fall as in Kafka,
    so that answers can be compared partition by partition. Otherwise they fall to the lowest partition and the first
    member id.

    KIP-54's second example, after C0 has left:

    >>> from kafka_assay.assignors.model import group_of
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
    expected_failures: tuple[ExpectedFailure, ...] = (*TIES_BELOW_THE_NEWEST, *WRONG_RACKS_AND_ORDER)

    def __init__(self, *, ties: Ties = "lowest") -> None:
        """`ties` says where equal choices fall."""
        self._ties = ties

    def assign(self, group: Group) -> Assignment:
        """See `StickyAssignor`."""
        planned = make_sticky_plan(group, self._ties)
        shares = zip(group.members, planned.shares, strict=True)
        return {member.id: planned.numbering.ids_by_topic(share) for member, share in shares}
