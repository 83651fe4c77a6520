from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.reference.partitions import number_partitions
from kafka_assay.assignors.reference.racks import do_racks_decide, number_racks, rack_of
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal
from tests.assignors.reference.answers import answer, partitions
from tests.assignors.reference.random_groups import random_groups, with_old_versions, with_racks


def group_on_racks(topics: dict[str, str], **members: str) -> Group:
    """Return a group from replica racks (`a ab b`) and members: first letter rack (`-` none), then owned partitions."""
    return Group(
        topics=tuple(
            Topic(name=name, partitions=len(racks.split()), replica_racks=tuple(map(tuple, racks.split())))
            for name, racks in topics.items()
        ),
        members=tuple(
            Member(
                id=name,
                subscription=tuple(topics),
                rack=None if words[0] == "-" else words[0],
                owned=tuple((topic, tuple(ids)) for topic, ids in partitions(words[1:]).items()),
                generation=1,
            )
            for name, words in members.items()
        ),
    )


def matches(group: Group, given: Assignment) -> int:
    """Return how many partitions are on a member whose rack has a replica."""
    near = {topic.name: topic.replica_racks or ((),) * topic.partitions for topic in group.topics}
    racks = {member.id: rack_of(member) for member in group.members}
    return sum(
        racks[member] in near[topic][one]
        for member, mine in given.items()
        for topic, ids in mine.items()
        for one in ids
    )


@pytest.mark.parametrize(
    ("count", "standing", "replicas"),
    [
        (True, "a", "a b"),
        (True, "a", "ab b"),
        (True, "ac", "a b"),
        (False, "", "a b"),
        (False, "c", "a b"),
        (False, "a", "a a"),
        (False, "ac", "ac ca"),
        (False, "a", ""),
    ],
)
def test_racks_count_where_a_member_matches_some_partitions_only(count: bool, standing: str, replicas: str) -> None:
    assert count == do_racks_decide(standing, map(tuple, replicas.split()))


def test_partition_without_replica_racks_matches_no_member() -> None:
    group = group_on_racks({"t": "a"}, A="a")
    topics = (*group.topics, Topic(name="u", partitions=1))

    racks = number_racks(group.members, topics, number_partitions({"t": 1, "u": 1}, ["t", "u"]))

    assert racks is not None
    assert [("a",), ()] == racks.near


@pytest.mark.parametrize(
    ("rack", "version", "expected"), [("a", 3, "a"), ("a", 2, None), ("", 3, None), (None, 3, None)]
)
def test_member_rack_is_read_from_version_3_on(rack: str | None, version: int, expected: str | None) -> None:
    assert expected == rack_of(Member(id="a", subscription=(), rack=rack, metadata_version=version))


def test_partitions_go_to_the_racks_of_their_replicas() -> None:
    """Without racks A would get t-0 and t-2."""
    group = group_on_racks({"t": "b b a a"}, A="a", B="b")

    assert answer(A="t-2 t-3", B="t-0 t-1") == StickyAssignor().assign(group)


def test_follower_racks_count_like_leader_racks() -> None:
    group = group_on_racks({"t": "c ca"}, A="a", B="c")

    assert answer(A="t-1", B="t-0") == StickyAssignor().assign(group)


def test_claim_on_a_mismatched_rack_is_not_kept() -> None:
    group = group_on_racks({"t": "a b"}, A="at-1", B="bt-0")

    assert answer(A="t-0", B="t-1") == StickyAssignor().assign(group)


def test_member_without_a_rack_keeps_its_partitions() -> None:
    group = group_on_racks({"t": "a b"}, A="-t-1", B="at-0")

    assert answer(A="t-1", B="t-0") == StickyAssignor().assign(group)


def test_balance_comes_before_racks() -> None:
    """All replicas are on a, and B on c gets its half."""
    group = group_on_racks({"t": "a a a ab"}, A="a", B="c")

    assert [2, 2] == list(loads(group, StickyAssignor().assign(group)).values())


def test_partition_with_the_fewest_matching_members_is_assigned_first() -> None:
    """Only A matches t-1, so A gets it before t-0."""
    group = group_on_racks({"t": "ab a"}, A="a", B="b")

    assert answer(A="t-1", B="t-0") == StickyAssignor().assign(group)


def test_matching_member_gets_the_extra_when_no_matching_member_is_underloaded() -> None:
    """B has its share, and alone matches t-1 and t-2."""
    group = group_on_racks({"t": "b b b a a"}, A="a", B="bt-0 t-2")

    assert answer(A="t-3 t-4", B="t-0 t-1 t-2") == StickyAssignor().assign(group)


def test_members_on_one_rack_take_turns() -> None:
    group = group_on_racks({"t": "a a a a b b"}, A="a", B="a", C="b")

    assert answer(A="t-0 t-2", B="t-1 t-3", C="t-4 t-5") == StickyAssignor().assign(group)


def test_racks_cost_no_balance_with_equal_subscriptions() -> None:
    random = Random(16)
    for plain in random_groups(random, 1000, dirty=True):
        group = with_racks(random, plain)
        hidden = replace(group, members=plain.members)
        if not subscriptions_are_equal(group):
            continue

        given, blind = StickyAssignor().assign(group), StickyAssignor().assign(hidden)

        assert sorted(loads(group, blind).values()) == sorted(loads(group, given).values())
        if all(rack_of(member) for member in group.members):
            assert matches(group, blind) <= matches(group, given), group


def test_ineffective_racks_change_nothing() -> None:
    """Everything on every rack, no member on any of them, or racks that versions before 3 cannot send."""
    random = Random(5)
    for plain in random_groups(random, 200, dirty=True):
        replicas = tuple(replace(t, replica_racks=(("ra", "rb"),) * t.partitions) for t in plain.topics)
        everywhere = replace(with_racks(random, plain), topics=replicas)
        nowhere = replace(with_racks(random, plain), members=plain.members)
        old = with_old_versions(random, with_racks(random, plain))
        silent = replace(old, members=tuple(replace(m, metadata_version=2) for m in old.members))

        given = StickyAssignor().assign(plain)

        assert [given] * 3 == [StickyAssignor().assign(group) for group in (everywhere, nowhere, silent)]
