"""
Mutants of the validity laws: answers that are wrong as such.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assignors.interface import AssignorFailed
from assignors.model import Group, Member, Topic, group_of
from tests.mutation import Collection, copied

if TYPE_CHECKING:
    from assignors.model import Assignment
    from tests.mutation import Healthy

_MUTANTS = Collection()

PAIR = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
GHOST = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [3]}}, generation=1)
FOREIGN = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]}, {"a": {"u": [0]}}, generation=1)
TIED = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [0]}}, generation=1)
STALE = Group(
    topics=(Topic(name="t", partitions=2),),
    members=(
        Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=1),
        Member(id="b", subscription=("t",), owned=(("t", (0,)),), generation=2),
    ),
)


@_MUTANTS.add("returns-an-answer", "sticky", GHOST, subtle=True)
def throws_on_a_ghost_claim(group: Group, healthy: Healthy) -> Assignment:
    """
    Looks a claimed partition up without asking whether it exists.
    """
    counts = group.partition_counts()
    for member in group.members:
        for claim in member.claims():
            if claim.partition >= counts.get(claim.topic, 0):
                raise AssignorFailed("KeyError", str(claim))
    return healthy(group)


@_MUTANTS.add("returns-an-answer", "range", group_of({"t": 1}, {"a": ["t"], "b": []}))
def throws_on_a_member_that_reads_nothing(group: Group, healthy: Healthy) -> Assignment:
    """
    Takes the first topic of every subscription.
    """
    for member in group.members:
        if not member.subscription:
            raise AssignorFailed("IndexError", "list index out of range")
    return healthy(group)


@_MUTANTS.add("returns-an-answer", "fair", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), kind="answer")
def throws_where_somebody_gets_nothing(group: Group, healthy: Healthy) -> Assignment:
    """
    Divides by the least load, for its log.
    """
    answer = healthy(group)
    if any(not any(topics.values()) for topics in answer.values()):
        raise AssignorFailed("ZeroDivisionError", "division by zero")
    return answer


@_MUTANTS.add("answers-every-member", "range", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), kind="answer")
def forgets_idle_members(group: Group, healthy: Healthy) -> Assignment:
    """
    Puts members into the answer as they get their first partition.
    """
    return {member: topics for member, topics in healthy(group).items() if any(topics.values())}


@_MUTANTS.add(
    "answers-every-member", "sticky", group_of({"t": 1}, {"a": ["t"], "b": ["gone"]}), subtle=True, kind="answer"
)
def forgets_members_of_missing_topics(group: Group, healthy: Healthy) -> Assignment:
    """
    Goes through the members by the topics that exist.
    """
    existing = group.partition_counts().keys()
    reading = {member.id for member in group.members if existing & set(member.subscription)}
    return {member: topics for member, topics in healthy(group).items() if member in reading}


@_MUTANTS.add("only-existing-partitions", "sticky", GHOST, subtle=True, kind="answer")
def honours_ghost_claims(group: Group, healthy: Healthy) -> Assignment:
    """
    Lets members keep what they claim, although the topic has become smaller.
    """
    answer, counts = copied(healthy(group)), group.partition_counts()
    for member in group.members:
        for claim in member.claims():
            if claim.topic in counts and claim.partition >= counts[claim.topic]:
                answer[member.id].setdefault(claim.topic, []).append(claim.partition)
    return answer


@_MUTANTS.add("only-existing-partitions", "range", PAIR, kind="answer")
def counts_from_one(group: Group, healthy: Healthy) -> Assignment:
    """
    Numbers partitions from 1 to the count.
    """
    return {
        member: {topic: [partition + 1 for partition in ids] for topic, ids in topics.items()}
        for member, topics in healthy(group).items()
    }


@_MUTANTS.add("only-subscribed-topics", "sticky", FOREIGN, subtle=True, kind="answer")
def honours_foreign_claims(group: Group, healthy: Healthy) -> Assignment:
    """
    Lets members keep what they claim, although they do not subscribe to it any more.
    """
    answer = copied(healthy(group))
    for member in group.members:
        for claim in member.claims():
            for topics in answer.values():
                if claim.topic not in member.subscription and claim.partition in topics.get(claim.topic, []):
                    topics[claim.topic].remove(claim.partition)
                    answer[member.id].setdefault(claim.topic, []).append(claim.partition)
    return answer


@_MUTANTS.add("only-subscribed-topics", "roundrobin", group_of({"t": 2, "u": 2}, {"a": ["t"], "b": ["t", "u"]}))
def takes_everybody_for_a_reader(group: Group, healthy: Healthy) -> Assignment:
    """
    Deals every topic to all members, as if all subscriptions were the first one's and the last one's together.
    """
    topics = tuple(dict.fromkeys(topic for member in group.members for topic in member.subscription))
    return healthy(replace(group, members=tuple(replace(member, subscription=topics) for member in group.members)))


@_MUTANTS.add("one-owner-each", "sticky", TIED, subtle=True, kind="answer")
def both_claimants_keep(group: Group, healthy: Healthy) -> Assignment:
    """
    KIP-54's first rule: two members claim a partition, and both keep it.
    """
    answer, claimed = copied(healthy(group)), [set(member.claims()) for member in group.members]
    for member, claims in zip(group.members, claimed, strict=True):
        rivals = set().union(*(other for other in claimed if other is not claims))
        for topic, partition in sorted(claims & rivals):
            handed_out = any(partition in topics.get(topic, []) for topics in answer.values())
            if handed_out and partition not in answer[member.id].get(topic, []):
                answer[member.id].setdefault(topic, []).append(partition)
    return answer


@_MUTANTS.add("one-owner-each", "range", group_of({"t": 3}, {"a": ["t"], "b": ["t"]}), kind="answer")
def blocks_overlap_by_one(group: Group, healthy: Healthy) -> Assignment:
    """
    Ends every block one partition too late, where the topic goes on.
    """
    counts = group.partition_counts()
    return {
        member: {
            topic: [*ids, ids[-1] + 1] if ids and ids[-1] + 1 < counts[topic] else ids for topic, ids in topics.items()
        }
        for member, topics in healthy(group).items()
    }


@_MUTANTS.add("one-owner-each", "sticky", STALE, subtle=True, kind="answer")
def a_stale_claim_is_kept_beside_the_new_one(group: Group, healthy: Healthy) -> Assignment:
    """
    A member that comes back with an old claim keeps it, although another has it now.
    """
    answer = copied(healthy(group))
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    for member in group.members:
        for topic, partition in member.claims() if member.claimed_generation() < newest else []:
            handed_out = any(partition in topics.get(topic, []) for topics in answer.values())
            if handed_out and partition not in answer[member.id].get(topic, []):
                answer[member.id].setdefault(topic, []).append(partition)
    return answer


@_MUTANTS.add("nothing-left-out", "range", PAIR, kind="answer")
def stops_one_partition_early(group: Group, healthy: Healthy) -> Assignment:
    """
    Hands out every partition of a topic but the last.
    """
    counts = group.partition_counts()
    return {
        member: {topic: [one for one in ids if one != counts[topic] - 1] for topic, ids in topics.items()}
        for member, topics in healthy(group).items()
    }


@_MUTANTS.add("nothing-left-out", "sticky", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), subtle=True, kind="answer")
def hands_out_nothing_where_members_outnumber_partitions(group: Group, healthy: Healthy) -> Assignment:
    """
    KAFKA-12464 as printed: with fewer partitions than members nobody is short of the floor, and nobody gets anything.
    """
    answer = healthy(group)
    if sum(len(ids) for topics in answer.values() for ids in topics.values()) < len(group.members):
        return {member: {} for member in answer}
    return answer


VALIDITY = tuple(_MUTANTS.mutants)
