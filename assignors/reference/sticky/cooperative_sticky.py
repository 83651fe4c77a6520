"""
`cooperative-sticky`: the plan of `sticky`, reached in rounds. A member gives up a partition before another gets it.
"""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.reference.known_failures.never_settling import RACKS_THAT_ALTERNATE
from kafka_assay.assignors.reference.known_failures.racks_and_order import WRONG_RACKS_AND_ORDER
from kafka_assay.assignors.reference.known_failures.three_claimants import TIES_BELOW_THE_NEWEST
from kafka_assay.assignors.reference.sticky.sticky_plan import Ties, make_sticky_plan
from kafka_assay.assignors.reference.sticky.withholding import possible_takers

OWNED_VERSION = 1
"""The first metadata version whose subscription contains the owned partitions."""


class CooperativeStickyAssignor:
    """
    Kafka's CooperativeStickyAssignor (KIP-429, Kafka 2.4), as in the current code (4.4.0).

    Rule: the plan is that of `sticky`, and an answer is one round of it. A partition that the plan moves from one
    member to another is withheld from all members in this round (`withholding`). Members that gave something up rejoin
    without it, and the next round finds it free. With equal subscriptions this takes at most two rounds, otherwise
    sometimes three.

    Claims come from the subscription, which has them since metadata version 1. Their generation comes from the
    subscription since version 2, and before that from the four bytes of user data. A member of version 0 claims
    nothing.

    Two differences from Kafka's class. Where Kafka would grant a partition that another member validly holds, this
    assignor withholds it. Where Kafka throws or never returns, see `sticky`.

    C1 joins C0, and C0 must give up t-1:

    >>> from kafka_assay.assignors.model import group_of
    >>> everything = {"C0": ["t"], "C1": ["t"]}
    >>> CooperativeStickyAssignor().assign(group_of({"t": 2}, everything, {"C0": {"t": [0, 1]}}, generation=1))
    {'C0': {'t': [0]}, 'C1': {}}
    >>> CooperativeStickyAssignor().assign(group_of({"t": 2}, everything, {"C0": {"t": [0]}}, generation=2))
    {'C0': {'t': [0]}, 'C1': {'t': [1]}}
    """

    name = "cooperative-sticky"
    promises = frozenset(
        {
            Promise.REPEATABLE,
            Promise.EVEN,
            Promise.LOCAL,
            Promise.STICKY,
            Promise.CLAIMS,
            Promise.RACKS,
            Promise.COOPERATIVE,
        }
    )
    expected_failures: tuple[ExpectedFailure, ...] = (
        *TIES_BELOW_THE_NEWEST,
        *RACKS_THAT_ALTERNATE,
        *WRONG_RACKS_AND_ORDER,
    )

    def __init__(self, *, ties: Ties = "lowest") -> None:
        """`ties` decides equal choices; see `StickyAssignor`."""
        self._ties = ties

    def assign(self, group: Group) -> Assignment:
        """The answer of one round; see `CooperativeStickyAssignor`."""
        visible = group.with_members(tuple(map(with_carried_claims, group.members)))
        planned = make_sticky_plan(visible, self._ties)
        only_for = possible_takers(planned, visible.members)
        answer: Assignment = {}
        for place, (member, share) in enumerate(zip(visible.members, planned.shares, strict=True)):
            here = (place,)
            granted = [number for number in share if place in only_for.get(number, here)]
            answer[member.id] = planned.numbering.ids_by_topic(granted)
        return answer


def with_carried_claims(member: Member) -> Member:
    """
    The member with only the claims that its subscription can contain.

    >>> from kafka_assay.assignors.model import Member
    >>> member = Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=5, metadata_version=0)
    >>> with_carried_claims(member).owned
    ()
    """
    return member if member.metadata_version >= OWNED_VERSION else member.with_claims((), member.generation)
