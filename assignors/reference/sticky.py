"""
`sticky` and `fair`, and the plan of the sticky family: each member's final partitions, reached at once or in rounds.

Claims are compared, the subscriptions select the path, and the path assigns. An eager assignor returns the plan. A
cooperative one also needs the members from which partitions are taken.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import places_by_id
from kafka_assay.assignors.reference.claims import Claim, outdated_owners, resolve_by_newest, sticky_claims
from kafka_assay.assignors.reference.equal_path import share_evenly
from kafka_assay.assignors.reference.general_path import share_among_subscribers, sort_for_placing
from kafka_assay.assignors.reference.known_failures import TIES_BELOW_THE_NEWEST, WRONG_RACKS_AND_ORDER
from kafka_assay.assignors.reference.partitions import PartitionNumbering, number_partitions
from kafka_assay.assignors.reference.racks import number_racks
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic, subscriptions_are_equal, times_named


class StickyAssignor:
    """
    Kafka's StickyAssignor (KIP-54, KIP-341; claim rule of KAFKA-14639, Kafka 3.4.1; racks of KIP-881, Kafka 3.5).

    Rule: claims are compared first (`claims`). A newer generation wins, and two claims of one generation void each
    other. If all members subscribe to the same topics, every member keeps what it holds, up to an even share, and the
    rest is dealt (`equal_path`). Otherwise held partitions stay, the rest goes to the least loaded subscribers, and
    single partitions then move until no move helps (`general_path`). Instance ids have no effect. Where racks have an
    effect (`racks`), no member keeps a partition without a replica on its rack, and members on the right racks come
    first. With equal subscriptions the loads are those without racks.

    Differences from Kafka's class, which throws, never returns, or breaks a validity law on some inputs. Here claims on
    missing partitions are dropped. A partition that one member claims twice is claimed once. A previous owner that has
    dropped the topic does not get the partition back. The order of members does not decide whether subscriptions are
    equal. And `levelling` always ends.

    Where Kafka's choice among equals is the first of a hash set, the lowest partition or the first member id wins here.

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

    def assign(self, group: Group) -> Assignment:
        """See `StickyAssignor`."""
        planned = make_sticky_plan(group)
        return planned.numbering.answer(group, group.members, planned.shares)


class FairAssignor:
    """
    The fair strategy of KIP-49, as described in KIP-54 ("Alternatives Yet to be Considered"): fairness only.

    Rule: KIP-54 says to switch off stickiness and to start always from an empty current assignment. So this is the
    current `sticky` with every claim and generation removed. A rebalance may move everything.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 4}, {"C0": ["t"], "C1": ["t"]}, {"C1": {"t": [0, 1, 2, 3]}}, generation=1)
    >>> FairAssignor().assign(group)
    {'C0': {'t': [0, 2]}, 'C1': {'t': [1, 3]}}
    """

    name = "fair"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL})

    def assign(self, group: Group) -> Assignment:
        """See `FairAssignor`."""
        members = tuple(member.with_claims((), None) for member in group.members)
        return StickyAssignor().assign(group.with_members(members))


@dataclass(frozen=True, slots=True, kw_only=True)
class StickyPlan:
    """
    `shares[place]` are the numbers of a member's planned partitions, `claims[place]` those that it claimed.

    On the equal path, `cut` maps each partition taken from its holder to that holder. `disputed` has the
    partitions without a holder because they were claimed twice. The general path does not record these: there `cut` is
    None.
    """

    numbering: PartitionNumbering
    shares: list[list[int]]
    claims: list[Claim]
    cut: dict[int, int] | None = None
    disputed: Collection[int] = ()


def make_sticky_plan(group: Group) -> StickyPlan:
    """
    Make the plan for `group`.

    >>> from kafka_assay.assignors.model import group_of
    >>> make_sticky_plan(group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}})).shares
    [[0, 1], [2]]
    """
    by_id = places_by_id(group.members)
    return _plan_equal(group, by_id) if subscriptions_are_equal(group) else _plan_general(group, by_id)


def _plan_equal(group: Group, by_id: list[int]) -> StickyPlan:
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


def _plan_general(group: Group, by_id: list[int]) -> StickyPlan:
    members = group.members
    ordered = [members[place] for place in by_id]
    counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
    subscribers = subscribers_by_topic(ordered, counts)
    numbering = number_partitions(counts, subscribers)
    claims = sticky_claims(members, numbering)
    held = resolve_by_newest(claims).held
    rank = {place: position for position, place in enumerate(by_id)}
    shares = share_among_subscribers(
        numbering,
        sort_for_placing(numbering, subscribers, times_named(members)),
        held=[held[place] for place in by_id],
        previous={number: rank[place] for number, place in outdated_owners(claims, by_id).items()},
        racks=number_racks(ordered, group.topics, numbering),
    )
    return StickyPlan(numbering=numbering, shares=[shares[rank[place]] for place in range(len(members))], claims=claims)
