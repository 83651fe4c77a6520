"""Mutants of the balance laws: complete answers that are less even than promised."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions, subscribers
from tests.support.mutants.edits import copy_answer, deal, hand_over, hand_over_one, load_extremes
from tests.support.mutants.mutant import Healthy, mutant

FIRST_TOPICS = 6
FOUR = group_of({"t": 4}, {"a": ["t"], "b": ["t"]})
NESTED = group_of({"t": 3, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
CHAIN = group_of(
    {"t0": 1, "t1": 2}, {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]}, {"C2": {"t0": [0]}}, generation=1
)
EIGHT_TOPICS = group_of({f"t{one}": 1 for one in range(8)}, {name: [f"t{one}" for one in range(8)] for name in "abcd"})
ONE_AND_THREE = group_of({"t": 1, "u": 3}, {"a": ["t", "u"], "b": ["t", "u"]})


@mutant("even-when-equal", "roundrobin", FOUR)
def the_first_takes_all(group: Group, healthy: Healthy) -> Assignment:
    """Never advances in the round robin: the first subscriber of a topic gets all of its partitions."""
    return deal(group, lambda _, members, __: members[0])


@mutant("even-when-equal", "sticky", FOUR, subtle=True, fault="answer")
def one_too_many_where_shares_are_exact(group: Group, healthy: Healthy) -> Assignment:
    """Rounds up where partitions divide evenly among the members: one member gets one partition too many."""
    answer = healthy(group)
    return hand_over_one(group, answer, apart=0) if has_equal_subscriptions(group) else answer


@mutant("even-when-equal", "sticky", group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}))
def keeps_everything(group: Group, healthy: Healthy) -> Assignment:
    """Never balances: every owned partition stays, however many a member has."""
    return reference_assignor("sticky-yet-fair").assign(group)


@mutant("even-when-equal", "roundrobin", EIGHT_TOPICS, subtle=True)
def starts_the_circle_anew_after_six_topics(group: Group, healthy: Healthy) -> Assignment:
    """Deals six topics at a time, and starts again with the first member each time."""
    answer: Assignment = {member.id: {} for member in group.members}
    ordered = sorted(group.topics, key=lambda topic: topic.name)
    for start in range(0, len(ordered), FIRST_TOPICS):
        for member, topics in healthy(replace(group, topics=tuple(ordered[start : start + FIRST_TOPICS]))).items():
            answer[member].update(topics)
    return answer


@mutant("spread-within-topic", "range", group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), fault="answer")
def the_remainder_in_one_piece(group: Group, healthy: Healthy) -> Assignment:
    """Gives the last subscriber of a topic nothing, and its share to the first."""
    answer = copy_answer(healthy(group))
    for topic, members in subscribers(group).items():
        if len(members) > 1:
            answer[members[0]].setdefault(topic, []).extend(answer[members[-1]].pop(topic, []))
    return answer


@mutant("spread-within-topic", "range", ONE_AND_THREE, subtle=True, fault="answer")
def evens_out_over_topics(group: Group, healthy: Healthy) -> Assignment:
    """Balances over all topics together, as a sticky assignor does, instead of within each topic."""
    answer = healthy(group)
    if not group.members:
        return answer
    least, most = load_extremes(group, answer)
    for topic, ids in answer[most].items():
        if ids and topic in answer[least] and len(ids) >= len(answer[least][topic]) > 0:
            return hand_over(answer, least, most, topic, answer[least][topic][0])
    return answer


@mutant("spread-within-topic", "range", group_of({"t": 2}, {"a": ["t", "t"], "b": ["t"]}), subtle=True)
def counts_a_repeated_topic_twice(group: Group, healthy: Healthy) -> Assignment:
    """Counts a member that repeats a topic in its subscription as two subscribers."""
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


@mutant("locally-balanced", "sticky", group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"], "c": ["t"]}))
def levels_equal_subscriptions_only(group: Group, healthy: Healthy) -> Assignment:
    """Balances only if all subscriptions are equal."""
    return healthy(group) if has_equal_subscriptions(group) else reference_assignor("range").assign(group)


@mutant("locally-balanced", "fair", NESTED, subtle=True, fault="answer")
def is_content_with_two_apart(group: Group, healthy: Healthy) -> Assignment:
    """With unequal subscriptions, accepts loads that differ by two (KIP-54 allows one)."""
    answer = healthy(group)
    return answer if has_equal_subscriptions(group) else hand_over_one(group, answer, apart=0)


@mutant("optimally-balanced", "optimal", CHAIN, subtle=True)
def looks_one_hand_over_ahead(group: Group, healthy: Healthy) -> Assignment:
    """Follows KIP-54's own rule: stops if no single hand-over helps, although a chain of them would."""
    return reference_assignor("sticky").assign(group)


@mutant("optimally-balanced", "optimal", FOUR, fault="answer")
def stops_one_hand_over_short(group: Group, healthy: Healthy) -> Assignment:
    """Leaves out the last hand-over."""
    return hand_over_one(group, healthy(group), apart=0)


@mutant("optimally-balanced", "optimal", CHAIN)
def deals_in_turn(group: Group, healthy: Healthy) -> Assignment:
    """Ignores loads: deals each topic's partitions to its subscribers in turn, the last subscriber first."""
    return deal(group, lambda one, members, _: members[-1 - one.partition % len(members)])
