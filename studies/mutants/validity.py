"""Mutants of the validity laws: answers that are wrong as such."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import LEGAL_TOPIC, Assignment, Group, Topic, group_of
from kafka_assay.properties.measures.terms import disputed_claims
from studies.mutants.edits import change_members, copy_answer, give_as_well, without_partitions
from studies.mutants.groups import (
    FOREIGN,
    GHOST,
    GHOSTLY_STATIC,
    IDLE_STATIC,
    MIXED_STATIC,
    SHRUNK,
    STALE,
    THREE_CLAIM,
    TIED,
    at_version,
)
from studies.mutants.mutant import Healthy, mutant

PAIR = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})


@mutant("returns-an-answer", "sticky", GHOST, subtle=True)
def throws_on_a_ghost_claim(group: Group, healthy: Healthy) -> Assignment:
    """Looks a claimed partition up without asking whether it exists."""
    counts = group.partition_counts()
    for member in group.members:
        for claim in member.claims():
            if claim.partition >= counts.get(claim.topic, 0):
                raise AssignorFailed("KeyError", str(claim))
    return healthy(group)


@mutant("returns-an-answer", "range", group_of({"t": 1}, {"a": ["t"], "b": []}))
def throws_on_a_member_that_reads_nothing(group: Group, healthy: Healthy) -> Assignment:
    """Takes the first topic of every subscription."""
    for member in group.members:
        if not member.subscription:
            raise AssignorFailed("IndexError", "list index out of range")
    return healthy(group)


@mutant("returns-an-answer", "fair", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), fault="answer")
def throws_where_somebody_gets_nothing(group: Group, healthy: Healthy) -> Assignment:
    """Divides by the least load, for its log."""
    answer = healthy(group)
    if any(not any(topics.values()) for topics in answer.values()):
        raise AssignorFailed("ZeroDivisionError", "division by zero")
    return answer


@mutant("returns-an-answer", "sticky", THREE_CLAIM)
def throws_where_three_claim_one(group: Group, healthy: Healthy) -> Assignment:
    """Has room for an owner and a previous owner, and for nobody else."""
    claimants = Counter(claim for member in group.members for claim in set(member.claims()))
    if any(count > 2 for count in claimants.values()):
        raise AssignorFailed("IndexError", "no third owner")
    return healthy(group)


@mutant("returns-an-answer", "sticky", at_version(STALE, 0, 0), subtle=True)
def throws_on_claims_of_version_0(group: Group, healthy: Healthy) -> Assignment:
    """Decodes the claims of every member with the newest schema."""
    if any(member.owned and member.metadata_version == 0 for member in group.members):
        raise AssignorFailed("SchemaException", "buffer underflow")
    return healthy(group)


@mutant("returns-an-answer", "sticky", GHOSTLY_STATIC, subtle=True)
def throws_on_a_ghost_claim_of_a_static_member(group: Group, healthy: Healthy) -> Assignment:
    """Looks up what a static member had, without asking whether it still exists."""
    counts = group.partition_counts()
    for member in group.members:
        ghosts = [one for one in member.claims() if not 0 <= one.partition < counts.get(one.topic, 0)]
        if ghosts and member.instance_id is not None:
            raise AssignorFailed("KeyError", str(ghosts[0]))
    return healthy(group)


@mutant("answers-every-member", "range", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), fault="answer")
def forgets_idle_members(group: Group, healthy: Healthy) -> Assignment:
    """Puts members into the answer as they get their first partition."""
    return {member: topics for member, topics in healthy(group).items() if any(topics.values())}


@mutant("answers-every-member", "sticky", group_of({"t": 1}, {"a": ["t"], "b": ["gone"]}), subtle=True, fault="answer")
def forgets_members_of_missing_topics(group: Group, healthy: Healthy) -> Assignment:
    """Goes through the members by the topics that exist."""
    existing = group.partition_counts().keys()
    reading = {member.id for member in group.members if existing & set(member.subscription)}
    return {member: topics for member, topics in healthy(group).items() if member in reading}


@mutant("answers-every-member", "roundrobin", group_of({"t": 1}, {"a": ["t"], "b": []}))
def deals_to_those_who_read_something(group: Group, healthy: Healthy) -> Assignment:
    """Sees only members that subscribe to something."""
    return healthy(replace(group, members=tuple(member for member in group.members if member.subscription)))


@mutant("answers-every-member", "range", IDLE_STATIC, fault="answer", subtle=True)
def forgets_static_members_that_read_nothing(group: Group, healthy: Healthy) -> Assignment:
    """Knows static members by what they read, and loses those that read nothing."""
    idle = {member.id for member in group.members if member.instance_id is not None and not member.subscription}
    return {member: topics for member, topics in healthy(group).items() if member not in idle}


@mutant("only-existing-partitions", "sticky", GHOST, subtle=True, fault="answer")
def honours_ghost_claims(group: Group, healthy: Healthy) -> Assignment:
    """Lets members keep what they claim, although the topic has become smaller."""
    answer, counts = copy_answer(healthy(group)), group.partition_counts()
    for member in group.members:
        for claim in member.claims():
            if claim.topic in counts and claim.partition >= counts[claim.topic]:
                answer[member.id].setdefault(claim.topic, []).append(claim.partition)
    return answer


@mutant("only-existing-partitions", "range", PAIR, fault="answer")
def counts_from_one(group: Group, healthy: Healthy) -> Assignment:
    """Numbers partitions from 1 to the count."""
    return {
        member: {topic: [partition + 1 for partition in ids] for topic, ids in topics.items()}
        for member, topics in healthy(group).items()
    }


@mutant("only-existing-partitions", "sticky", SHRUNK, subtle=True)
def takes_a_claim_beyond_the_end_for_growth(group: Group, healthy: Healthy) -> Assignment:
    """Believes that a topic has grown by one where a member claims the partition after the last."""
    claims = {claim for member in group.members for claim in member.claims() if claim.topic in member.subscription}
    grown = [
        Topic(name=topic.name, partitions=topic.partitions + 1) if (topic.name, topic.partitions) in claims else topic
        for topic in group.topics
    ]
    return healthy(replace(group, topics=tuple(grown)))


@mutant("only-existing-partitions", "roundrobin", group_of({"t": 1}, {"a": ["t"], "b": ["t", "gone"]}))
def creates_the_topics_that_are_missing(group: Group, healthy: Healthy) -> Assignment:
    """Takes a topic that the metadata does not know for one of a single partition."""
    known = group.partition_counts()
    named = dict.fromkeys(name for member in group.members for name in member.subscription)
    missing = [Topic(name=name, partitions=1) for name in named if name not in known and LEGAL_TOPIC.fullmatch(name)]
    return healthy(replace(group, topics=(*group.topics, *missing)))


@mutant("only-subscribed-topics", "sticky", FOREIGN, subtle=True, fault="answer")
def honours_foreign_claims(group: Group, healthy: Healthy) -> Assignment:
    """Lets members keep what they claim, although they do not subscribe to it any more."""
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
    """Deals every topic to all members, as if all subscriptions were the first one's and the last one's together."""
    topics = tuple(dict.fromkeys(topic for member in group.members for topic in member.subscription))
    return healthy(replace(group, members=tuple(replace(member, subscription=topics) for member in group.members)))


@mutant("only-subscribed-topics", "sticky", group_of({"t": 1, "u": 1}, {"a": ["u", "u"], "b": ["u", "t"]}), subtle=True)
def compares_the_lengths_of_subscriptions(group: Group, healthy: Healthy) -> Assignment:
    """Takes lists of one length for equal ones, as long as every topic of one is somewhere in another (Kafka 4.4.0)."""
    lists = [member.subscription for member in group.members]
    repeated = any(len(set(names)) < len(names) for names in lists)
    if not repeated or len({len(names) for names in lists}) > 1:
        return healthy(group)
    longest = max(lists, key=lambda names: len(set(names)))
    return healthy(change_members(group, lambda member: replace(member, subscription=longest)))


@mutant("one-owner-each", "sticky", TIED, subtle=True, fault="answer")
def both_claimants_keep(group: Group, healthy: Healthy) -> Assignment:
    """KIP-54's first rule: two members claim a partition, and both keep it."""
    answer, claimed = copy_answer(healthy(group)), [set(member.claims()) for member in group.members]
    for member, claims in zip(group.members, claimed, strict=True):
        rivals = set().union(*(other for other in claimed if other is not claims))
        for topic, partition in sorted(claims & rivals):
            give_as_well(answer, member.id, topic, partition)
    return answer


