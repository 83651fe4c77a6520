"""Mutants of the laws on claims: the wrong claim wins, or a claim is not honoured."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.assignors.ownership import loads, valid_owners
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.subscriptions import subscribers
from tests.support.mutants.edits import change_members, deal, hand_over, hand_over_one
from tests.support.mutants.groups import STALE, changed
from tests.support.mutants.mutant import Healthy, mutant

TWO_TOPICS_HELD = group_of({"t": 2, "u": 1}, {"a": ["t", "u"], "b": ["t"]}, {"a": {"t": [0, 1], "u": [0]}})
BOTH_HELD = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}})
HALF_HELD = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}})
ONE_HELD = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}})


@mutant("newest-claim-wins", "sticky", STALE)
def the_oldest_claim_wins(group: Group, healthy: Healthy) -> Assignment:
    """Compares generations the wrong way round: the oldest claim wins."""

    def upside_down(member: Member) -> Member:
        return replace(member, generation=None if member.generation is None else 1_000 - member.generation)

    return healthy(change_members(group, upside_down))


@mutant("newest-claim-wins", "sticky", STALE, subtle=True)
def contested_claims_void_each_other(group: Group, healthy: Healthy) -> Assignment:
    """Treats two claims of different generations as a tie: neither member keeps the partition."""
    return healthy(change_members(group, lambda member: replace(member, generation=1 if member.owned else None)))


@mutant("newest-claim-wins", "sticky", STALE, fault="answer", subtle=True)
def the_older_claimant_gets_it_after_all(group: Group, healthy: Healthy) -> Assignment:
    """At the end, moves one partition from its owner to a member whose claim is older."""
    answer, owners = healthy(group), valid_owners(group)
    for member in group.members:
        for claim in member.claims():
            owner = owners.get(claim, member.id)
            has_it = owner != member.id and claim.partition in answer[owner].get(claim.topic, [])
            if has_it and claim.topic in member.subscription:
                return hand_over(answer, owner, member.id, *claim)
    return answer


@mutant("newest-claim-wins", "sticky", changed(STALE, a={"metadata_version": 1}), subtle=True)
def takes_old_members_for_the_newest(group: Group, healthy: Healthy) -> Assignment:
    """Gives the newest generation to members whose subscription carries none."""
    newest = max((member.claimed_generation() for member in group.members), default=-1)
    return healthy(
        change_members(
            group, lambda one: replace(one, generation=newest + 1) if one.metadata_version < 2 and one.owned else one
        )
    )


@mutant("keeps-every-claim", "sticky-yet-fair", BOTH_HELD)
def levels_after_all(group: Group, healthy: Healthy) -> Assignment:
    """Takes claimed partitions away if that makes the loads more even."""
    return reference_assignor("optimal").assign(group)


@mutant("keeps-every-claim", "sticky-yet-fair", TWO_TOPICS_HELD, subtle=True)
def keeps_one_topic_of_each(group: Group, healthy: Healthy) -> Assignment:
    """Reads only the last topic of a member's claims."""
    return healthy(change_members(group, lambda member: replace(member, owned=member.owned[-1:])))


@mutant("keeps-every-claim", "sticky-yet-fair", BOTH_HELD, subtle=True, fault="answer")
def levels_what_is_two_apart(group: Group, healthy: Healthy) -> Assignment:
    """Moves one partition if the most loaded member has two more than the least loaded."""
    return hand_over_one(group, healthy(group), apart=2)


@mutant("evenest-around-claims", "sticky-yet-fair", group_of({"t": 4}, {"a": ["t"], "b": ["t"]}))
def one_takes_all_that_is_free(group: Group, healthy: Healthy) -> Assignment:
    """Gives all unowned partitions of a topic to its first subscriber."""
    owners = valid_owners(group)
    return deal(group, lambda one, members, _: owners.get(one, members[0]))


@mutant("evenest-around-claims", "sticky-yet-fair", HALF_HELD, subtle=True)
def places_free_ones_without_looking_at_claims(group: Group, healthy: Healthy) -> Assignment:
    """Deals unowned partitions in turn, without counting the claimed ones."""
    owners, turn = valid_owners(group), count()
    return deal(group, lambda one, members, _: owners[one] if one in owners else members[next(turn) % len(members)])


@mutant("evenest-around-claims", "sticky-yet-fair", ONE_HELD, subtle=True, fault="answer")
def the_last_free_one_follows_the_others(group: Group, healthy: Healthy) -> Assignment:
    """Gives the last unowned partition to the most loaded subscriber of its topic."""
    answer, owners, counts = healthy(group), valid_owners(group), loads(group, healthy(group))
    for topic, members in reversed(subscribers(group).items()):
        for giver in members:
            free = [one for one in answer[giver].get(topic, []) if (topic, one) not in owners]
            taker = max(members, key=counts.__getitem__)
            if free and counts[taker] >= counts[giver] and taker != giver:
                return hand_over(answer, giver, taker, topic, free[-1])
    return answer
