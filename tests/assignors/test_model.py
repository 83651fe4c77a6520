"""The values of the domain: copies of members and groups, changes of a life, failures, and who owns what."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace
from itertools import islice

import numpy as np
import pytest

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.life import Event, group_after, restart_batches, topics_after
from kafka_assay.assignors.life_members import Restart
from kafka_assay.assignors.model import Group, Member, Topic, TopicPartition, group_of
from kafka_assay.assignors.numbering import NOBODY, Numbering, newest_claimants
from kafka_assay.assignors.ownership import (
    Stickiness,
    loads,
    stickiness,
    unassigned_partitions,
    valid_owners,
    valid_owners_by_topic,
)
from tests.assignors.rich_group import GROUP, MEMBER
from tests.support.engines.random_groups import random_group


def test_examples_set_every_field() -> None:
    """So that a field added later is not forgotten in a copy."""
    for one, plain in ((MEMBER, Member(id="b", subscription=())), (GROUP, Group(topics=(), members=()))):
        assert all(getattr(one, field.name) != getattr(plain, field.name) for field in fields(one))


def test_copies_change_what_is_named_and_nothing_else() -> None:
    other, topics = replace(MEMBER, id="b"), (Topic(name="u", partitions=1),)

    assert replace(MEMBER, owned=(), generation=None) == MEMBER.with_claims((), None)
    assert replace(MEMBER, subscription=("u",), owned=(), generation=4) == MEMBER.with_lists(("u",), (), 4)
    assert replace(GROUP, members=(other,)) == GROUP.with_members((other,))
    assert replace(GROUP, members=(other,), topics=topics) == GROUP.with_members((other,), topics)


def test_topics_grow_and_new_ones_come_last() -> None:
    group = group_of({"t": 2, "u": 1, "w": 1}, {})

    after = group_after(group, Event(topics=(("t", 4), ("v", 2), ("w", None))))

    assert [("t", 4), ("u", 1), ("v", 2)] == list(after.partition_counts().items())


def test_offsets_and_replicas_follow_the_partitions() -> None:
    """New partitions are empty, with replicas on the racks in turn."""
    topic = Topic(
        name="t", partitions=2, replica_racks=(("ra",), ("rb",)), end_offsets=(9, 9), committed_offsets=(1, None)
    )
    group = Group(topics=(topic,), members=())

    (grown,), (cut,) = (topics_after(group, Event(topics=(("t", count),))) for count in (4, 1))

    assert (("ra",), ("rb",), ("ra",), ("rb",)) == grown.replica_racks
    assert ((9, 9, 0, 0), (1, None, None, None)) == (grown.end_offsets, grown.committed_offsets)
    assert ((("ra",),), (9,), (1,)) == (cut.replica_racks, cut.end_offsets, cut.committed_offsets)


def test_members_leave_crash_join_and_subscribe_anew_with_their_claims() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"], "c": ["t"]}, {"c": {"t": [1]}}, generation=3)
    joiner = Member(id="d", subscription=("t",))

    after = group_after(group, Event(leave=("a",), crash=("b",), join=(joiner,), subscribe=(("c", ("u",)),)))

    assert [("c", ("u",), (("t", (1,)),)), ("d", ("t",), ())] == [
        (member.id, member.subscription, member.owned) for member in after.members
    ]


def test_batches_restart_in_order_and_upgrades_one_by_one() -> None:
    event = Event(restart=Restart(members=("a", "b", "c"), parallel=2), upgrade=(("c", "x"), ("d", "x"), ("e", "x")))

    assert [("a", "b"), ("c",), ("d",), ("e",)] == restart_batches(event)


@pytest.mark.parametrize("failure", [AssignorFailed("KeyError", "(None, 'b')", "line 7"), CannotBeAsked("no", "at x")])
def test_assignor_failure_survives_pickling(failure: AssignorFailed) -> None:
    copy = pickle.loads(pickle.dumps(failure))

    assert (type(failure), vars(failure)) == (type(copy), vars(copy))


def test_assignor_failure_without_a_message_shows_only_its_kind() -> None:
    assert ["KeyError: b", "Interrupt"] == [str(AssignorFailed("KeyError", "b")), str(AssignorFailed("Interrupt", ""))]


PARTITION = TopicPartition("t", 0)


@pytest.mark.parametrize(
    ("claims", "owner"),
    [
        ([(1, "t")], "a"),
        ([(None, "t")], "a"),
        ([(1, "t"), (2, "t")], "b"),
        ([(2, "t"), (1, "t")], "a"),
        ([(0, "t"), (None, "t")], "a"),
        ([(2, "t"), (2, "t")], None),
        ([(1, "t"), (2, "t"), (2, "t")], None),
        ([(2, "t"), (2, "t"), (3, "t")], "c"),
        ([(2, "t"), (2, "t"), (1, "t")], None),
        ([(1, "t"), (2, "")], None),
        ([(1, ""), (2, "t")], "b"),
        ([(2, ""), (2, "t")], None),
    ],
)
def test_only_the_newest_claimant_that_subscribes_is_the_owner(
    claims: list[tuple[int | None, str]], owner: str | None
) -> None:
    """Members a, b, c claim t-0. Claims of one generation void each other; an unknown generation is the oldest."""
    members = tuple(
        Member(id=name, subscription=tuple(topics), owned=(("t", (0,)),), generation=generation)
        for name, (generation, topics) in zip("abc", claims, strict=False)
    )

    assert owner == valid_owners(Group(topics=(Topic(name="t", partitions=1),), members=members)).get(PARTITION)


def test_repeated_claim_of_one_member_counts_once() -> None:
    member = Member(id="a", subscription=("t",), owned=(("t", (0, 0)), ("t", (0,))), generation=1)

    assert {PARTITION: "a"} == valid_owners(Group(topics=(Topic(name="t", partitions=1),), members=(member,)))


def test_owners_kept_partitions_loads_and_unassigned_partitions_are_counted() -> None:
    """Members missing from the answer have load 0; unknown members and topics without subscribers do not count."""
    claims = {"a": {"t": [0]}, "b": {"t": [1]}}
    group = group_of({"t": 2, "u": 1}, {"a": ["t", "gone"], "b": ["t"]}, claims)
    owners = {TopicPartition("t", 0): "a", TopicPartition("t", 1): "b"}

    assert owners == valid_owners(group)
    assert {"t": {0: "a", 1: "b"}, "u": {}} == valid_owners_by_topic(group)
    assert Stickiness(kept=1, moved=1) == stickiness(owners, {"a": {"t": [0, 1]}, "b": {"t": [0]}})
    assert {"a": 2, "b": 0} == loads(group, {"a": {"t": [0, 1]}, "x": {"t": [0]}})
    assert [TopicPartition("t", 1)] == unassigned_partitions(group, {"a": {"t": [0]}})


def claimants(group: Group) -> dict[str, list[str | None]]:
    """Return topic -> the newest claimant of each partition."""
    ids, topics = group.member_ids(), list(group.partition_counts())
    sizes = np.array([topic.partitions for topic in group.topics], dtype=np.int64)
    found = iter(newest_claimants(group, Numbering(ids), Numbering(topics), sizes).tolist())
    return {
        topic.name: [None if number == NOBODY else ids[number] for number in islice(found, topic.partitions)]
        for topic in group.topics
    }


@pytest.mark.parametrize("sizes", [{}, {"members": 12, "topics": 6, "partitions": 12}])
def test_newest_claimants_that_subscribe_are_the_valid_owners(sizes: dict[str, int]) -> None:
    for seed in range(300):
        group = random_group(seed, **sizes)
        subscriptions = {member.id: member.subscription for member in group.members}

        assert valid_owners_by_topic(group) == {
            topic: {
                partition: member
                for partition, member in enumerate(listed)
                if member is not None and topic in subscriptions[member]
            }
            for topic, listed in claimants(group).items()
        }


@pytest.mark.parametrize("partition", [-(10**30), -1, 2, 2**31, 2**63, 10**30])
def test_claim_on_a_partition_that_does_not_exist_changes_nothing(partition: int) -> None:
    group = group_of({"t": 2}, {"a": ["t", "gone"]}, {"a": {"t": [partition, 1], "gone": [0]}})

    assert {"t": [None, "a"]} == claimants(group)
    assert {TopicPartition("t", 1): "a"} == valid_owners(group)


def test_generations_of_any_size_are_compared() -> None:
    newest = Member(id="a", subscription=(), owned=(("t", (0,)),), generation=10**30)
    older = Member(id="b", subscription=(), owned=(("t", (0, 1)),), generation=10**29)

    assert {"t": ["a", "b"]} == claimants(Group(topics=(Topic(name="t", partitions=2),), members=(older, newest)))
