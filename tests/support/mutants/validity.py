"""Mutants of the validity laws: answers that are invalid by themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import LEGAL_TOPIC, Assignment, Group, Topic, group_of
from kafka_assay.properties.measures.claims import disputed_claims
from tests.support.mutants.edits import change_members, copy_answer, give_as_well, without_partitions
from tests.support.mutants.groups import (
    FOREIGN,
    GHOST,
    GHOSTLY_STATIC,
    IDLE_STATIC,
    MIXED_STATIC,
    SHRUNK,
    STALE,
    THREE_CLAIM,
    TIED,
    changed,
)
from tests.support.mutants.mutant import Healthy, mutant

PAIR = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
SEVEN_TOPICS = group_of({f"t{number}": 1 for number in range(7)}, {"a": [f"t{one}" for one in range(7)]})


@mutant("returns-an-answer", "sticky", GHOST, subtle=True)
def throws_on_a_ghost_claim(group: Group, healthy: Healthy) -> Assignment:
    """Throws if a claimed partition does not exist."""
    counts = group.partition_counts()
    for member in group.members:
        for claim in member.claims():
            if claim.partition >= counts.get(claim.topic, 0):
                raise AssignorFailed("KeyError", str(claim))
    return healthy(group)


@mutant("returns-an-answer", "range", group_of({"t": 1}, {"a": ["t"], "b": []}))
def throws_on_a_member_that_reads_nothing(group: Group, healthy: Healthy) -> Assignment:
    """Throws on an empty subscription, because it reads the first topic."""
    for member in group.members:
        if not member.subscription:
            raise AssignorFailed("IndexError", "list index out of range")
    return healthy(group)


@mutant("returns-an-answer", "fair", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), fault="answer")
def throws_where_somebody_gets_nothing(group: Group, healthy: Healthy) -> Assignment:
    """Divides by the least load for its log, so it throws if that is 0."""
    answer = healthy(group)
    if any(not any(topics.values()) for topics in answer.values()):
        raise AssignorFailed("ZeroDivisionError", "division by zero")
    return answer


@mutant("returns-an-answer", "sticky", THREE_CLAIM)
def throws_where_three_claim_one(group: Group, healthy: Healthy) -> Assignment:
    """Throws if three members claim a partition: it has room for an owner and a previous owner only."""
    claimants = Counter(claim for member in group.members for claim in set(member.claims()))
    if any(count > 2 for count in claimants.values()):
        raise AssignorFailed("IndexError", "no third owner")
    return healthy(group)


@mutant("returns-an-answer", "sticky", changed(STALE, a={"metadata_version": 0}), subtle=True)
def throws_on_claims_of_version_0(group: Group, healthy: Healthy) -> Assignment:
    """Decodes all claims with the newest schema, so it throws on metadata version 0."""
    if any(member.owned and member.metadata_version == 0 for member in group.members):
        raise AssignorFailed("SchemaException", "buffer underflow")
    return healthy(group)


@mutant("returns-an-answer", "sticky", GHOSTLY_STATIC, subtle=True)
def throws_on_a_ghost_claim_of_a_static_member(group: Group, healthy: Healthy) -> Assignment:
    """Throws if a static member claims a partition that does not exist."""
    counts = group.partition_counts()
    for member in group.members:
        ghosts = [one for one in member.claims() if not 0 <= one.partition < counts.get(one.topic, 0)]
        if ghosts and member.instance_id is not None:
            raise AssignorFailed("KeyError", str(ghosts[0]))
    return healthy(group)


@mutant("answers-every-member", "range", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), fault="answer")
def forgets_idle_members(group: Group, healthy: Healthy) -> Assignment:
    """Adds a member to the answer only with its first partition, so members without partitions are missing."""
    return {member: topics for member, topics in healthy(group).items() if any(topics.values())}


@mutant("answers-every-member", "sticky", group_of({"t": 1}, {"a": ["t"], "b": ["gone"]}), subtle=True, fault="answer")
def forgets_members_of_missing_topics(group: Group, healthy: Healthy) -> Assignment:
    """Iterates members by existing topics, so members with none are missing."""
    existing = group.partition_counts().keys()
    reading = {member.id for member in group.members if existing & set(member.subscription)}
    return {member: topics for member, topics in healthy(group).items() if member in reading}


@mutant("answers-every-member", "roundrobin", group_of({"t": 1}, {"a": ["t"], "b": []}))
def deals_to_those_who_read_something(group: Group, healthy: Healthy) -> Assignment:
    """Leaves out members that subscribe to nothing."""
    return healthy(replace(group, members=tuple(member for member in group.members if member.subscription)))


@mutant("answers-every-member", "range", IDLE_STATIC, fault="answer", subtle=True)
def forgets_static_members_that_read_nothing(group: Group, healthy: Healthy) -> Assignment:
    """Leaves out static members that subscribe to nothing."""
    idle = {member.id for member in group.members if member.instance_id is not None and not member.subscription}
    return {member: topics for member, topics in healthy(group).items() if member not in idle}


@mutant("only-existing-partitions", "sticky", GHOST, subtle=True, fault="answer")
def honours_ghost_claims(group: Group, healthy: Healthy) -> Assignment:
    """Lets members keep claimed partitions that no longer exist."""
    answer, counts = copy_answer(healthy(group)), group.partition_counts()
    for member in group.members:
        for claim in member.claims():
            if claim.topic in counts and claim.partition >= counts[claim.topic]:
                answer[member.id].setdefault(claim.topic, []).append(claim.partition)
    return answer


@mutant("only-existing-partitions", "range", PAIR, fault="answer")
def counts_from_one(group: Group, healthy: Healthy) -> Assignment:
    """Numbers partitions from 1 instead of 0."""
    return {
        member: {topic: [partition + 1 for partition in ids] for topic, ids in topics.items()}
        for member, topics in healthy(group).items()
    }


@mutant("only-existing-partitions", "sticky", SHRUNK, subtle=True)
def takes_a_claim_beyond_the_end_for_growth(group: Group, healthy: Healthy) -> Assignment:
    """Adds a partition to a topic if a member claims the one after the last."""
    claims = {claim for member in group.members for claim in member.claims() if claim.topic in member.subscription}
    grown = [
        Topic(name=topic.name, partitions=topic.partitions + 1) if (topic.name, topic.partitions) in claims else topic
        for topic in group.topics
    ]
    return healthy(replace(group, topics=tuple(grown)))


@mutant("only-existing-partitions", "roundrobin", group_of({"t": 1}, {"a": ["t"], "b": ["t", "gone"]}))
def creates_the_topics_that_are_missing(group: Group, healthy: Healthy) -> Assignment:
    """Treats a missing topic as a topic with one partition."""
    known = group.partition_counts()
    named = dict.fromkeys(name for member in group.members for name in member.subscription)
    missing = [Topic(name=name, partitions=1) for name in named if name not in known and LEGAL_TOPIC.fullmatch(name)]
    return healthy(replace(group, topics=(*group.topics, *missing)))


@mutant("only-subscribed-topics", "sticky", FOREIGN, subtle=True, fault="answer")
def honours_foreign_claims(group: Group, healthy: Healthy) -> Assignment:
    """Lets members keep claimed partitions of topics that they do not subscribe to any more."""
    answer = copy_answer(healthy(group))
    for member in group.members:
        for claim in member.claims():
            for topics in answer.values():
                if claim.topic not in member.subscription and claim.partition in topics.get(claim.topic, []):
                    topics[claim.topic].remove(claim.partition)
                    answer[member.id].setdefault(claim.topic, []).append(claim.partition)
    return answer


@mutant("only-subscribed-topics", "roundrobin", group_of({"t": 2, "u": 2}, {"a": ["t"], "b": ["t", "u"]}))
def takes_everybody_for_a_reader(group: Group, healthy: Healthy) -> Assignment:
    """Deals every topic to all members, as if each subscribed to the topics of the first and the last member."""
    topics = tuple(dict.fromkeys(topic for member in group.members for topic in member.subscription))
    return healthy(replace(group, members=tuple(replace(member, subscription=topics) for member in group.members)))


@mutant("only-subscribed-topics", "sticky", group_of({"t": 1, "u": 1}, {"a": ["u", "u"], "b": ["u", "t"]}), subtle=True)
def compares_the_lengths_of_subscriptions(group: Group, healthy: Healthy) -> Assignment:
    """Treats subscriptions of equal length as equal if each topic occurs in another list (Kafka 4.4.0)."""
    lists = [member.subscription for member in group.members]
    repeated = any(len(set(names)) < len(names) for names in lists)
    if not repeated or len({len(names) for names in lists}) > 1:
        return healthy(group)
    longest = max(lists, key=lambda names: len(set(names)))
    return healthy(change_members(group, lambda member: replace(member, subscription=longest)))


@mutant("one-owner-each", "sticky", TIED, subtle=True, fault="answer")
def both_claimants_keep(group: Group, healthy: Healthy) -> Assignment:
    """Follows KIP-54's first rule: if two members claim a partition, both keep it."""
    answer, claimed = copy_answer(healthy(group)), [set(member.claims()) for member in group.members]
    for member, claims in zip(group.members, claimed, strict=True):
        rivals = set().union(*(other for other in claimed if other is not claims))
        for topic, partition in sorted(claims & rivals):
            give_as_well(answer, member.id, topic, partition)
    return answer


