"""`topicroundrobin`: whole topics, dealt one by one around a circle of members."""

from __future__ import annotations

from bisect import bisect_left

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


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
    expected_failures: tuple[ExpectedFailure, ...] = ()

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


def _topic_count_key(member: Member) -> tuple[int, int, bytes]:
    shown = sum(len(ids) for _, ids in member.owned) if member.metadata_version > 0 else 0
    return shown, len(member.subscription), kafka_order(member.id)