@mutant("one-owner-each", "range", group_of({"t": 3}, {"a": ["t"], "b": ["t"]}), fault="answer")
def blocks_overlap_by_one(group: Group, healthy: Healthy) -> Assignment:
    """Ends every block one partition too late, where the topic goes on."""
    counts = group.partition_counts()
    return {
        member: {
            topic: [*ids, ids[-1] + 1] if ids and ids[-1] + 1 < counts[topic] else ids for topic, ids in topics.items()
        }
        for member, topics in healthy(group).items()
    }


@mutant("one-owner-each", "sticky", STALE, subtle=True, fault="answer")
def a_stale_claim_is_kept_beside_the_new_one(group: Group, healthy: Healthy) -> Assignment:
    """A member that comes back with an old claim keeps it, although another has it now."""
    answer = copy_answer(healthy(group))
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    for member in group.members:
        for topic, partition in member.claims() if member.claimed_generation() < newest else []:
            give_as_well(answer, member.id, topic, partition)
    return answer


@mutant("one-owner-each", "range", MIXED_STATIC)
def assigns_static_and_dynamic_members_apart(group: Group, healthy: Healthy) -> Assignment:
    """Hands everything out once among the static members and once among the others."""
    static = tuple(member for member in group.members if member.instance_id is not None)
    dynamic = tuple(member for member in group.members if member.instance_id is None)
    return {**healthy(replace(group, members=static)), **healthy(replace(group, members=dynamic))}


