"""
Mutants of the laws on claims: the wrong claim counts, or not every claim is honoured.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assignors.model import group_of
from assignors.ownership import loads, valid_owners
from assignors.registry import reference
from properties.terms import subscribers
from tests.mutants_of_validity import STALE
from tests.mutation import Collection, copied, every_member, handed_over, one_handed_over

if TYPE_CHECKING:
    from assignors.model import Assignment, Group, Member
    from tests.mutation import Healthy

_MUTANTS = Collection()


@_MUTANTS.add("newest-claim-wins", "sticky", STALE)
def the_oldest_claim_wins(group: Group, healthy: Healthy) -> Assignment:
    """
    Compares generations the wrong way round.
    """

    def upside_down(member: Member) -> Member:
        return replace(member, generation=None if member.generation is None else 1_000 - member.generation)

    return healthy(every_member(group, upside_down))


@_MUTANTS.add("newest-claim-wins", "sticky", STALE, subtle=True)
def contested_claims_void_each_other(group: Group, healthy: Healthy) -> Assignment:
    """
    Treats two claims of different generations as if they were tied: nobody keeps the partition.
    """
    return healthy(every_member(group, lambda member: replace(member, generation=1 if member.owned else None)))


@_MUTANTS.add("newest-claim-wins", "sticky", STALE, kind="answer", subtle=True)
def the_older_claimant_gets_it_after_all(group: Group, healthy: Healthy) -> Assignment:
    """
    At the end, one partition goes to a member that claims it at an older generation than its owner does.
    """
    answer, owners = healthy(group), valid_owners(group)
    for member in group.members:
        for claim in member.claims():
            owner = owners.get(claim, member.id)
            has_it = owner != member.id and claim.partition in answer[owner].get(claim.topic, [])
            if has_it and claim.topic in member.subscription:
                return handed_over(answer, owner, member.id, *claim)
    return answer


@_MUTANTS.add(
    "keeps-every-claim", "sticky-yet-fair", group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}})
)
def levels_after_all(group: Group, healthy: Healthy) -> Assignment:
    """
    Takes claims away where that makes the loads more even.
    """
    return reference("optimal").assign(group)


@_MUTANTS.add(
    "keeps-every-claim",
    "sticky-yet-fair",
    group_of({"t": 2, "u": 1}, {"a": ["t", "u"], "b": ["t"]}, {"a": {"t": [0, 1], "u": [0]}}),
    subtle=True,
)
def keeps_one_topic_of_each(group: Group, healthy: Healthy) -> Assignment:
    """
    Reads only the last topic of a member's claims.
    """
    return healthy(every_member(group, lambda member: replace(member, owned=member.owned[-1:])))


@_MUTANTS.add(
    "keeps-every-claim",
    "sticky-yet-fair",
    group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}),
    kind="answer",
    subtle=True,
)
def levels_what_is_two_apart(group: Group, healthy: Healthy) -> Assignment:
    """
    Hands one partition over where the most loaded member has two more than the least loaded.
    """
    return one_handed_over(group, healthy(group), apart=2)


@_MUTANTS.add("evenest-around-claims", "sticky-yet-fair", group_of({"t": 4}, {"a": ["t"], "b": ["t"]}))
def one_takes_all_that_is_free(group: Group, healthy: Healthy) -> Assignment:
    """
    Gives what nobody owned to the first subscriber.
    """
    owners = valid_owners(group)
    answer: Assignment = {member: {} for member in copied(healthy(group))}
    for topic, members in subscribers(group).items():
        for partition in range(group.partition_counts()[topic]):
            owner = next((who for (name, one), who in owners.items() if (name, one) == (topic, partition)), members[0])
            answer[owner].setdefault(topic, []).append(partition)
    return answer


@_MUTANTS.add(
    "evenest-around-claims",
    "sticky-yet-fair",
    group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}),
    subtle=True,
)
def places_free_ones_without_looking_at_claims(group: Group, healthy: Healthy) -> Assignment:
    """
    Deals what nobody owned in turn, as if nobody had anything yet.
    """
    owners = valid_owners(group)
    answer: Assignment = {member: {} for member in healthy(group)}
    turn = 0
    for topic, members in subscribers(group).items():
        for partition in range(group.partition_counts()[topic]):
            owner = next((who for (name, one), who in owners.items() if (name, one) == (topic, partition)), None)
            answer[owner or members[turn % len(members)]].setdefault(topic, []).append(partition)
            turn += owner is None
    return answer


@_MUTANTS.add(
    "evenest-around-claims",
    "sticky-yet-fair",
    group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}}),
    kind="answer",
    subtle=True,
)
def the_last_free_one_follows_the_others(group: Group, healthy: Healthy) -> Assignment:
    """
    Gives the last partition that nobody owned to a member that has one more already, where one reads its topic.
    """
    answer, owners, counts = healthy(group), valid_owners(group), loads(group, healthy(group))
    for topic, members in reversed(subscribers(group).items()):
        for giver in members:
            free = [one for one in answer[giver].get(topic, []) if (topic, one) not in owners]
            taker = max(members, key=counts.__getitem__)
            if free and counts[taker] >= counts[giver] and taker != giver:
                return handed_over(answer, giver, taker, topic, free[-1])
    return answer


CLAIMS = tuple(_MUTANTS.mutants)
