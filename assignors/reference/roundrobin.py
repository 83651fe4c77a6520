"""The round-robin family: partitions or whole topics are dealt one by one around a circle of members."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random

from kafka_assay.assignors.formats.group_format import member_to_json, question_to_json
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order, sort_static_first
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class RoundRobinAssignor:
    """
    Kafka's RoundRobinAssignor (its Javadoc; static members first since KIP-345, Kafka 2.4).

    Rule: members form a circle: static members by instance id, then the others by member id. Partitions come in the
    order of (topic, id). A pointer moves around the circle. For each partition it skips members that do not subscribe
    to the topic, gives the partition to the next subscriber, and advances by one. A skipped member has lost its turn,
    so loads become uneven as soon as subscriptions differ.

    Within one topic the pointer stops only at its subscribers, so a topic is dealt as a whole. With n subscribers the
    first one gets ids 0, n, 2n..., the next 1, n + 1.... The pointer ends behind the last one.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"a": 4, "b": 4}, {"C0": ["a"], "C1": ["a", "b"]})
    >>> for member, topics in RoundRobinAssignor().assign(group).items():
    ...     print(member, topics)
    C0 {'a': [0, 2]}
    C1 {'a': [1, 3], 'b': [0, 1, 2, 3]}
    """

    name = "roundrobin"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED})

    def assign(self, group: Group) -> Assignment:
        """See `RoundRobinAssignor`."""
        return deal_round(group, sort_static_first(group.members))


def deal_round(group: Group, circle: Sequence[Member]) -> Assignment:
    """Deal all partitions around the `circle`, which contains every member of `group` once."""
    answer: Assignment = {member.id: {} for member in group.members}
    counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
    subscribers = subscribers_by_topic(circle, counts)
    takers = [answer[member.id] for member in circle]
    pointer = 0
    for topic in sorted(subscribers, key=kafka_order):
        places, count = subscribers[topic], counts[topic]
        around, start = len(places), bisect_left(places, pointer)
        for turn in range(min(count, around)):
            takers[places[(start + turn) % around]][topic] = list(range(turn, count, around))
        pointer = places[(start + count - 1) % around] + 1
    return answer


class HashedRoundRobinAssignor:
    """
    The repeatable form of Signal's shuffled round-robin ("Kafka Consumer Assignments", 2017).

    Signal shuffles the members at every rebalance. The threads of a host have neighbouring ids, and the shuffle keeps
    them from getting neighbouring partitions. But it moves nearly everything each time. A fixed order that does not
    depend on names spreads as well and moves less. A maintainer of kafka-lag-based-assignor suggests something similar
    in its issue 4.

    Rule: members form a circle, sorted by a SHA-256. The hash covers the salt and then the instance id, or the member
    id if there is no instance id (both in UTF-8). Equal hashes are sorted by member id. Then all partitions are dealt
    as in `roundrobin`. A static member keeps its place over restarts. `salt` is an argument of this class and empty on
    the command line. Another salt gives another order.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"host1-a": ["t"], "host1-b": ["t"], "host2-a": ["t"]})
    >>> HashedRoundRobinAssignor().assign(group)
    {'host1-a': {'t': [1]}, 'host1-b': {'t': [0]}, 'host2-a': {'t': [2]}}
    """

    name = "hashed-roundrobin"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED})

    def __init__(self, *, salt: str = "") -> None:
        """`salt` is hashed before each id."""
        self._salt = sha256(salt.encode("utf-8", "surrogatepass"))

    def assign(self, group: Group) -> Assignment:
        """See `HashedRoundRobinAssignor`."""
        return deal_round(group, sorted(group.members, key=self._hash_key))

    def _hash_key(self, member: Member) -> tuple[bytes, str]:
        hashed = self._salt.copy()
        known_as = member.id if member.instance_id is None else member.instance_id
        hashed.update(known_as.encode("utf-8", "surrogatepass"))
        return hashed.digest(), kafka_order(member.id)


class ShuffledRoundRobinAssignor:
    """
    Signal's assignor ("Kafka Consumer Assignments", 2017): round-robin over the members in random order.

    The text says no more than that. Our choice is one shuffle of the members for each call, and then `roundrobin`. The
    generator's seed comes from `seed` (`--seed` on the command line) and the content of the group. So any change of the
    group reshuffles, and every run can be repeated in any process. The group's name and its assumptions are not part of
    the seed. The order of its members and topics is.

    The price is stickiness: an unchanged partition keeps its owner with a probability of about one divided by the
    number of members. `hashed-roundrobin` spreads as well and keeps partitions.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"host1-a": ["t"], "host1-b": ["t"], "host2-a": ["t"]})
    >>> ShuffledRoundRobinAssignor().assign(group)
    {'host1-a': {'t': [1]}, 'host1-b': {'t': [0]}, 'host2-a': {'t': [2]}}
    >>> ShuffledRoundRobinAssignor(seed=1).assign(group)
    {'host1-a': {'t': [2]}, 'host1-b': {'t': [1]}, 'host2-a': {'t': [0]}}
    """

    name = "shuffled-roundrobin"
    promises = frozenset({Promise.EVEN})

    def __init__(self, *, seed: int = 0) -> None:
        """`seed` picks one of many sequences of shuffles."""
        self._seed = seed

    def assign(self, group: Group) -> Assignment:
        """See `ShuffledRoundRobinAssignor`."""
        hashed = sha256(b"%d\n" % self._seed + _group_bytes(group))
        generator, order = Random(int.from_bytes(hashed.digest(), "big")), list(group.members)
        # In Python only `random()` gives the same numbers in every release.
        for last in range(len(order) - 1, 0, -1):
            other = int(generator.random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return deal_round(group, order)


def _group_bytes(group: Group) -> bytes:
    """The content of `group` as JSON. Each list of topics appears once, because thousands of members may share it."""
    lists: dict[tuple[str, ...], int] = {}
    numbers = [lists.setdefault(member.subscription, len(lists)) for member in group.members]
    rest = question_to_json(replace(group, name=None, assumptions=(), members=()))
    rest["members"] = [member_to_json(member) | {"subscription": []} for member in group.members]
    return json.dumps([rest, list(lists), numbers], separators=(",", ":")).encode("ascii")


class TopicRoundRobinAssignor:
    """
    The TopicRoundRobinAssignor that KIP-874 proposes, after its pull request (apache/kafka 12705, head 4521169640).

    Rule: members form a circle, sorted by the number of owned partitions, then by the number of subscribed topics, then
    by member id, each ascending. Topics are sorted by name. A pointer moves around the circle. For each topic it skips
    members that do not subscribe, gives the whole topic to the next subscriber, and advances by one. Instance ids have
    no effect.

    Deviation: the pull request takes topics in the order of a hash map, which depends on the names. Here they are
    sorted.

    Owned partitions come from the subscription, which contains them since version 1. In a running group there are none:
    the assignor is eager, so its members give up everything before they rejoin. If a member reports owned partitions
    anyway, the rule is the opposite of sticky: a topic goes to a member that did not have it.

    With more members than topics the last members stay idle, and nothing makes partitions even: t0 with 100 partitions
    and t1 with 1 are dealt as 100 and 1. The KIP says that they are "uniformly balanced". Its example of two instances
    shows one topic on two members. That is plain `roundrobin`, where each member subscribes to one of the topics.

    The KIP's example:

    >>> from kafka_assay.assignors.model import group_of
    >>> TopicRoundRobinAssignor().assign(group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]}))
    {'C0': {'t0': [0, 1, 2]}, 'C1': {'t1': [0, 1, 2]}}
    """

    name = "topicroundrobin"
    promises = frozenset({Promise.REPEATABLE, Promise.WHOLE_TOPICS, Promise.FIXED})

    def assign(self, group: Group) -> Assignment:
        """See `TopicRoundRobinAssignor`."""
        answer: Assignment = {member.id: {} for member in group.members}
        circle = sorted(group.members, key=_topic_count_key)
        counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
        subscribers = subscribers_by_topic(circle, counts)
        pointer = 0
        for topic in sorted(subscribers, key=kafka_order):
            places = subscribers[topic]
            place = places[bisect_left(places, pointer) % len(places)]
            answer[circle[place].id][topic] = list(range(counts[topic]))
            pointer = place + 1
        return answer


def _topic_count_key(member: Member) -> tuple[int, int, str]:
    shown = sum(len(ids) for _, ids in member.owned) if member.metadata_version > 0 else 0
    return shown, len(member.subscription), kafka_order(member.id)