@mutant("one-owner-each", "range", group_of({"t": 3}, {"a": ["t"], "b": ["t"]}), fault="answer")
def blocks_overlap_by_one(group: Group, healthy: Healthy) -> Assignment:
    """Ends each block of a topic one partition too late, so that it overlaps the next."""
    counts = group.partition_counts()
    return {
        member: {
            topic: [*ids, ids[-1] + 1] if ids and ids[-1] + 1 < counts[topic] else ids for topic, ids in topics.items()
        }
        for member, topics in healthy(group).items()
    }


@mutant("one-owner-each", "sticky", STALE, subtle=True, fault="answer")
def a_stale_claim_is_kept_beside_the_new_one(group: Group, healthy: Healthy) -> Assignment:
    """Lets a returning member keep an old claim, although another member owns the partition now."""
    answer = copy_answer(healthy(group))
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    for member in group.members:
        for topic, partition in member.claims() if member.claimed_generation() < newest else []:
            give_as_well(answer, member.id, topic, partition)
    return answer


@mutant("one-owner-each", "range", MIXED_STATIC)
def assigns_static_and_dynamic_members_apart(group: Group, healthy: Healthy) -> Assignment:
    """Assigns everything twice: once among the static members, once among the others."""
    static = tuple(member for member in group.members if member.instance_id is not None)
    dynamic = tuple(member for member in group.members if member.instance_id is None)
    return {**healthy(replace(group, members=static)), **healthy(replace(group, members=dynamic))}


