"""
Mutants that trip over dirty input: right on clean groups, wrong where one thing is odd.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from assignors.interface import AssignorFailed
from assignors.model import LEGAL_TOPIC, Group, Member, Topic, group_of
from properties.terms import disputed_claims
from tests.mutants_of_stickiness import SCATTERED
from tests.mutants_of_validity import FOREIGN, GHOST, STALE, TIED
from tests.mutation import Collection, copied, every_member, without_claims

if TYPE_CHECKING:
    from assignors.model import Assignment
    from tests.mutation import Healthy

_MUTANTS = Collection()

MIXED_STATIC = Group(
    topics=(Topic(name="t", partitions=1),),
    members=(Member(id="a", subscription=("t",), instance_id="i0"), Member(id="b", subscription=("t",))),
)
THREE_CLAIM = group_of({"t": 3}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=1)
GHOSTLY_STATIC = replace(GHOST, members=(GHOST.members[0], replace(GHOST.members[1], instance_id="i1")))
SHRUNK = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"b": {"t": [1]}}, generation=1)
IDLE_STATIC = Group(
    topics=(Topic(name="t", partitions=1),),
    members=(Member(id="a", subscription=("t",)), Member(id="b", subscription=(), instance_id="i1")),
)
FIRST_TOPICS = 6


def _at_version(group: Group, version: int, *places: int) -> Group:
    """
    `group` with the members at these places, or all, on another version of the metadata.
    """
    return replace(
        group,
        members=tuple(
            replace(member, metadata_version=version) if place in (places or range(len(group.members))) else member
            for place, member in enumerate(group.members)
        ),
    )


@_MUTANTS.add("answers-every-member", "roundrobin", group_of({"t": 1}, {"a": ["t"], "b": []}))
def deals_to_those_who_read_something(group: Group, healthy: Healthy) -> Assignment:
    """
    Sees only members that subscribe to something.
    """
    return healthy(replace(group, members=tuple(member for member in group.members if member.subscription)))


@_MUTANTS.add("answers-every-member", "range", IDLE_STATIC, kind="answer", subtle=True)
def forgets_static_members_that_read_nothing(group: Group, healthy: Healthy) -> Assignment:
    """
    Knows static members by what they read, and loses those that read nothing.
    """
    idle = {member.id for member in group.members if member.instance_id is not None and not member.subscription}
    return {member: topics for member, topics in healthy(group).items() if member not in idle}


@_MUTANTS.add("only-existing-partitions", "sticky", SHRUNK, subtle=True)
def takes_a_claim_beyond_the_end_for_growth(group: Group, healthy: Healthy) -> Assignment:
    """
    Believes that a topic has grown by one where a member claims the partition after the last.
    """
    claims = {claim for member in group.members for claim in member.claims() if claim.topic in member.subscription}
    grown = [
        Topic(name=topic.name, partitions=topic.partitions + 1) if (topic.name, topic.partitions) in claims else topic
        for topic in group.topics
    ]
    return healthy(replace(group, topics=tuple(grown)))


@_MUTANTS.add("only-existing-partitions", "roundrobin", group_of({"t": 1}, {"a": ["t"], "b": ["t", "gone"]}))
def creates_the_topics_that_are_missing(group: Group, healthy: Healthy) -> Assignment:
    """
    Takes a topic that the metadata does not know for one of a single partition.
    """
    known = group.partition_counts()
    named = dict.fromkeys(name for member in group.members for name in member.subscription)
    missing = [Topic(name=name, partitions=1) for name in named if name not in known and LEGAL_TOPIC.fullmatch(name)]
    return healthy(replace(group, topics=(*group.topics, *missing)))


@_MUTANTS.add(
    "only-subscribed-topics", "sticky", group_of({"t": 1, "u": 1}, {"a": ["u", "u"], "b": ["u", "t"]}), subtle=True
)
def compares_the_lengths_of_subscriptions(group: Group, healthy: Healthy) -> Assignment:
    """
    Takes lists of one length for equal ones, as long as every topic of one is somewhere in another (Kafka 4.4.0).
    """
    lists = [member.subscription for member in group.members]
    repeated = any(len(set(names)) < len(names) for names in lists)
    if not repeated or len({len(names) for names in lists}) > 1:
        return healthy(group)
    longest = max(lists, key=lambda names: len(set(names)))
    return healthy(every_member(group, lambda member: replace(member, subscription=longest)))


@_MUTANTS.add("one-owner-each", "range", MIXED_STATIC)
def assigns_static_and_dynamic_members_apart(group: Group, healthy: Healthy) -> Assignment:
    """
    Hands everything out once among the static members and once among the others.
    """
    static = tuple(member for member in group.members if member.instance_id is not None)
    dynamic = tuple(member for member in group.members if member.instance_id is None)
    return {**healthy(replace(group, members=static)), **healthy(replace(group, members=dynamic))}


@_MUTANTS.add("one-owner-each", "sticky", THREE_CLAIM, kind="answer", subtle=True)
def a_third_claimant_keeps_as_well(group: Group, healthy: Healthy) -> Assignment:
    """
    Remembers two claimants of a partition, so that a third one looks like its owner.
    """
    answer = copied(healthy(group))
    seen: Counter[tuple[str, int]] = Counter()
    for member in group.members:
        for topic, partition in dict.fromkeys(member.claims()):
            seen[topic, partition] += 1
            handed_out = any(partition in topics.get(topic, []) for topics in answer.values())
            third = seen[topic, partition] == 3 and topic in member.subscription
            if third and handed_out and partition not in answer[member.id].get(topic, []):
                answer[member.id].setdefault(topic, []).append(partition)
    return answer


@_MUTANTS.add("returns-an-answer", "sticky", THREE_CLAIM)
def throws_where_three_claim_one(group: Group, healthy: Healthy) -> Assignment:
    """
    Has room for an owner and a previous owner, and for nobody else.
    """
    claimants = Counter(claim for member in group.members for claim in set(member.claims()))
    if any(count > 2 for count in claimants.values()):
        raise AssignorFailed("IndexError", "no third owner")
    return healthy(group)


@_MUTANTS.add("returns-an-answer", "sticky", _at_version(STALE, 0, 0), subtle=True)
def throws_on_claims_of_version_0(group: Group, healthy: Healthy) -> Assignment:
    """
    Decodes the claims of every member with the newest schema.
    """
    if any(member.owned and member.metadata_version == 0 for member in group.members):
        raise AssignorFailed("SchemaException", "buffer underflow")
    return healthy(group)


@_MUTANTS.add("returns-an-answer", "sticky", GHOSTLY_STATIC, subtle=True)
def throws_on_a_ghost_claim_of_a_static_member(group: Group, healthy: Healthy) -> Assignment:
    """
    Looks up what a static member had, without asking whether it still exists.
    """
    counts = group.partition_counts()
    for member in group.members:
        ghosts = [one for one in member.claims() if not 0 <= one.partition < counts.get(one.topic, 0)]
        if ghosts and member.instance_id is not None:
            raise AssignorFailed("KeyError", str(ghosts[0]))
    return healthy(group)


@_MUTANTS.add("nothing-left-out", "sticky", TIED, kind="answer", subtle=True)
def leaves_disputed_partitions_to_nobody(group: Group, healthy: Healthy) -> Assignment:
    """
    Takes a partition away from both claimants, and forgets to hand it out.
    """
    disputed = disputed_claims(group)
    return {
        member: {topic: [one for one in ids if (topic, one) not in disputed] for topic, ids in topics.items()}
        for member, topics in healthy(group).items()
    }


@_MUTANTS.add("nothing-left-out", "sticky", FOREIGN, kind="answer", subtle=True)
def takes_a_foreign_claimant_for_an_owner(group: Group, healthy: Healthy) -> Assignment:
    """
    Believes that a partition is taken care of where somebody claims it who does not subscribe to it any more.
    """
    foreign = {claim for member in group.members for claim in member.claims() if claim.topic not in member.subscription}
    return {
        member: {topic: [one for one in ids if (topic, one) not in foreign] for topic, ids in topics.items()}
        for member, topics in healthy(group).items()
    }


@_MUTANTS.add("nothing-left-out", "roundrobin", group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]}))
def goes_by_the_first_subscription(group: Group, healthy: Healthy) -> Assignment:
    """
    Reads the topics from the first member, as if all subscriptions were equal.
    """
    wanted = {name for member in group.members[:1] for name in member.subscription}
    return healthy(replace(group, topics=tuple(topic for topic in group.topics if topic.name in wanted)))


@_MUTANTS.add(
    "nothing-left-out",
    "range",
    group_of({f"t{number}": 1 for number in range(7)}, {"a": [f"t{one}" for one in range(7)]}),
)
def reads_the_first_six_topics(group: Group, healthy: Healthy) -> Assignment:
    """
    Has room for six topics.
    """
    return healthy(replace(group, topics=group.topics[:FIRST_TOPICS]))


@_MUTANTS.add(
    "even-when-equal",
    "roundrobin",
    group_of({f"t{one}": 1 for one in range(8)}, {name: [f"t{one}" for one in range(8)] for name in "abcd"}),
    subtle=True,
)
def starts_the_circle_anew_after_six_topics(group: Group, healthy: Healthy) -> Assignment:
    """
    Deals topics six at a time, beginning with the first member again.
    """
    answer: Assignment = {member.id: {} for member in group.members}
    ordered = sorted(group.topics, key=lambda topic: topic.name)
    for start in range(0, len(ordered), FIRST_TOPICS):
        for member, topics in healthy(replace(group, topics=tuple(ordered[start : start + FIRST_TOPICS]))).items():
            answer[member].update(topics)
    return answer


@_MUTANTS.add("spread-within-topic", "range", group_of({"t": 2}, {"a": ["t", "t"], "b": ["t"]}), subtle=True)
def counts_a_repeated_topic_twice(group: Group, healthy: Healthy) -> Assignment:
    """
    Takes a member that names a topic twice for two subscribers.
    """
    members, twins = [], {}
    for member in group.members:
        again = tuple(name for name, times in Counter(member.subscription).items() if times > 1)
        members.append(member)
        if again:
            instance = None if member.instance_id is None else member.instance_id + "\x00"
            members.append(replace(member, id=member.id + "\x00", subscription=again, instance_id=instance))
            twins[members[-1].id] = member.id
    answer = healthy(replace(group, members=tuple(members)))
    for twin, member_id in twins.items():
        for topic, ids in answer.pop(twin).items():
            answer[member_id].setdefault(topic, []).extend(ids)
    return answer


@_MUTANTS.add("needless-moves-when-equal", "sticky", _at_version(SCATTERED, 0), subtle=True)
def reads_claims_from_the_subscription(group: Group, healthy: Healthy) -> Assignment:
    """
    Looks for claims where members of version 0 cannot put them, and not into the user data.
    """
    return healthy(every_member(group, lambda member: member if member.metadata_version else without_claims(member)))


@_MUTANTS.add("newest-claim-wins", "sticky", _at_version(STALE, 1, 0), subtle=True)
def takes_old_members_for_the_newest(group: Group, healthy: Healthy) -> Assignment:
    """
    Gives members whose subscription carries no generation the newest there is.
    """
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    return healthy(
        every_member(
            group, lambda one: replace(one, generation=newest + 1) if one.metadata_version < 2 and one.owned else one
        )
    )


DIRT = tuple(_MUTANTS.mutants)
