"""Mutants of the placement laws: they break up blocks, misalign topics, or move partitions after restarts."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Topic, group_of
from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.subscriptions import subscribers
from tests.support.mutants.edits import change_members, copy_answer, deal, hand_over, swap_first_two
from tests.support.mutants.groups import changed
from tests.support.mutants.mutant import Healthy, mutant

FOUR = group_of({"t": 4}, {"a": ["t"], "b": ["t"]})
ALIKE = group_of({"t": 2, "u": 2}, {"a": ["t", "u"], "b": ["t", "u"]})
STATIC = changed(group_of({"t": 2}, {"m1": ["t"], "m2": ["t"]}), m1={"instance_id": "i1"}, m2={"instance_id": "i2"})
STATIC_THREE = replace(STATIC, topics=(Topic(name="t", partitions=3),))
THREE_AND_THREE = group_of({"t": 3, "u": 3}, {"a": ["t", "u"], "b": ["t", "u"]})
THREE_AND_ONE = group_of({"t": 3, "u": 1}, {name: ["t", "u"] for name in "abc"})


@mutant("contiguous", "range", FOUR)
def deals_within_topics(group: Group, healthy: Healthy) -> Assignment:
    """Deals each topic's partitions to its subscribers in turn instead of in blocks."""
    return deal(group, lambda one, members, _: members[one.partition % len(members)])


@mutant("contiguous", "range", FOUR, subtle=True, fault="answer")
def exchanges_the_first_of_two_blocks(group: Group, healthy: Healthy) -> Assignment:
    """Two members exchange the first partitions of their blocks."""
    return swap_first_two(group, healthy(group))


@mutant("co-partitioned", "range", ALIKE)
def goes_on_where_the_last_topic_ended(group: Group, healthy: Healthy) -> Assignment:
    """Starts each topic one member later, so that extra partitions do not add up on the first member."""
    answer: Assignment = {member.id: {} for member in group.members}
    for turn, topic in enumerate(group.topics):
        members = [member for member in group.members if topic.name in member.subscription]
        turned = members[turn % len(members) :] + members[: turn % len(members)] if members else []
        names = {member.id: f"{place:04}" for place, member in enumerate(turned)}
        renamed = tuple(replace(member, id=names[member.id], instance_id=None) for member in turned)
        part = healthy(replace(group, topics=(topic,), members=renamed))
        for member in turned:
            answer[member.id].update(part[names[member.id]])
    return answer


@mutant("co-partitioned", "range", THREE_AND_THREE, subtle=True, fault="answer")
def the_last_gets_the_extra_of_the_second_topic(group: Group, healthy: Healthy) -> Assignment:
    """With two subscribers, gives the extra partition to the last one in every topic but the first."""
    answer = copy_answer(healthy(group))
    for topic, members in list(subscribers(group).items())[1:]:
        first, last = answer[members[0]].get(topic, []), answer[members[-1]].get(topic, [])
        if len(first) == len(last) + 1 and len(members) == 2:
            last.insert(0, first.pop())
    return answer


@mutant("restart-keeps-static-members", "roundrobin", STATIC)
def ignores_instance_ids(group: Group, healthy: Healthy) -> Assignment:
    """Orders members by member id, as sticky assignors do, and ignores instance ids."""
    return healthy(change_members(group, lambda member: replace(member, instance_id=None)))


@mutant("restart-keeps-static-members", "range", STATIC, subtle=True)
def breaks_the_order_at_the_last_member(group: Group, healthy: Healthy) -> Assignment:
    """Treats the member with the largest id as dynamic, so that it comes after all static members."""
    last = max(group.member_ids(), default=None)
    return healthy(change_members(group, lambda one: replace(one, instance_id=None) if one.id == last else one))


@mutant("restart-keeps-static-members", "roundrobin", STATIC_THREE, fault="answer", subtle=True)
def the_extra_goes_to_the_first_member_id(group: Group, healthy: Healthy) -> Assignment:
    """At the end, gives an extra partition to the member with the smallest member id."""
    answer = healthy(group)
    counts = loads(group, answer)
    first = min(counts, default="")
    for topic, members in subscribers(group).items():
        for giver in members if first in members else ():
            if counts[giver] == counts[first] + 1 and answer[giver].get(topic):
                return hand_over(answer, giver, first, topic, answer[giver][topic][-1])
    return answer


@mutant("topics-stay-whole", "topicroundrobin", group_of({"t": 2}, {"a": ["t"], "b": ["t"]}))
def deals_partitions_instead_of_topics(group: Group, healthy: Healthy) -> Assignment:
    """Deals single partitions instead of whole topics (plain round robin)."""
    return reference_assignor("roundrobin").assign(group)


@mutant("topics-stay-whole", "topicroundrobin", THREE_AND_ONE, subtle=True, fault="answer")
def splits_what_is_larger_than_all_the_rest(group: Group, healthy: Healthy) -> Assignment:
    """Splits a topic that has more partitions than all others together."""
    answer, counts = healthy(group), group.partition_counts()
    for topic, members in subscribers(group).items():
        idle = [member for member in members if not any(answer[member].values())]
        owner = next((member for member in members if answer[member].get(topic)), None)
        if idle and owner and len(counts) > 1 and 2 * counts[topic] > sum(counts.values()) and counts[topic] > 1:
            return hand_over(answer, owner, idle[0], topic, counts[topic] - 1)
    return answer