@mutant("one-owner-each", "sticky", THREE_CLAIM, fault="answer", subtle=True)
def a_third_claimant_keeps_as_well(group: Group, healthy: Healthy) -> Assignment:
    """Remembers two claimants of a partition, so that a third one also keeps it."""
    answer = copy_answer(healthy(group))
    seen: Counter[tuple[str, int]] = Counter()
    for member in group.members:
        for topic, partition in dict.fromkeys(member.claims()):
            seen[topic, partition] += 1
            if seen[topic, partition] == 3 and topic in member.subscription:
                give_as_well(answer, member.id, topic, partition)
    return answer


@mutant("nothing-left-out", "range", PAIR, fault="answer")
def stops_one_partition_early(group: Group, healthy: Healthy) -> Assignment:
    """Does not assign the last partition of each topic."""
    counts = group.partition_counts()
    return without_partitions(healthy(group), lambda topic, one: one == counts[topic] - 1)


@mutant("nothing-left-out", "sticky", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), subtle=True, fault="answer")
def hands_out_nothing_where_members_outnumber_partitions(group: Group, healthy: Healthy) -> Assignment:
    """Assigns nothing if there are fewer partitions than members (the rule of KAFKA-12464 as printed)."""
    answer = healthy(group)
    if sum(len(ids) for topics in answer.values() for ids in topics.values()) < len(group.members):
        return {member: {} for member in answer}
    return answer


@mutant("nothing-left-out", "sticky", TIED, fault="answer", subtle=True)
def leaves_disputed_partitions_to_nobody(group: Group, healthy: Healthy) -> Assignment:
    """Takes a disputed partition from both claimants and does not assign it again."""
    disputed = disputed_claims(group)
    return without_partitions(healthy(group), lambda topic, one: (topic, one) in disputed)


@mutant("nothing-left-out", "sticky", FOREIGN, fault="answer", subtle=True)
def takes_a_foreign_claimant_for_an_owner(group: Group, healthy: Healthy) -> Assignment:
    """Does not assign a partition if a member that no longer subscribes to its topic claims it."""
    foreign = {claim for member in group.members for claim in member.claims() if claim.topic not in member.subscription}
    return without_partitions(healthy(group), lambda topic, one: (topic, one) in foreign)


@mutant("nothing-left-out", "roundrobin", group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}))
def goes_by_the_first_subscription(group: Group, healthy: Healthy) -> Assignment:
    """Assigns only the topics of the first member."""
    topics = {name for member in group.members[:1] for name in member.subscription}
    return healthy(replace(group, topics=tuple(topic for topic in group.topics if topic.name in topics)))


@mutant("nothing-left-out", "range", SEVEN_TOPICS)
def reads_the_first_six_topics(group: Group, healthy: Healthy) -> Assignment:
    """Assigns only the first six topics."""
    return healthy(replace(group, topics=group.topics[:6]))
