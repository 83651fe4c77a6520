"""Tests of `kafka_assay.properties.laws.claims`."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.verdicts import broken, dealt, facts_on, two_members, verdict_of, verdict_on


def contested() -> Group:
    """`a` claims t-0 at generation 1, `b` claims both partitions at generation 2."""
    group = two_members(2, a=[0], b=[0, 1])
    return replace(group, members=(group.members[0], replace(group.members[1], generation=2)))


def test_who_hears_the_newest_claim_is_not_moved_by_an_older_one() -> None:
    """An assignor that goes by valid owners answers the same without the contested claim."""

    def by_valid_owner(group: Group) -> Assignment:
        owner = valid_owners(group).get(("t", 0), "a")  # type: ignore[call-overload]
        return {"a": {"t": [1]}, "b": {"t": [0]}} if owner == "b" else {"a": {"t": [0]}, "b": {"t": [1]}}

    assert Kept() == verdict_of("newest-claim-wins", contested(), by_valid_owner)


def test_who_honours_the_older_claim_answers_differently_without_it() -> None:
    """Moves that appear only because of a contested, older claim break the law, and the claim is named."""

    def first_claim_wins(group: Group) -> Assignment:
        if group.members[0].claims():
            return {"a": {"t": [0, 1]}, "b": {}}
        return {"a": {"t": [1]}, "b": {"t": [0]}}

    facts = broken(verdict_of("newest-claim-wins", contested(), first_claim_wins))

    assert ([0, 2], [1, 1], 2, 1) == (facts["loads"], facts["loads_without"], facts["moves"], facts["moves_without"])
    assert [{"member": "a", "topic": "t", "partition": 0}] == facts["removed"]


def test_where_the_newest_claims_tie_who_is_believed_is_a_policy() -> None:
    """
    Two claim t-0 at generation 2 and a third at 1: with the third one's claim or without, either may be taken for the
    owner, and the law is not asked. Nor where they tie only as long as a third, of version 0, is not heard.
    """
    law, claims = LAW_BY_ID["newest-claim-wins"], frozenset({Promise.CLAIMS})
    group = group_of({"t": 2}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=2)
    a, b, c = group.members
    newest = replace(c, generation=3)

    def asked(last: Member) -> bool:
        return law.is_asked_of(claims, replace(group, members=(a, b, last)))

    assert not asked(replace(c, generation=1))
    assert not asked(replace(newest, metadata_version=0))
    assert asked(newest)


def test_without_contested_claims_nothing_is_asked() -> None:
    """Claims of one generation, or of several on different partitions, contest nothing."""
    group = two_members(2, a=[0], b=[1])
    trial = Trial(group, ask=dealt)

    assert Kept() == LAW_BY_ID["newest-claim-wins"].judge(trial)
    assert [] == trial.steps


def test_only_the_contested_claims_are_removed() -> None:
    """An older claim that nobody contests stays, and so does the generation."""
    group = two_members(3, a=[0, 2], b=[0, 1])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))
    trial = Trial(newer, ask=dealt)

    LAW_BY_ID["newest-claim-wins"].judge(trial)

    (first, _) = trial.steps[-1].group.members
    assert ((("t", (2,)),), 1) == (first.owned, first.generation)


def test_every_claim_kept_is_kept() -> None:
    """Members that keep all they owned keep the law, however uneven that is."""
    assert Kept() == verdict_on("keeps-every-claim", two_members(3, a=[0, 1, 2]), {"a": {"t": [0, 1, 2]}, "b": {}})


def test_a_claim_that_moved_is_named() -> None:
    """One partition that went from its owner to another breaks it."""
    facts = facts_on("keeps-every-claim", two_members(2, a=[0, 1]), {"a": {"t": [0]}, "b": {"t": [1]}})

    assert [{"topic": "t", "partition": 1, "from": "a", "to": ["b"]}] == facts["moved"]
    assert (1, 2) == (facts["count"], facts["claims"])


def test_a_disputed_claim_need_not_be_kept() -> None:
    """Two claims tied at the newest generation void each other."""
    answer: Assignment = {"a": {}, "b": {"t": [0]}}

    assert Kept() == verdict_on("keeps-every-claim", two_members(1, a=[0], b=[0]), answer)


def test_free_partitions_even_out_what_claims_allow() -> None:
    """With two claims of one member in place, the free partitions belong to the other one."""
    group = two_members(4, a=[0, 1])

    assert Kept() == verdict_on("evenest-around-claims", group, {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}})
    assert [{"from": "a", "to": "b", "topic": "t", "partition": 2}] == facts_on(
        "evenest-around-claims", group, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}
    )["chain"]


def test_claims_may_not_be_part_of_the_chain() -> None:
    """Where only a claimed partition could be handed over, the loads are the evenest around the claims."""
    assert Kept() == verdict_on("evenest-around-claims", two_members(3, a=[0, 1, 2]), {"a": {"t": [0, 1, 2]}, "b": {}})


def test_a_chain_over_free_partitions_is_found() -> None:
    """Two hand-overs of free partitions, through a member that reads both topics, prove a more even answer."""
    group = group_of(
        {"t0": 2, "t1": 2},
        {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]},
        {"C2": {"t0": [1]}},
        generation=1,
    )
    answer: Assignment = {"C0": {"t1": [0, 1]}, "C1": {}, "C2": {"t0": [0, 1]}}

    facts = facts_on("evenest-around-claims", group, answer)

    assert ("t0", 0) == (facts["chain"][-1]["topic"], facts["chain"][-1]["partition"])


def test_answers_that_move_a_claim_are_not_compared() -> None:
    """The law compares answers that move nothing; one that moves something, or is no plan, leaves it undecided."""
    group = two_members(2, a=[0, 1])
    moved = verdict_on("evenest-around-claims", group, {"a": {"t": [0]}, "b": {"t": [1]}})
    no_plan = verdict_on("evenest-around-claims", group, {"a": {"t": [0]}, "b": {}})

    assert (
        Undecided("the answer moves 1 of the claimed partitions, and only answers that move none can be compared")
        == moved
    )
    assert Undecided("the answer breaks nothing-left-out (t-1)") == no_plan


def test_claims_older_than_an_unknown_generation_are_not_contested_by_nobody() -> None:
    """A generation below -1 is lower than an unknown one, and still the newest where nobody else claims."""
    group = two_members(2, a=[0], b=[1])
    oldest = replace(group, members=tuple(replace(member, generation=-5) for member in group.members))
    trial = Trial(oldest, ask=dealt)

    assert Kept() == LAW_BY_ID["newest-claim-wins"].judge(trial)
    assert 0 == len(trial.steps)
