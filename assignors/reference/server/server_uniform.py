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

    Rule for equal subscriptions (compared as sets of names, `server_uniform_equal`): every member keeps what it owns,
    up to its quota. The other partitions fill the members below their quota. Any member may hold an extra partition, so
    a balanced group moves nothing. Extras that no member holds go to the last members.

    Rule for other groups (`server_uniform_unequal`): owned partitions of subscribed topics stay, and the others go to
    the least loaded subscribers. Then, topic by topic, partitions move from the most to the least loaded members. No
    rule returns a partition to a former owner. Instance ids and racks have no effect (racks: KAFKA-16694).

    Differences from Kafka's class. Kafka takes members in the order of its hash tables, and under equal subscriptions
    also topics and partitions. It takes topics with the same numbers of partitions and subscribers in the order of
    their random ids. Here members are sorted by id, topics by name, and partitions by number. So with equal
    subscriptions the sorted loads and the number of kept partitions agree with Kafka's, but the names may differ. With
    unequal subscriptions even the loads may differ after a tie.

    The coordinator knows the owner of each partition, so only claims of valid owners count here. Kafka's class throws
    where two members own one partition (the smallest group: t with one partition, claimed by two members). It also
    throws on a subscription to a missing topic, and on a claim beyond a topic's last partition. Here both are skipped.

    A owns one of three partitions, and B two. In Kafka 4.0.0 the extra went to the first member; if that was A, one
    partition moved:

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
        state = _ownership_state(group, members, numbering)
        if _is_subscribed_alike(members):
            unowned = [number for number, owner in enumerate(state.owner) if owner == NOBODY]
            shares = share_by_quota(state.shares(), unowned)
        else:
            shares = share_topic_by_topic(state, numbering, subscribers)
        shared = {member.id: numbering.ids_by_topic(share) for member, share in zip(members, shares, strict=True)}
        return {member.id: shared[member.id] for member in group.members}


def _is_subscribed_alike(members: Sequence[Member]) -> bool:
    """Whether all members name the same topics, ignoring order and repeats; names of missing topics count too."""
    distinct = {id(member.subscription): member.subscription for member in members}
    first = next(iter(distinct.values()), ())
    names = frozenset(first)
    return all(other == first or names == frozenset(other) for other in distinct.values())


def _ownership_state(group: Group, members: Sequence[Member], numbering: Numbering) -> OwnershipState:
    """The coordinator's knowledge: each partition with its valid owner. Members are places in `members`."""
    place_of = {member.id: place for place, member in enumerate(members)}
    state = OwnershipState(load=[0] * len(members), owner=[NOBODY] * len(numbering))
    for topic, owners in valid_owners_by_topic(group).items():
        span = numbering.spans.get(topic)
        if span is not None:
            for partition, owner in owners.items():
                state.give(span[partition], place_of[owner])
    return state
