"""The parts of the sticky family, and the rounds of `cooperative-sticky`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor, with_carried_claims
from kafka_assay.assignors.reference.racks import rack_of
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.trials.trial import Trial
from tests.assignors.reference.answers import answer, drawn_groups, group_on_racks, question

FAMILIES = ("racks", "mixed", "histories")


@pytest.mark.parametrize(
    ("rack", "version", "expected"), [("a", 3, "a"), ("a", 2, None), ("", 3, None), (None, 3, None)]
)
def test_member_rack_is_read_from_version_3_on(rack: str | None, version: int, expected: str | None) -> None:
    assert expected == rack_of(Member(id="a", subscription=(), rack=rack, metadata_version=version))


def test_ineffective_racks_change_nothing() -> None:
    """Everything on every rack, no member on any of them, or racks that versions before 3 cannot send."""

    def answer_to(group: Group, **changes: object) -> Assignment:
        members = tuple(replace(member, **changes) for member in group.members)  # type: ignore[arg-type]
        return StickyAssignor().assign(group.with_members(members))

    for group in drawn_groups(100, *FAMILIES):
        everywhere = tuple(replace(one, replica_racks=(("ra", "rb"),) * one.partitions) for one in group.topics)

        assert answer_to(group, rack=None) == StickyAssignor().assign(replace(group, topics=everywhere))
        assert answer_to(group, rack=None, metadata_version=2) == answer_to(group, metadata_version=2)


def rounds(group: Group) -> list[Assignment]:
    """Return the answers of the rounds, until each member owns what the round before granted."""
    answers = [CooperativeStickyAssignor().assign(group)]
    while len(answers) < 2 or answers[-1] != answers[-2]:
        group = feed_back(group, answers[-1])
        answers.append(CooperativeStickyAssignor().assign(group))
    return answers[:-1]


ROUNDS = {
    "moved partitions wait one round": (
        question({"t": 6}, "C0 C1 C2", answer(C0="t-0 t-1 t-2", C1="t-3 t-4 t-5")),
        [answer(C0="t-0 t-1", C1="t-3 t-4", C2=""), answer(C0="t-0 t-1", C1="t-3 t-4", C2="t-2 t-5")],
    ),
    "unowned partitions are granted at once": (
        question({"t0": 3, "t1": 2}, {"C0": "t0", "C1": "t0 t1"}),
        [answer(C0="t0-0 t0-1 t0-2", C1="t1-0 t1-1")],
    ),
    "a claim without a subscription delays the partition": (
        question({"t": 1, "u": 1}, {"C0": "t", "C1": "t u"}, answer(C0="u-0")),
        [answer(C0="t-0", C1=""), answer(C0="t-0", C1="u-0")],
    ),
    "a partition that two members claim at one generation waits one round": (
        question({"t": 2}, "C0 C1", answer(C0="t-0", C1="t-0 t-1")),
        [answer(C0="", C1="t-1"), answer(C0="t-0", C1="t-1")],
    ),
    "a partition revoked for its rack waits one round": (
        group_on_racks({"t": "b a"}, C0="at-0", C1="b"),
        [answer(C0="t-1", C1=""), answer(C0="t-1", C1="t-0")],
    ),
}


@pytest.mark.parametrize("case", ROUNDS)
def test_rounds_have_these_answers(case: str) -> None:
    group, answers = ROUNDS[case]

    assert answers == rounds(group)


def test_some_groups_need_three_rounds() -> None:
    """With unequal subscriptions the second round's plan may revoke again."""
    owned = answer(C0="t0-1 t0-2 t1-0 t1-1 t1-2", C2="t0-0")

    assert 3 == len(rounds(question({"t0": 3, "t1": 3}, {"C0": "t0 t1", "C1": "t1", "C2": "t0 t1"}, owned)))


def test_rounds_may_never_end_with_racks_and_unequal_subscriptions() -> None:
    """Nor do Kafka's: 1ca, on a rack without replicas, gets again what it cannot keep."""
    racks = {"t1": "b a", "t3": "b", "t11": "b a b"}
    members = (("aXb", "t1 t11", None), ("1ca", "t1 t11", "c"), ("Zd9Z", "t1 t3 t11", "b"))
    group = Group(
        topics=tuple(
            Topic(name=name, partitions=len(words.split()), replica_racks=tuple(map(tuple, words.split())))
            for name, words in racks.items()
        ),
        members=tuple(Member(id=one, subscription=tuple(topics.split()), rack=rack) for one, topics, rack in members),
    )

    answers = [given for _, given in Trial(group, ask=CooperativeStickyAssignor().assign, cooperative=True).rounds()]

    assert answers[0] != answers[1]
    assert answers[:2] * 4 == answers


def test_generation_counts_without_claims_at_version_0() -> None:
    """A newer generation outdates the claims of the others."""
    member = Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=5, metadata_version=0)

    assert 5 == with_carried_claims(member).claimed_generation()
