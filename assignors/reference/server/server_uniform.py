"""`server-uniform`: the default assignor of Kafka's group coordinator, even and sticky."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.ownership import valid_owners_by_topic
from kafka_assay.assignors.reference.known_failures.sixteen_laps import STOPPED_TOO_EARLY
from kafka_assay.assignors.reference.member_order import sort_by_id
from kafka_assay.assignors.reference.numbering import Numbering, number_partitions
from kafka_assay.assignors.reference.ownership_state import NOBODY, OwnershipState
from kafka_assay.assignors.reference.server.server_uniform_equal import share_by_quota
from kafka_assay.assignors.reference.server.server_uniform_unequal import share_topic_by_topic
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class ServerUniformAssignor:
    """
    The coordinator's UniformAssignor (KIP-848), as it is since KAFKA-17710 (Kafka 4.0.0) and KAFKA-18688 (4.0.1).

    The rule. Where all members subscribe to the same names, as sets, everybody keeps what it owns, up to its quota, and
    the rest fills those below theirs (`server_uniform_equal`). Any member may hold an extra partition, so that a
    balanced group moves nothing; extras that nobody holds go to the last members. Elsewhere owned partitions of
    subscribed topics stay, the others go to the least loaded subscribers, and then topic by topic partitions move from
    the most to the least loaded (`server_uniform_unequal`). Nobody gets a former partition back on purpose; instance
    ids and racks do not matter (racks: KAFKA-16694).

    Where it differs from Kafka's class. Kafka takes members, and under equal subscriptions topics and partitions, in
    the order of its hash tables, and topics with the same numbers of partitions and subscribers in the order of their
    ids, which are random. Here members go by id, topics by name, and partitions by number. So with equal subscriptions
    sorted loads and the number of kept partitions agree, and names may not; with unequal ones even the loads may differ
    after a tie. The coordinator knows who owns what, so of the claims only those of valid owners count; Kafka's class
    throws where two members own one partition (the smallest group: t:1, claimed by two). It also throws on a
    subscription to a topic that does not exist, and on a claim beyond a topic's last partition; here both are passed
    over.

    A owns one of three partitions, and B two. In Kafka 4.0.0 the extra went to whoever came first; if A, one moved:

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"A": ["t"], "B": ["t"]}, {"A": {"t": [0]}, "B": {"t": [1, 2]}})
    >>> ServerUniformAssignor().assign(group)
    {'A': {'t': [0]}, 'B': {'t': [1, 2]}}
    """

    name = "server-uniform"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY})
    expected_failures: tuple[ExpectedFailure, ...] = STOPPED_TOO_EARLY

    def assign(self, group: Group) -> Assignment:
        """See `ServerUniformAssignor`."""
        members = sort_by_id(group.members)
        counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
        subscribers = subscribers_by_topic(members, counts)
        numbering = number_partitions(counts, subscribers)
        standing = _ownership_state(group, members, numbering)
        if _is_subscribed_alike(members):
            unowned = [number for number, owner in enumerate(standing.owner) if owner == NOBODY]
            shares = share_by_quota(standing.shares(), unowned)
        else:
            shares = share_topic_by_topic(standing, numbering, subscribers)
        shared = {member.id: numbering.ids_by_topic(share) for member, share in zip(members, shares, strict=True)}
        return {member.id: shared[member.id] for member in group.members}


def _is_subscribed_alike(members: Sequence[Member]) -> bool:
    """
    Whether all name the same topics, in any order and repeated or not; names of topics that do not exist count, too.
    """
    distinct = {id(member.subscription): member.subscription for member in members}
    first = next(iter(distinct.values()), ())
    names = frozenset(first)
    return all(other == first or names == frozenset(other) for other in distinct.values())


def _ownership_state(group: Group, members: Sequence[Member], numbering: Numbering) -> OwnershipState:
    """What the coordinator knows: each partition with its valid owner. Members by their place in `members`."""
    place_of = {member.id: place for place, member in enumerate(members)}
    standing = OwnershipState(load=[0] * len(members), owner=[NOBODY] * len(numbering))
    for topic, owners in valid_owners_by_topic(group).items():
        span = numbering.spans.get(topic)
        if span is not None:
            for partition, owner in owners.items():
                standing.give(span[partition], place_of[owner])
    return standing
