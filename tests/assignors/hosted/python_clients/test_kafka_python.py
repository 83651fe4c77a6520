"""kafka-python's assignors are asked what its leader would ask them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.python_clients.kafka_python import served_assignors
from kafka_assay.assignors.model import Group, Member, Topic, group_of

SERVED = served_assignors()


def answer(name: str, group: Group) -> Any:
    """What the assignor called `name` answers."""
    served = SERVED[name]
    return served.read(served.put(served.fresh(), group)())


def asked(name: str, group: Group) -> Any:
    """The arguments with which the assignor called `name` is called: the cluster and the members."""
    call: Any = SERVED[name].put(SERVED[name].fresh(), group)
    return call.args


def said_by(name: str, member: Any) -> Any:
    """What the assignor called `name` hears `member` say."""
    return SERVED[name].fresh().parse_member_metadata(member.metadata)


def claimant(version: int, generation: int | None = 7) -> Group:
    """One member that claims t0-1 and the ghost t0--2, and speaks `version`."""
    member = Member(
        id="C0", subscription=("t0",), owned=(("t0", (1, -2)),), generation=generation, metadata_version=version
    )
    return Group(topics=(Topic(name="t0", partitions=2),), members=(member,))


def test_range_gives_blocks() -> None:
    """The example of the class's own documentation: two topics of three partitions, two members."""
    group = group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})

    assert {"C0": {"t0": [0, 1], "t1": [0, 1]}, "C1": {"t0": [2], "t1": [2]}} == answer("range", group)


def test_roundrobin_deals() -> None:
    """The example of the class's own documentation."""
    group = group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})

    assert {"C0": {"t0": [0, 2], "t1": [1]}, "C1": {"t0": [1], "t1": [0, 2]}} == answer("roundrobin", group)


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_sticky_keeps_what_it_is_told(name: str) -> None:
    """Claims reach the assignor: an even group keeps all of them."""
    owned = {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2]}}
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, owned, generation=3)

    assert owned == answer(name, group)


def test_cooperative_withholds_what_another_member_still_has() -> None:
    """The first round's answer is given as it is: what moves is with nobody."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    answered = answer("cooperative-sticky", group)

    assert {"C1": {}} == {member: topics for member, topics in answered.items() if member == "C1"}
    assert len(answered["C0"]["t0"]) == 1


def test_only_subscribed_topics_that_exist_are_shown() -> None:
    """A topic that nobody subscribes to stands not in the metadata, nor does one that does not exist."""
    cluster, _ = asked("range", group_of({"t0": 2, "t1": 1}, {"C0": ["t0", "gone"]}))

    assert {"t0"} == cluster.topics()
    assert [{0, 1}, None, None] == [cluster.partitions_for_topic(topic) for topic in ("t0", "t1", "gone")]


@pytest.mark.parametrize("version", [0, 1, 2, 3])
def test_sticky_claims_are_said_at_every_version(version: int) -> None:
    """Sticky members write claims and generation into the user data, whatever version they speak."""
    _, (member,) = asked("sticky", claimant(version))

    said = said_by("sticky", member)

    assert ([("t0", 1), ("t0", -2)], 7) == (said.partitions, said.generation)


@pytest.mark.parametrize(
    ("version", "claims", "generation"),
    [
        (0, [], -1),
        (1, [("t0", 1), ("t0", -2)], -1),
        (2, [("t0", 1), ("t0", -2)], 7),
        (3, [("t0", 1), ("t0", -2)], 7),
        (9, [("t0", 1), ("t0", -2)], 7),
    ],
)
def test_cooperative_claims_are_said_from_version_1_on(version: int, claims: list[Any], generation: int) -> None:
    """Cooperative members say claims in the subscription from version 1 on, the generation there from version 2 on."""
    _, (member,) = asked("cooperative-sticky", claimant(version))

    said = said_by("cooperative-sticky", member)

    assert (claims, generation) == (said.partitions, said.generation)


def test_before_version_2_the_generation_stands_in_the_user_data() -> None:
    """Where the subscription has no place for it, the generation is four bytes of user data."""
    _, (member,) = asked("cooperative-sticky", claimant(1))

    assert b"\x00\x00\x00\x07" == member.metadata.user_data


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_an_unknown_generation_is_minus_one(name: str) -> None:
    """A claim at no known generation is said at Kafka's -1."""
    _, (member,) = asked(name, claimant(3, generation=None))

    assert said_by(name, member).generation == -1


@pytest.mark.parametrize("name", SERVED)
def test_ids_and_subscriptions_arrive_as_they_are(name: str) -> None:
    """
    Order, repeats, instance ids and ids that are not ASCII reach the assignor; dynamic members have no instance id.
    """
    group = group_of({"t0": 1}, {"é": ["t0", "a", "t0"], "C0": []})
    group = replace(group, members=(replace(group.members[0], instance_id="i✓"), group.members[1]))

    _, members = asked(name, group)

    assert [("é", "i✓", ["t0", "a", "t0"]), ("C0", None, [])] == [
        (member.member_id, member.group_instance_id, list(member.metadata.topics)) for member in members
    ]


@pytest.mark.parametrize("name", SERVED)
def test_a_group_without_members_is_put_to_nobody(name: str) -> None:
    """The members elect who is asked: without any, the answer is empty, and no fault of the assignor's."""
    assert {} == answer(name, group_of({"t0": 2}, {}))
