from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept
from tests.properties.verdicts import broken_facts, deals_in_turn, two_members, verdict_of


def contested_group() -> Group:
    """`a` claims t-0 at generation 1, `b` claims both partitions at generation 2."""
    group = two_members(2, a=[0], b=[0, 1])
    return replace(group, members=(group.members[0], replace(group.members[1], generation=2)))


def test_assignor_that_follows_valid_owners_ignores_stale_claims() -> None:
    def by_valid_owner(group: Group) -> Assignment:
        owner = valid_owners(group).get(("t", 0), "a")  # type: ignore[call-overload]
        return {"a": {"t": [1]}, "b": {"t": [0]}} if owner == "b" else {"a": {"t": [0]}, "b": {"t": [1]}}

    assert Kept() == verdict_of("newest-claim-wins", contested_group(), by_valid_owner)


def test_assignor_that_honours_a_stale_claim_breaks_the_law() -> None:
    def first_claim_wins(group: Group) -> Assignment:
        if group.members[0].claims():
            return {"a": {"t": [0, 1]}, "b": {}}
        return {"a": {"t": [1]}, "b": {"t": [0]}}

    facts = broken_facts(verdict_of("newest-claim-wins", contested_group(), first_claim_wins))

    assert ([0, 2], [1, 1], 2, 1) == (facts["loads"], facts["loads_without"], facts["moves"], facts["moves_without"])
    assert [{"member": "a", "topic": "t", "partition": 0}] == facts["removed"]


def test_law_is_not_checked_where_the_newest_claims_tie() -> None:
    """A newer third claim counts only if its member's version carries it."""
    law, claims = LAW_BY_ID["newest-claim-wins"], frozenset({Promise.CLAIMS})
    group = group_of({"t": 2}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=2)
    a, b, c = group.members
    newest = replace(c, generation=3)

    def asked(last: Member) -> bool:
        return law.is_asked_of(claims, replace(group, members=(a, b, last)))

    assert not asked(replace(c, generation=1))
    assert not asked(replace(newest, metadata_version=0))
    assert asked(newest)


def test_law_is_not_checked_without_contested_claims() -> None:
    group = two_members(2, a=[0], b=[1])
    trial = Trial(group, ask=deals_in_turn)

    assert Kept() == LAW_BY_ID["newest-claim-wins"].judge(trial)
    assert [] == trial.steps


def test_only_contested_stale_claims_are_removed() -> None:
    group = two_members(3, a=[0, 2], b=[0, 1])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))
    trial = Trial(newer, ask=deals_in_turn)

    LAW_BY_ID["newest-claim-wins"].judge(trial)

    (first, _) = trial.steps[-1].group.members
    assert ((("t", (2,)),), 1) == (first.owned, first.generation)


def test_claims_older_than_an_unknown_generation_are_not_contested() -> None:
    """A generation below -1 is lower than an unknown one, but the newest where no other member claims."""
    group = two_members(2, a=[0], b=[1])
    oldest = replace(group, members=tuple(replace(member, generation=-5) for member in group.members))
    trial = Trial(oldest, ask=deals_in_turn)

    assert Kept() == LAW_BY_ID["newest-claim-wins"].judge(trial)
    assert 0 == len(trial.steps)
