from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor, with_carried_claims
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.trials.trial import Trial
from tests.assignors.reference.answers import answer, as_sets, question
from tests.assignors.reference.random_groups import random_groups

ONLY_T = {"C0": "t", "C1": "t"}


def rounds(group: Group) -> list[Assignment]:
    """Return the answers of the rounds, until each member owns what the round before granted."""
    answers = [CooperativeStickyAssignor().assign(group)]
    while len(answers) < 2 or answers[-1] != answers[-2]:
        group = feed_back(group, answers[-1])
        answers.append(CooperativeStickyAssignor().assign(group))
    return answers[:-1]


def test_moved_partitions_wait_one_round() -> None:
    """C2 joins two members with three partitions each."""
    group = question({"t": 6}, "C0 C1 C2", answer(C0="t-0 t-1 t-2", C1="t-3 t-4 t-5"))

    given = rounds(group)

    kept = {"C0": {"t": [0, 1]}, "C1": {"t": [3, 4]}}
    assert [{**kept, "C2": {}}, {**kept, "C2": {"t": [2, 5]}}] == given


def test_unowned_partitions_are_granted_at_once() -> None:
    """A new group takes one round with sticky's answer."""
    group = question({"t0": 3, "t1": 2}, {"C0": "t0", "C1": "t0 t1"})

    assert [StickyAssignor().assign(group)] == rounds(group)


def test_some_groups_need_three_rounds() -> None:
    """With unequal subscriptions the second round's plan may revoke again."""
    group = question(
        {"t0": 3, "t1": 3},
        {"C0": "t0 t1", "C1": "t1", "C2": "t0 t1"},
        answer(C0="t0-1 t0-2 t1-0 t1-1 t1-2", C2="t0-0"),
    )

    assert 3 == len(rounds(group))


def test_claim_without_subscription_delays_the_partition() -> None:
    """C0 no longer subscribes to u, but may still read u-0."""
    group = question({"t": 1, "u": 1}, {"C0": "t", "C1": "t u"}, answer(C0="u-0"))

    assert [answer(C0="t-0", C1=""), answer(C0="t-0", C1="u-0")] == rounds(group)


def test_tied_claimant_gets_its_partition_at_once_on_the_general_path() -> None:
    """That path does not record owners."""
    group = question({"t": 2}, {"A": "t", "B": "t gone"}, answer(A="t-0", B="t-0 t-1"))

    assert answer(A="t-0", B="t-1") == CooperativeStickyAssignor().assign(group)


def returning_group() -> Group:
    """Return a group in which D has an older claim on t-0, which B owns. The plan gives t-0 to D."""
    return question(
        {"t": 4},
        {"A": "t gone", "B": "t", "D": "t"},
        answer(B="t-0 t-1 t-2 t-3", D="t-0"),
        generations={"B": 2, "D": 1},
    )


def test_older_claimant_waits_for_the_valid_owner() -> None:
    """Kafka grants t-0 to D at once, while B still owns it."""
    group = returning_group()

    first, *_, last = rounds(group)

    assert answer(A="", B="t-2 t-3", D="") == first
    assert [] == unassigned_partitions(group, last)


def test_partition_claimed_by_two_members_waits_one_round() -> None:
    """With equal subscriptions and one generation."""
    group = question({"t": 2}, ONLY_T, answer(C0="t-0", C1="t-0 t-1"))

    assert [answer(C0="", C1="t-1"), answer(C0="t-0", C1="t-1")] == rounds(group)


def test_partition_revoked_for_its_rack_waits_one_round() -> None:
    """C0 is on ra, t-0's only replica on rb: C1 gets it in the second round."""
    group = Group(
        topics=(Topic(name="t", partitions=2, replica_racks=(("rb",), ("ra",))),),
        members=(
            Member(id="C0", subscription=("t",), owned=(("t", (0,)),), generation=1, rack="ra"),
            Member(id="C1", subscription=("t",), rack="rb", generation=1),
        ),
    )

    assert [answer(C0="t-1", C1=""), answer(C0="t-1", C1="t-0")] == rounds(group)


def test_partition_returned_to_the_same_member_need_not_wait() -> None:
    """No member is on rb, so C0 gets t-0 back."""
    group = Group(
        topics=(Topic(name="t", partitions=2, replica_racks=(("rb",), ("ra",))),),
        members=(Member(id="C0", subscription=("t",), owned=(("t", (0, 1)),), generation=1, rack="ra"),),
    )

    assert answer(C0="t-0 t-1") == CooperativeStickyAssignor().assign(group)


def test_rounds_may_never_end_with_racks_and_unequal_subscriptions() -> None:
    """Nor do Kafka's: 1ca, on a rack without replicas, gets again what it cannot keep."""
    group = Group(
        topics=(
            Topic(name="t1", partitions=2, replica_racks=(("b",), ("a",))),
            Topic(name="t3", partitions=1, replica_racks=(("b",),)),
            Topic(name="t11", partitions=3, replica_racks=(("b",), ("a",), ("b",))),
        ),
        members=(
            Member(id="aXb", subscription=("t1", "t11")),
            Member(id="1ca", subscription=("t1", "t11"), rack="c"),
            Member(id="Zd9Z", subscription=("t1", "t3", "t11"), rack="b"),
        ),
    )

    answers = [given for _, given in Trial(group, ask=CooperativeStickyAssignor().assign, cooperative=True).rounds()]

    assert answers[0] != answers[1]
    assert answers[:2] * 4 == answers


@pytest.mark.parametrize(
    ("version", "given"),
    [(0, answer(C0="t-0", C1="t-1")), (1, answer(C0="t-1", C1="t-0")), (3, answer(C0="t-1", C1="t-0"))],
)
def test_claims_are_read_from_version_1_on(version: int, given: Assignment) -> None:
    """Version 0 has no owned partitions, and the user data has only the generation."""
    group = question({"t": 2}, ONLY_T, answer(C0="t-1", C1="t-0"))
    old = replace(group, members=tuple(replace(member, metadata_version=version) for member in group.members))

    assert given == CooperativeStickyAssignor().assign(old)


def test_generations_of_version_1_come_from_the_user_data() -> None:
    group = question({"t": 2}, ONLY_T, answer(C0="t-0 t-1", C1="t-0"), generations={"C1": 2})
    old = replace(group, members=tuple(replace(member, metadata_version=1) for member in group.members))

    assert answer(C0="t-1", C1="t-0") == CooperativeStickyAssignor().assign(old)


def test_generation_counts_without_claims_at_version_0() -> None:
    """A newer generation outdates the claims of the others."""
    member = Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=5, metadata_version=0)

    assert 5 == with_carried_claims(member).claimed_generation()


def test_round_grants_part_of_the_plan() -> None:
    """No partition that another member validly owns, and only claimed ones wait."""
    for group in random_groups(Random(3), 500, dirty=True):
        plan = as_sets(StickyAssignor().assign(group))

        given = CooperativeStickyAssignor().assign(group)

        owners = valid_owners(group)
        claims = {claim for member in group.members for claim in member.claims()}
        assert all(mine <= plan[member] for member, mine in as_sets(given).items())
        assert all(owners.get(tp, member) == member for member, mine in as_sets(given).items() for tp in mine)  # type: ignore[call-overload]
        assert claims.issuperset(unassigned_partitions(group, given))


def test_everything_is_assigned_within_four_rounds() -> None:
    for group in random_groups(Random(792), 500, dirty=True):
        answers = rounds(group)

        assert len(answers) <= 4
        assert [] == unassigned_partitions(group, answers[-1])
