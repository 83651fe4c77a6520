"""`sticky`: as even as KIP-54 can make it, with as few moves as it can."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.known_failures.racks_and_order import WRONG_RACKS_AND_ORDER
from kafka_assay.assignors.reference.known_failures.three_claimants import TIES_BELOW_THE_NEWEST
from kafka_assay.assignors.reference.sticky.sticky_plan import Ties, make_sticky_plan


class StickyAssignor:
    """
    Kafka's StickyAssignor (KIP-54, KIP-341; claim rule of KAFKA-14639, Kafka 3.4.1; racks of KIP-881, Kafka 3.5).

    Rule: claims are compared first (`claims`). A newer generation wins, and two claims of one generation void each
    other. If all members subscribe to the same topics, every member keeps what it holds, up to an even share, and the
    rest is dealt (`constrained`). Otherwise held partitions stay, the rest goes to the least loaded subscribers, and
    single partitions then move until no move helps (`general`). Instance ids have no effect. Where racks have an effect
    (`racks`), no member keeps a partition without a replica on its rack, and members on the right racks come first.
    With equal subscriptions the loads are those without racks.

    Differences from Kafka's class, which throws, never returns, or breaks a validity law on some inputs. Here claims on
    missing partitions are dropped. A partition that one member claims twice is claimed once. A previous owner that has
    dropped the topic does not get the partition back. The order of members does not decide whether subscriptions are
    equal. And `levelling` always ends.

    With `ties="java"`, and members in the iteration order of Java's hash map, equal choices are decided as in Kafka, so
    that answers can be compared partition by partition. Otherwise the lowest partition and the first member id win.

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
        """`ties` decides equal choices."""
        self._ties = ties

    def assign(self, group: Group) -> Assignment:
        """See `StickyAssignor`."""
        planned = make_sticky_plan(group, self._ties)
        shares = zip(group.members, planned.shares, strict=True)
        return {member.id: planned.numbering.ids_by_topic(share) for member, share in shares}
