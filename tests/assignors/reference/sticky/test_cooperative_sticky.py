"""Cooperative-sticky: the plan is sticky's, and a round grants no more than may be had at once."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.assignors.reference.sticky.cooperative_sticky import CooperativeStickyAssignor, with_carried_claims
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor
from kafka_assay.properties.measures.terms import feed_back
from kafka_assay.properties.trials.trial import Trial
from tests.assignors.reference.answers import answer, as_sets, question
from tests.assignors.reference.cooperative_slowly import cooperative_slowly
from tests.assignors.reference.old_versions import of_old_versions
from tests.assignors.reference.racked import racked
from tests.assignors.reference.random_groups import random_groups

ONLY_T = {"C0": "t", "C1": "t"}


def rounds(group: Group) -> list[Assignment]:
    """The answers of the rounds up to the first in which everybody has what it was granted before."""
    answers = [CooperativeStickyAssignor().assign(group)]
    while len(answers) < 2 or answers[-1] != answers[-2]:
        group = feed_back(group, answers[-1])
        answers.append(CooperativeStickyAssignor().assign(group))
    return answers[:-1]


def test_what_is_taken_from_a_member_waits_for_a_round() -> None:
    """
    C2 joins two members with three partitions each: what it shall have is granted to nobody first, and then to it.
    """
    group = question({"t": 6}, "C0 C1 C2", answer(C0="t-0 t-1 t-2", C1="t-3 t-4 t-5"))

    given = rounds(group)

    kept = {"C0": {"t": [0, 1]}, "C1": {"t": [3, 4]}}
    assert [{**kept, "C2": {}}, {**kept, "C2": {"t": [2, 5]}}] == given


def test_what_nobody_owned_is_granted_at_once() -> None:
    """A fresh group takes one round, and its answer is sticky's."""
    group = question({"t0": 3, "t1": 2}, {"C0": "t0", "C1": "t0 t1"})

    assert [StickyAssignor().assign(group)] == rounds(group)


def test_three_rounds_happen() -> None:
    """With unequal subscriptions the plan of the second round may take something away again."""
    group = question(
        {"t0": 3, "t1": 3},
        {"C0": "t0 t1", "C1": "t1", "C2": "t0 t1"},
        answer(C0="t0-1 t0-2 t1-0 t1-1 t1-2", C2="t0-0"),
    )

    assert 3 == len(rounds(group))


def test_a_claim_on_a_topic_that_was_given_up_holds_the_partition_back() -> None:
    """C0 no longer subscribes to u, but may still be reading u-0: C1 waits a round for it."""
    group = question({"t": 1, "u": 1}, {"C0": "t", "C1": "t u"}, answer(C0="u-0"))

    assert [answer(C0="t-0", C1=""), answer(C0="t-0", C1="u-0")] == rounds(group)


def test_a_tied_claimant_may_have_it_at_once_on_the_general_path() -> None:
    """No books are kept there: A and B claim t-0 at one generation, and A, who gets it, has claimed it."""
    group = question({"t": 2}, {"A": "t", "B": "t gone"}, answer(A="t-0", B="t-0 t-1"))

    assert answer(A="t-0", B="t-1") == CooperativeStickyAssignor().assign(group)


def returning() -> Group:
    """D comes back with an older claim on t-0, which B validly holds; the plan gives t-0 to D, its previous owner."""
    return question(
        {"t": 4},
        {"A": "t gone", "B": "t", "D": "t"},
        answer(B="t-0 t-1 t-2 t-3", D="t-0"),
        generations={"B": 2, "D": 1},
    )


def test_an_old_claimant_waits_for_the_valid_owner() -> None:
    """Kafka grants t-0 to D at once, because D claimed it, while B still holds it. Here D waits like anybody else."""
    group = returning()

    first, *_, last = rounds(group)

    assert answer(A="", B="t-2 t-3", D="") == first
    assert [] == unassigned_partitions(group, last)


def test_what_two_members_claim_is_granted_to_neither() -> None:
    """Equal subscriptions, one generation: the partition rests for a round, though one of the two will get it."""
    group = question({"t": 2}, ONLY_T, answer(C0="t-0", C1="t-0 t-1"))

    assert [answer(C0="", C1="t-1"), answer(C0="t-0", C1="t-1")] == rounds(group)


