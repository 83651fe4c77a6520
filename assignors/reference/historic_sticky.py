"""
`sticky@...`: the sticky assignor with Kafka's earlier claim rules, including their faults. Exhibits, not for use.

The claim rule is historic, and so is the choice of the path. Until 2.5.0 the general algorithm served all groups, and
used a special order for equal subscriptions (`peeling_order`). The algorithm itself is the current one
(`general_path`). So every difference from `sticky` comes from claims and path.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import places_by_id
from kafka_assay.assignors.reference.claims import Claim, sticky_claims
from kafka_assay.assignors.reference.constrained import share_in_four_phases
from kafka_assay.assignors.reference.general_path import share_among_subscribers, sort_for_placing
from kafka_assay.assignors.reference.historic_claims import (
    RememberedOwners,
    SecondOwners,
    holdings_by_kafka9987,
    owners_by_kip54,
    owners_by_kip341,
)
from kafka_assay.assignors.reference.levelling import SubscribedTopic
from kafka_assay.assignors.reference.partitions import number_partitions
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic, subscriptions_are_equal, times_named

_PROMISES = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY, Promise.CLAIMS})


class StickyOfKip54:
    """
    Kafka's StickyAssignor as KIP-54 introduced it (0.11 to 2.2), with its claim rule: no generations.

    Rule: every member starts with all that it claims, at any generation, and the general algorithm continues from
    there, also for equal subscriptions. A partition that two members claim is assigned twice; KIP-341 fixed this.

    >>> from kafka_assay.assignors.model import group_of
    >>> both = {"C0": {"t0": [0]}, "C1": {"t0": [0]}}
    >>> StickyOfKip54().assign(group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, both))
    {'C0': {'t0': [0, 1]}, 'C1': {'t0': [0]}}
    """

    name = "sticky@kip54"
    promises = _PROMISES

    def assign(self, group: Group) -> Assignment:
        """See `StickyOfKip54`."""
        return _assign_generally(group, owners_by_kip54, foreign_too=False)


class StickyOfKip341:
    """
    Kafka's StickyAssignor with the claim rule of KIP-341 (2.3 to 2.5.0): the newest generation holds.

    Rule: among several claimants the newest holds the partition, among equally new ones the first. The next older
    claimant is the previous owner. The general algorithm continues from there, also for equal subscriptions.

    KIP-341's own case: A missed a rebalance, in which B and C got 0 and 3. All three claim them. A gets both back,
    because it has nothing and the others have too much.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> claims = {"A": ((0, 3), 1), "B": ((0, 1, 4), 2), "C": ((2, 3, 5), 2)}
    >>> members = [
    ...     Member(id=name, subscription=("t",), owned=(("t", ids),), generation=generation)
    ...     for name, (ids, generation) in claims.items()
    ... ]
    >>> StickyOfKip341().assign(Group(topics=(Topic(name="t", partitions=6),), members=tuple(members)))
    {'A': {'t': [0, 3]}, 'B': {'t': [1, 4]}, 'C': {'t': [2, 5]}}
    """

    name = "sticky@kip341"
    promises = _PROMISES

    def assign(self, group: Group) -> Assignment:
        """See `StickyOfKip341`."""
        return _assign_generally(group, owners_by_kip341)


class StickyOfKafka9987:
    """
    Kafka's StickyAssignor as KAFKA-9987 changed it (2.5.1 to 2.8.0): equal subscriptions take a separate path.

    Rule: with equal subscriptions, only members of the newest generation keep claims, all that they have, and the rest
    is assigned in four phases (`constrained`). Otherwise claims follow KIP-341's rule, and the general algorithm
    continues from there.

    Two faults. First, a member that missed a rebalance loses partitions that no other member claims. Second, a
    partition that two members of the newest generation claim stays with both. It then counts twice, which may leave
    another partition without a member that has room. Kafka threw IllegalStateException there; this class raises
    `NobodyHasRoom`.

    C1 owned t0-0 and missed a rebalance. No other member claims t0-0, but it goes to C0:

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> away = Member(id="C1", subscription=("t0",), owned=(("t0", (0,)),), generation=1)
    >>> new = Member(id="C0", subscription=("t0",), generation=2)
    >>> StickyOfKafka9987().assign(Group(topics=(Topic(name="t0", partitions=1),), members=(new, away)))
    {'C0': {'t0': [0]}, 'C1': {}}
    """

    name = "sticky@kafka9987"
    promises = _PROMISES

    def assign(self, group: Group) -> Assignment:
        """See `StickyOfKafka9987`."""
        if subscriptions_are_equal(group):
            return share_in_four_phases(group, holdings_by_kafka9987)
        return _assign_generally(group, owners_by_kip341, peeling=False)


def _assign_generally(
    group: Group,
    rule: Callable[[Sequence[Claim]], RememberedOwners],
    *,
    foreign_too: bool = True,
    peeling: bool = True,
) -> Assignment:
    members = group.members
    by_id = places_by_id(members)
    rank = {place: position for position, place in enumerate(by_id)}
    counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
    subscribers = subscribers_by_topic([members[place] for place in by_id], counts)
    numbering = number_partitions(counts, subscribers)
    claims = sticky_claims(members, numbering)
    if not foreign_too:
        topic_of = [numbering.topics[topic] for topic in numbering.topic_of]
        claims = [
            replace(claim, numbers=[number for number in claim.numbers if topic_of[number] in topics])
            for claim, topics in zip(claims, (set(member.subscription) for member in members), strict=True)
        ]
    held, copies, previous = rule(claims)
    held, copies = [held[place] for place in by_id], [copies[place] for place in by_id]
    second = SecondOwners(numbering, copies)
    topics = sort_for_placing(
        second.numbering,
        subscribers | second.subscribers,
        times_named(members) | dict.fromkeys(second.subscribers, 1),
    )
    peeling = peeling and any(held) and all(len(wanting) == len(members) for wanting in subscribers.values())
    shares = share_among_subscribers(
        second.numbering,
        topics,
        held=[mine + more for mine, more in zip(held, second.numbers, strict=True)],
        previous={number: rank[place] for number, place in previous.items()},
        order=list(batches_by_topic(peeling_order(held, copies, previous), topics)) if peeling else None,
    )
    return {
        member.id: numbering.ids_by_topic(second.originals(shares[rank[place]])) for place, member in enumerate(members)
    }


def peeling_order(
    held: Sequence[Sequence[int]], copies: Sequence[Sequence[int]], previous: Container[int]
) -> list[int]:
    """
    The order in which Kafka levelled partitions from 0.11 to 2.5.0, where subscriptions were equal; members by id.

    KIP-54's text does not mention it. It applies if some member owns something. The most loaded member (of equals the
    last by id) adds one partition after another to the order. Partitions that belonged to another member before come
    first, then its others. So a member that returns gets its own partitions back (KIP-341), while the order of ids
    would give it any. Copies count as load, but are not in the order.

    `previous` has the numbers that belonged to another member before.

    >>> peeling_order([[], [0, 1, 4], [2, 3, 5]], [[], [], []], {0, 3})
    [3, 0, 2, 1, 5, 4]
    """
    left = [sorted(mine, key=lambda number: (number not in previous, number), reverse=True) for mine in held]
    queue = [(-len(mine) - len(copies[member]), -member) for member, mine in enumerate(left)]
    heapify(queue)
    order: list[int] = []
    while queue:
        minus_load, minus_member = heappop(queue)
        mine = left[-minus_member]
        if mine:
            order.append(mine.pop())
            heappush(queue, (minus_load + 1, minus_member))
    return order


def batches_by_topic(
    order: Sequence[int], topics: Sequence[SubscribedTopic]
) -> Iterator[tuple[SubscribedTopic, list[int]]]:
    """The `order`, then all other partitions, in batches of one topic each; only topics whose partitions may move."""
    peeled_off = set(order)
    topic_of = {number: topic for topic in topics for number in topic.numbers}
    for number in order:
        if topic_of[number].is_open:
            yield topic_of[number], [number]
    for topic in topics:
        rest = [number for number in topic.numbers if number not in peeled_off]
        if rest and topic.is_open:
            yield topic, rest
