"""
Mutants of the laws on repetition: they count calls, remember, or depend on hash order or list order.

A mutant that remembers does so in a reused object. One that depends on hash order answers differently in another
process. These mutants offer the two ways to ask, as targets do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from itertools import count

from kafka_assay.assignors.model import Assignment, Group, TopicPartition, group_of
from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions, subscribers
from kafka_assay.properties.trials.ask_modes import Ask
from tests.support.mutants.edits import change_members, deal, hand_over, rotate_shares, swap_partitions, without_claims
from tests.support.mutants.mutant import Healthy, Mutant, Wrong, mutant

SAME_QUESTION = "same-question-same-answer"
TWO = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
OWNED = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [1, 3]}, "b": {"t": [0, 2]}}, generation=1)
NESTED = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["u"]})
LISTED_ALIKE = group_of(
    {"t": 2, "u": 2},
    {"a": ["t", "u"], "b": ["t", "u"]},
    {"a": {"t": [1], "u": [1]}, "b": {"t": [0], "u": [0]}},
    generation=1,
)


def with_memory(healthy: str, group: Group) -> Callable[[Callable[[], Wrong]], Mutant]:
    """Turn the decorated function, which creates an object with a memory, into a mutant."""

    def declare(made: Callable[[], Wrong]) -> Mutant:
        @mutant(SAME_QUESTION, healthy, group, subtle=True)
        @wraps(made)
        def fresh(question: Group, rule: Healthy) -> Assignment:
            return made()(question, rule)

        def reused_object() -> Ask:
            kept = made()
            return lambda question: kept(question, reference_assignor(healthy).assign)

        return replace(fresh, reused_object=reused_object)

    return declare


def with_another_hash_seed(healthy: str, group: Group) -> Callable[[Wrong], Mutant]:
    """Turn the decorated function into a mutant that gives this answer in another process only."""

    def declare(there: Wrong) -> Mutant:
        @mutant(SAME_QUESTION, healthy, group, subtle=True)
        @wraps(there)
        def here(question: Group, rule: Healthy) -> Assignment:
            return rule(question)

        return replace(here, other_process=lambda: lambda question: there(question, reference_assignor(healthy).assign))

    return declare


_CALLS = count()


@mutant(SAME_QUESTION, "roundrobin", TWO, fault="answer")
def goes_on_where_it_stopped(group: Group, healthy: Healthy) -> Assignment:
    """Continues the round robin from one call to the next, as load balancers do."""
    return rotate_shares(group, healthy(group), next(_CALLS))


@with_memory("sticky", OWNED)
def remembers_the_newest_generation() -> Wrong:
    """Ignores claims that are older than the newest generation that the object has ever seen."""
    seen = -1

    def assign(group: Group, healthy: Healthy) -> Assignment:
        nonlocal seen
        seen = max([seen, *(member.claimed_generation() for member in group.members)])
        return healthy(
            change_members(group, lambda one: one if one.claimed_generation() >= seen else without_claims(one))
        )

    return assign


@with_memory("roundrobin", TWO)
def remembers_who_was_there() -> Wrong:
    """After a member has left, starts the round robin at a later member."""
    known: set[str] = set()

    def assign(group: Group, healthy: Healthy) -> Assignment:
        gone = known - set(group.member_ids())
        known.update(group.member_ids())
        return rotate_shares(group, healthy(group), len(gone))

    return assign


@with_another_hash_seed("roundrobin", TWO)
def goes_by_hash_order(group: Group, healthy: Healthy) -> Assignment:
    """Iterates members in the order of a set, which differs with every hash seed."""
    return rotate_shares(group, healthy(group), 1)


@mutant("order-does-not-matter", "roundrobin", TWO)
def takes_members_as_they_are_listed(group: Group, healthy: Healthy) -> Assignment:
    """Uses the list order of the members without sorting them."""
    places = {member.id: f"{place:04}" for place, member in enumerate(group.members)}
    answer = healthy(change_members(group, lambda one: replace(one, id=places[one.id], instance_id=None)))
    return {member: answer[place] for member, place in places.items()}


@mutant("order-does-not-matter", "roundrobin", TWO, fault="answer", subtle=True)
def the_first_in_the_list_exchanges_with_the_last(group: Group, healthy: Healthy) -> Assignment:
    """At the end, the member listed first gets partition 0 of a topic in exchange for one of its own."""
    answer, first = healthy(group), group.member_ids()[:1]
    for topic, members in subscribers(group).items():
        holder = next((member for member in members if 0 in answer[member].get(topic, [])), None)
        if holder and first and answer[first[0]].get(topic) and holder != first[0]:
            return swap_partitions(answer, holder, first[0])
    return answer


@mutant("order-does-not-matter", "range", TWO, fault="answer")
def the_last_listed_hands_one_to_the_first(group: Group, healthy: Healthy) -> Assignment:
    """Gives the member listed first one partition of the member listed last."""
    answer = healthy(group)
    for topic, members in subscribers(group).items():
        first, last = members[0], members[-1]
        if first != last and answer[last].get(topic):
            return hand_over(answer, last, first, topic, answer[last][topic][0])
    return answer


@mutant("order-does-not-matter", "fair", NESTED, subtle=True)
def places_topics_as_they_are_listed(group: Group, healthy: Healthy) -> Assignment:
    """Places topics in list order, instead of those with the fewest subscribers first, and never balances."""

    def least_loaded(_: TopicPartition, members: list[str], answer: Assignment) -> str:
        counts = loads(group, answer)
        return min(members, key=lambda member: (counts[member], member))

    return deal(group, least_loaded)


@mutant("order-does-not-matter", "sticky", LISTED_ALIKE, subtle=True)
def compares_subscriptions_as_lists(group: Group, healthy: Healthy) -> Assignment:
    """Ignores all claims if equal subscriptions are listed in different orders."""
    if has_equal_subscriptions(group) and len({member.subscription for member in group.members}) > 1:
        return healthy(change_members(group, without_claims))
    return healthy(group)
