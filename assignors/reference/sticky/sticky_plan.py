"""
The plan of the sticky family: each member's final partitions, reached at once or in rounds.

Claims are compared, the subscriptions select the path, and the path assigns. An eager assignor returns the plan. A
cooperative one also needs the members from which partitions are taken.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.numbering import Numbering, number_partitions
from kafka_assay.assignors.reference.racks import number_racks
from kafka_assay.assignors.reference.sticky.claims import Claim, outdated_owners, resolve_by_newest, sticky_claims
from kafka_assay.assignors.reference.sticky.constrained import share_evenly
from kafka_assay.assignors.reference.sticky.general import share_among_subscribers, sort_for_placing
from kafka_assay.assignors.reference.sticky.hash_order import hash_order_factory
from kafka_assay.assignors.reference.sticky.move_log import LowestFirst
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic, subscriptions_are_equal, times_named

Ties: TypeAlias = Literal["lowest", "java"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StickyPlan:
    """
    `shares[place]` are the numbers of a member's planned partitions, `claims[place]` those that it claimed.

    On the constrained path, `cut` maps each partition taken from its holder to that holder. `disputed` has the
    partitions without a holder because they were claimed twice. The general path does not record these: there `cut` is
    None.
    """

    numbering: Numbering
    shares: list[list[int]]
    claims: list[Claim]
    cut: dict[int, int] | None = None
    disputed: Collection[int] = ()


def make_sticky_plan(group: Group, ties: Ties = "lowest") -> StickyPlan:
    """
    Make the plan for `group`; `ties` decides equal choices.

    >>> from kafka_assay.assignors.model import group_of
    >>> make_sticky_plan(group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}})).shares
    [[0, 1], [2]]
    """
    by_id = sorted(range(len(group.members)), key=lambda place: kafka_order(group.members[place].id))
    return _plan_constrained(group, by_id) if subscriptions_are_equal(group) else _plan_general(group, by_id, ties)


def _plan_constrained(group: Group, by_id: list[int]) -> StickyPlan:
    members = group.members
    numbering = number_partitions(group.partition_counts(), members[0].subscription)
    claims = sticky_claims(members, numbering)
    resolution = resolve_by_newest(claims)
    sharing = share_evenly(numbering, resolution, by_id, number_racks(members, group.topics, numbering))
    return StickyPlan(
        numbering=numbering,
        shares=sharing.had,
        claims=claims,
        cut=sharing.cut,
        disputed=resolution.disputed,
    )


def _plan_general(group: Group, by_id: list[int], ties: Ties) -> StickyPlan:
    members = group.members
    ordered = [members[place] for place in by_id]
    counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
    subscribers = subscribers_by_topic(ordered, counts)
    numbering = number_partitions(counts, subscribers)
    claims = sticky_claims(members, numbering)
    held = resolve_by_newest(claims).held
    rank = {place: position for position, place in enumerate(by_id)}
    outdated = outdated_owners(claims, range(len(members)) if ties == "java" else by_id)
    shares = share_among_subscribers(
        numbering,
        sort_for_placing(numbering, subscribers, times_named(members)),
        held=[held[place] for place in by_id],
        previous={number: rank[place] for number, place in outdated.items()},
        candidates=hash_order_factory(numbering) if ties == "java" else LowestFirst,
        racks=number_racks(ordered, group.topics, numbering),
    )
    return StickyPlan(numbering=numbering, shares=[shares[rank[place]] for place in range(len(members))], claims=claims)
