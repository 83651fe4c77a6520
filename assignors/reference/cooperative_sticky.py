"""
`cooperative-sticky`: the plan of `sticky`, reached in rounds. A member gives up a partition before another gets it.

What a round withholds follows KIP-429 as in Kafka's code, which keeps records on the equal path and compares claims on
the other.

* *Equal.* A partition that a member held and lost may go to no other member in this round. A partition that two members
  claimed at one generation goes to no member, because it is unknown which of them uses it.
* *General.* A claimed partition goes only to a claimant. All claims count: old ones, and those on topics that the
  member has dropped. Kafka stops here, and lets an old claimant have a partition that another member validly holds.
  This rule is stricter: a partition with a valid owner goes to no other member.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.reference.claims import holdings_of_valid_owners
from kafka_assay.assignors.reference.known_failures import (
    RACKS_THAT_ALTERNATE,
    TIES_BELOW_THE_NEWEST,
    WRONG_RACKS_AND_ORDER,
)
from kafka_assay.assignors.reference.sticky import StickyPlan, make_sticky_plan

OWNED_VERSION = 1
"""The first metadata version whose subscription contains the owned partitions."""


class CooperativeStickyAssignor:
    """
    Kafka's CooperativeStickyAssignor (KIP-429, Kafka 2.4), as in the current code (4.4.0).

    Rule: the plan is that of `sticky`, and an answer is one round of it. A partition that the plan moves from one
    member to another is withheld from all members in this round. Members that gave something up rejoin without it, and
    the next round finds it free. With equal subscriptions this takes at most two rounds, otherwise
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

    def assign(self, group: Group) -> Assignment:
        """The answer of one round; see `CooperativeStickyAssignor`."""
        visible = group.with_members(tuple(map(with_carried_claims, group.members)))
        planned = make_sticky_plan(visible)
        # A partition that is missing here may go to any member in this round.
        only_for: dict[int, tuple[int, ...]] = dict.fromkeys(planned.disputed, ())
        if planned.cut is None:
            only_for = _claimants(planned, visible.members)
        else:
            only_for |= {number: (holder,) for number, holder in planned.cut.items()}
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


def _claimants(planned: StickyPlan, members: Sequence[Member]) -> dict[int, tuple[int, ...]]:
    claims, numbering = planned.claims, planned.numbering
    claimants: dict[int, tuple[int, ...]] = {}
    contested: set[int] = set()
    for place, claim in enumerate(claims):
        alone = (place,)
        for number in claim.numbers:
            others = claimants.get(number)
            claimants[number] = alone if others is None else others + alone
            if others is not None:
                contested.add(number)

    @cache
    def subscribes(place: int, topic: int) -> bool:
        return numbering.topics[topic] in members[place].subscription

    for place, numbers in enumerate(holdings_of_valid_owners(claims) if contested else ()):
        for number in contested.intersection(numbers):
            if subscribes(place, numbering.topic_of[number]):
                claimants[number] = (place,)
    return claimants
