"""
Withholding: which partitions a cooperative round grants to certain members only, because somebody else has them yet.

Source: KIP-429, as Kafka's code has it, which keeps books on the constrained path and compares claims on the other.

* *Constrained.* What a member held and had to let go may go to no other in this round. What two members claimed at one
  generation goes to nobody, not even to one of them: nobody knows which of them works on it.
* *General.* What somebody claimed goes only to one who claimed it. Claims are taken as they stand: old ones count, and
  claims on topics that the member has given up. Here Kafka stops, and lets an old claimant have what another validly
  holds; this rule goes on: what has a valid owner goes to nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.reference.sticky.claims import holdings_of_valid_owners
from kafka_assay.assignors.reference.sticky.sticky_plan import StickyPlan


def possible_takers(planned: StickyPlan, members: Sequence[Member]) -> Mapping[int, Sequence[int]]:
    """
    Partition -> the places of the members that may get it in this round. A partition that is absent may go to any.
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