@mutant("one-owner-each", "sticky", THREE_CLAIM, fault="answer", subtle=True)
def a_third_claimant_keeps_as_well(group: Group, healthy: Healthy) -> Assignment:
    """Remembers two claimants of a partition, so that a third one looks like its owner."""
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
    """Hands out every partition of a topic but the last."""
    counts = group.partition_counts()
    return without_partitions(healthy(group), lambda topic, one: one == counts[topic] - 1)


@mutant("nothing-left-out", "sticky", group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), subtle=True, fault="answer")
def hands_out_nothing_where_members_outnumber_partitions(group: Group, healthy: Healthy) -> Assignment:
    """
    KAFKA-12464 as printed: with fewer partitions than members nobody is short of the floor, and nobody gets anything.
    """
    answer = healthy(group)
    if sum(len(ids) for topics in answer.values() for ids in topics.values()) < len(group.members):
        return {member: {} for member in answer}
    return answer


@mutant("nothing-left-out", "sticky", TIED, fault="answer", subtle=True)
def leaves_disputed_partitions_to_nobody(group: Group, healthy: Healthy) -> Assignment:
    """Takes a partition away from both claimants, and forgets to hand it out."""
    disputed = disputed_claims(group)
    return without_partitions(healthy(group), lambda topic, one: (topic, one) in disputed)


@mutant("nothing-left-out", "sticky", FOREIGN, fault="answer", subtle=True)
def takes_a_foreign_claimant_for_an_owner(group: Group, healthy: Healthy) -> Assignment:
    """Believes that a partition is taken care of where somebody claims it who does not subscribe to it any more."""
    foreign = {claim for member in group.members for claim in member.claims() if claim.topic not in member.subscription}
    return without_partitions(healthy(group), lambda topic, one: (topic, one) in foreign)


@mutant("nothing-left-out", "roundrobin", group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}))
def goes_by_the_first_subscription(group: Group, healthy: Healthy) -> Assignment:
    """Reads the topics from the first member, as if all subscriptions were equal."""
    wanted = {name for member in group.members[:1] for name in member.subscription}
    return healthy(replace(group, topics=tuple(topic for topic in group.topics if topic.name in wanted)))


@mutant(
    "nothing-left-out",
    "range",
    group_of({f"t{number}": 1 for number in range(7)}, {"a": [f"t{one}" for one in range(7)]}),
)
def reads_the_first_six_topics(group: Group, healthy: Healthy) -> Assignment:
    """Has room for six topics."""
    return healthy(replace(group, topics=group.topics[:6]))