def test_what_a_wrong_rack_gives_up_waits_too() -> None:
    """C0 stands on ra, t-0's only replica on rb: C1 shall have it, and gets it in the second round."""
    group = Group(
        topics=(Topic(name="t", partitions=2, replica_racks=(("rb",), ("ra",))),),
        members=(
            Member(id="C0", subscription=("t",), owned=(("t", (0,)),), generation=1, rack="ra"),
            Member(id="C1", subscription=("t",), rack="rb", generation=1),
        ),
    )

    assert [answer(C0="t-1", C1=""), answer(C0="t-1", C1="t-0")] == rounds(group)


def test_what_comes_back_to_the_wrong_rack_need_not_wait() -> None:
    """Nobody stands on rb, so C0 gets t-0 back: it was never given up."""
    group = Group(
        topics=(Topic(name="t", partitions=2, replica_racks=(("rb",), ("ra",))),),
        members=(Member(id="C0", subscription=("t",), owned=(("t", (0, 1)),), generation=1, rack="ra"),),
    )

    assert answer(C0="t-0 t-1") == CooperativeStickyAssignor().assign(group)


def test_with_racks_and_unequal_subscriptions_the_rounds_may_never_end() -> None:
    """Kafka's do not either: 1ca, on a rack without replicas, gets again what it cannot keep."""
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
def test_claims_are_heard_from_version_1_on(version: int, given: Assignment) -> None:
    """A subscription of version 0 has no owned partitions, and the user data has only the generation."""
    group = question({"t": 2}, ONLY_T, answer(C0="t-1", C1="t-0"))
    old = replace(group, members=tuple(replace(member, metadata_version=version) for member in group.members))

    assert given == CooperativeStickyAssignor().assign(old)


def test_generations_of_version_1_come_from_the_user_data() -> None:
    """C1's claim is the newer one, although its subscription cannot say so."""
    group = question({"t": 2}, ONLY_T, answer(C0="t-0 t-1", C1="t-0"), generations={"C1": 2})
    old = replace(group, members=tuple(replace(member, metadata_version=1) for member in group.members))

    assert answer(C0="t-1", C1="t-0") == CooperativeStickyAssignor().assign(old)


def test_the_generation_is_heard_where_the_claims_are_not() -> None:
    """A member of version 0 that has seen a newer generation makes the claims of the others outdated."""
    member = Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=5, metadata_version=0)

    assert 5 == with_carried_claims(member).claimed_generation()


@pytest.mark.parametrize("dirty", [False, True])
@pytest.mark.parametrize("racks", [False, True])
def test_the_fast_way_and_the_slow_way_agree(dirty: bool, racks: bool) -> None:
    """Random groups, old members among them, get the answer that the rule gives when it is told slowly."""
    random = Random(429)
    for plain in random_groups(random, 200, dirty=dirty):
        group = of_old_versions(random, racked(random, plain) if racks else plain)

        given = CooperativeStickyAssignor().assign(group)

        assert as_sets(cooperative_slowly(group)) == as_sets(given), group


def test_a_round_grants_a_part_of_the_plan() -> None:
    """Nobody gets what sticky would not give it, nobody gets what another validly holds, and what rests is claimed."""
    for group in random_groups(Random(3), 500, dirty=True):
        plan = as_sets(StickyAssignor().assign(group))

        given = CooperativeStickyAssignor().assign(group)

        owners = valid_owners(group)
        claims = {claim for member in group.members for claim in member.claims()}
        assert all(mine <= plan[member] for member, mine in as_sets(given).items())
        assert all(owners.get(tp, member) == member for member, mine in as_sets(given).items() for tp in mine)  # type: ignore[call-overload]
        assert claims.issuperset(unassigned_partitions(group, given))


def test_in_the_end_everything_is_assigned() -> None:
    """Random groups come to rest within four rounds, and nothing is left out where they do."""
    for group in random_groups(Random(792), 500, dirty=True):
        answers = rounds(group)

        assert len(answers) <= 4
        assert [] == unassigned_partitions(group, answers[-1])
