"""Tests that the strategies reach what finds faults, and shrink to the smallest group of a family."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, Member
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from kafka_assay.properties.registry import LAWS, promised_laws
from tests.assignors.reference.answers import drawn_groups


def load(group: Group) -> int:
    """All partitions."""
    return sum(topic.partitions for topic in group.topics)


def claims(group: Group) -> int:
    """All claims."""
    return sum(len(member.claims()) for member in group.members)


def any_member(check: Callable[[Member], bool]) -> Callable[[Group], bool]:
    """Whether some member satisfies the condition."""
    return lambda group: any(check(member) for member in group.members)


def disjoint(group: Group) -> bool:
    """Whether there are several subscriptions that share no topic."""
    buckets = {frozenset(member.subscription) for member in group.members}
    return len(buckets) > 1 and sum(map(len, buckets)) == len(frozenset().union(*buckets))


def any_offset(check: Callable[[int, int, int | None], bool]) -> Callable[[Group], bool]:
    """Whether some partition has such a beginning, end and committed offset."""
    return lambda group: any(
        check(*offsets)
        for topic in group.topics
        for offsets in zip(
            topic.begin_offsets or (), topic.end_offsets or (), topic.committed_offsets or (), strict=False
        )
    )


KNOBS: dict[str, dict[str, Callable[[Group], bool]]] = {
    "clean": {
        "fewer partitions than members": lambda group: load(group) < len(group.members),
        "equal subscriptions, everything owned": lambda group: (
            has_equal_subscriptions(group) and claims(group) == load(group) > 3
        ),
        "a joiner among owners": lambda group: (
            len(group.members) > 2 and sum(not member.owned for member in group.members) == 1
        ),
        "nested subscriptions": lambda group: (
            sorted({len(member.subscription) for member in group.members}) == [1, 2, 3]
        ),
        "disjoint subscriptions": lambda group: len(group.members) > 2 and disjoint(group),
        "a topic that nobody subscribes to": lambda group: (
            any(topic.name not in member.subscription for topic in group.topics for member in group.members[:1])
            and len({topic for member in group.members for topic in member.subscription}) < len(group.topics)
        ),
        "members not in the order of their ids": lambda group: group.member_ids() != sorted(group.member_ids()),
        "topics not in the order of their names": lambda group: (
            [topic.name for topic in group.topics] != sorted(topic.name for topic in group.topics)
        ),
        "an id beyond the basic plane": any_member(lambda member: max(member.id) > "\uffff"),
        "an id of control signs": any_member(lambda member: min(member.id) < " "),
        "claims in no order": any_member(lambda member: any(list(ids) != sorted(ids) for _, ids in member.owned)),
        "the first generation": any_member(lambda member: member.generation == 1),
        "nothing committed": any_offset(lambda begin, end, committed: committed is None),
        "committed beyond the end": any_offset(lambda begin, end, committed: (committed or 0) > end),
        "committed below the beginning": any_offset(
            lambda begin, end, committed: committed is not None and committed < begin
        ),
        "no ends known, where something is": lambda group: any(
            one.end_offsets is None and one.committed_offsets for one in group.topics
        ),
        "earliest, where nothing is committed": lambda group: (
            group.auto_offset_reset == "earliest" and any(None in (one.committed_offsets or ()) for one in group.topics)
        ),
        "weights": lambda group: any(topic.weights for topic in group.topics),
        "ten members": lambda group: len(group.members) >= 9,
    },
    "stale-claims": {
        "generations out of order": lambda group: (
            (ages := [member.claimed_generation() for member in group.members if member.owned])
            not in (sorted(ages), sorted(ages, reverse=True))
        ),
    },
    "three-claimants": {
        "four claimants": lambda group: any(
            sum(claim in other.claims() for other in group.members) > 3
            for member in group.members
            for claim in member.claims()
        ),
    },
    "foreign-claims": {
        "a foreign claim newer than the owner's": lambda group: any(
            claim in owner.claims() and owner.claimed_generation() < member.claimed_generation()
            for member in group.members
            for claim in member.claims()
            if claim.topic not in member.subscription
            for owner in group.members
            if claim.topic in owner.subscription
        ),
    },
    "ghost-claims": {
        "a negative claim": any_member(lambda member: any(claim.partition < 0 for claim in member.claims())),
        "a claim on a deleted topic": lambda group: any(
            claim.topic not in group.partition_counts() for member in group.members for claim in member.claims()
        ),
    },
    "missing-topics": {
        "a missing topic for all": lambda group: (
            len(group.members) > 1 and all("gone" in member.subscription for member in group.members)
        ),
        "only a missing topic": any_member(lambda member: member.subscription == ("gone",)),
    },
    "repeated-topics": {
        "a repeated topic first": any_member(lambda member: member.subscription[0] in member.subscription[1:]),
    },
    "static-members": {
        "dynamic members between static ones": lambda group: (
            [member.instance_id is None for member in group.members[:3]] == [False, True, False]
        ),
        "instances in another order than ids": lambda group: (
            len(group.members) > 1
            and None not in (ids := [member.instance_id for member in sorted(group.members, key=lambda one: one.id)])
            and ids != sorted(ids, key=str)
        ),
    },
    "racks": {
        "one replica for each partition": lambda group: (
            any(len(racks) == 1 for topic in group.topics for racks in topic.replica_racks or ())
            and len({member.rack for member in group.members}) > 2
        ),
        "a member without a rack": any_member(lambda member: member.rack is None),
        "equal subscriptions, everybody on a rack": lambda group: (
            has_equal_subscriptions(group) and do_racks_matter(group) and all(one.rack for one in group.members)
        ),
    },
    "old-metadata": {
        "version 0 with a claim": any_member(lambda member: member.metadata_version == 0 and bool(member.owned)),
    },
    "many-small-topics": {
        "many topics": lambda group: len(group.topics) >= 12,
    },
}
"""Family -> a kind of its groups that found real faults -> whether a group is of the kind."""


@pytest.mark.parametrize(("family", "kind"), [(family, kind) for family, kinds in KNOBS.items() for kind in kinds])
def test_every_kind_of_group_that_found_real_faults_is_drawn(family: str, kind: str) -> None:
    assert any(KNOBS[family][kind](group) for group in drawn_groups(500, family))


@pytest.mark.parametrize("law", [law.id for law in LAWS])
def test_every_law_is_defined_on_some_drawn_group(law: str) -> None:
    asked = next(one for one in LAWS if one.id == law)
    # Some laws on racks apply to sticky assignors only.
    promises = frozenset({asked.promise, Promise.STICKY} if asked.promise else ())
    groups = drawn_groups(200, "clean", "static-members", "racks")

    assert asked in promised_laws(promises)
    assert any(asked.is_asked_of(promises, group) for group in groups)
