"""
Withholding: the partitions that a cooperative round grants only to certain members, because others still own them.

Source: KIP-429, as in Kafka's code, which keeps records on the constrained path and compares claims on the other.

* *Constrained.* A partition that a member held and lost may go to no other member in this round. A partition that two
  members claimed at one generation goes to no member, because it is unknown which of them uses it.
* *General.* A claimed partition goes only to a claimant. All claims count: old ones, and those on topics that the
  member has dropped. Kafka stops here, and lets an old claimant have a partition that another member validly holds.
  This rule is stricter: a partition with a valid owner goes to no other member.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.reference.sticky.claims import holdings_of_valid_owners
from kafka_assay.assignors.reference.sticky.sticky_plan import StickyPlan


def possible_takers(planned: StickyPlan, members: Sequence[Member]) -> Mapping[int, Sequence[int]]:
    """
    Partition -> the places of the members that may get it in this round. A missing partition may go to any member.
    """
    if planned.cut is None:
        return _claimants(planned, members)
    only_for: dict[int, tuple[int, ...]] = dict.fromkeys(planned.disputed, ())
    return only_for | {number: (holder,) for number, holder in planned.cut.items()}


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
