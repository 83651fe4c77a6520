from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.order import kafka_order, sort_static_first
from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.reference.roundrobin import (
    HashedRoundRobinAssignor,
    RoundRobinAssignor,
    TopicRoundRobinAssignor,
)
from tests.assignors.reference.answers import answer, question


def one_by_one(group: Group) -> Assignment:
    """Assign one partition at a time, with one pointer."""
    circle = sort_static_first(group.members)
    given: Assignment = {member.id: {} for member in group.members}
    pointer = 0
    for topic in sorted(group.topics, key=lambda topic: kafka_order(topic.name)):
        if not any(topic.name in member.subscription for member in circle):
            continue
        for partition in range(topic.partitions):
            while topic.name not in circle[pointer].subscription:
                pointer = (pointer + 1) % len(circle)
            given[circle[pointer].id].setdefault(topic.name, []).append(partition)
            pointer = (pointer + 1) % len(circle)
    return given


def test_skipped_member_loses_its_turn() -> None:
    """Loads 2 and 6, where 4 and 4 was possible."""
    given = RoundRobinAssignor().assign(question({"a": 4, "b": 4}, {"C0": "a", "C1": "a b"}))

    assert answer(C0="a-0 a-2", C1="a-1 a-3 b-0 b-1 b-2 b-3") == given


def test_topic_by_topic_equals_one_by_one() -> None:
    """Two thousand random groups."""
    random = Random(54)
    for _ in range(2000):
        topics = tuple(Topic(name=f"t{place}", partitions=random.randrange(7)) for place in range(random.randint(1, 4)))
        names = [topic.name for topic in topics]
        members = tuple(
            Member(
                id=f"m{place}",
                subscription=tuple(random.choices([*names, "gone"], k=random.randrange(4))),
                instance_id=random.choice((None, f"i{place % 3}")),
            )
            for place in range(random.randint(0, 6))
        )
        group = Group(topics=topics, members=members)

        given = RoundRobinAssignor().assign(group)

        assert one_by_one(group) == given


def test_static_members_come_first() -> None:
    """In the order of their instance ids."""
    members = (
        Member(id="m-zz", subscription=("t",), instance_id="I1"),
        Member(id="m-aa", subscription=("t",)),
        Member(id="m-bb", subscription=("t",), instance_id="I0"),
    )

    given = RoundRobinAssignor().assign(Group(topics=(Topic(name="t", partitions=3),), members=members))

    assert answer(**{"m-zz": "t-1", "m-aa": "t-2", "m-bb": "t-0"}) == given


def test_equal_subscriptions_give_even_loads() -> None:
    for members, partitions, topics in product(range(1, 6), range(6), range(1, 4)):
        group = question({f"t{place}": partitions for place in range(topics)}, " ".join("abcdef"[:members]))

        sizes = [sum(map(len, mine.values())) for mine in RoundRobinAssignor().assign(group).values()]

        assert max(sizes) - min(sizes) <= 1


NAMES = "host1-a host1-b host2-a host2-b host3-a"


def order(group: Group, salt: str = "") -> list[str]:
    """Return the members in the order in which they are served: one topic, a partition for each."""
    given = HashedRoundRobinAssignor(salt=salt).assign(group)
    return sorted(given, key=lambda member: given[member]["t"])


def test_members_are_ordered_by_the_hash_of_salt_and_id() -> None:
    """SHA-256 over the salt, then the id."""
    for salt in ("", "s1", "é"):
        expected = sorted(NAMES.split(), key=lambda name: sha256(salt.encode() + name.encode()).digest())

        assert expected == order(question({"t": 5}, NAMES), salt)


def test_salt_changes_the_order() -> None:
    """Ten salts give five members at least five orders."""
    group = question({"t": 5}, NAMES)

    assert len({tuple(order(group, salt)) for salt in map(str, range(10))}) >= 5


def test_static_member_is_ordered_by_its_instance_id() -> None:
    """So it keeps its place with a new member id."""
    members = tuple(Member(id=f"m{place}", subscription=("t",), instance_id=f"i{place}") for place in range(5))
    group = Group(topics=(Topic(name="t", partitions=5),), members=members)
    restarted = replace(group, members=tuple(replace(one, id=f"x{9 - int(one.id[1])}") for one in members))

    expected = sorted((f"i{place}" for place in range(5)), key=lambda name: sha256(name.encode()).digest())

    for asked in (group, restarted):
        instance = {member.id: member.instance_id for member in asked.members}
        assert expected == [instance[member] for member in order(asked)]


def test_equal_instance_ids_are_ordered_by_member_id() -> None:
    members = tuple(Member(id=name, subscription=("t",), instance_id="I") for name in ("b", "a"))

    assert ["a", "b"] == order(Group(topics=(Topic(name="t", partitions=2),), members=members))


def test_empty_instance_id_is_an_instance_id() -> None:
    members = (Member(id="a", subscription=("t",), instance_id=""), Member(id="b", subscription=("t",)))
    group = Group(topics=(Topic(name="t", partitions=2),), members=members)

    expected = ["a", "b"] if sha256(b"").digest() < sha256(b"b").digest() else ["b", "a"]

    assert expected == order(group)


def test_names_that_sort_together_are_not_served_together() -> None:
    """Signal's case: 8 hosts, 4 threads. Eight partitions reach 2 hosts with round-robin, at least 4 here."""
    names = " ".join(f"application{host:02}-{thread}" for host in range(8) for thread in range(4))
    group = question({"Aardvark": 8}, names)

    reached = [
        {member.partition("-")[0] for member, topics in assignor.assign(group).items() if topics}
        for assignor in (RoundRobinAssignor(), HashedRoundRobinAssignor())
    ]

    assert 2 == len(reached[0])
    assert len(reached[1]) >= 4


def test_member_without_the_topic_loses_its_turn() -> None:
    """A test of the pull request: C3 comes before C2, and stays idle."""
    given = TopicRoundRobinAssignor().assign(question({"A": 2, "B": 2}, {"C1": "A", "C2": "A B", "C3": "A"}))

    assert answer(C1="A-0 A-1", C2="B-0 B-1", C3="") == given


def test_more_topics_than_members_are_assigned_in_turn() -> None:
    """Topic j goes to member j mod N."""
    given = TopicRoundRobinAssignor().assign(question({f"t{number}": 1 for number in range(5)}, "C0 C1"))

    assert answer(C0="t0-0 t2-0 t4-0", C1="t1-0 t3-0") == given


def test_last_members_stay_idle_with_fewer_topics_than_members() -> None:
    given = TopicRoundRobinAssignor().assign(question({"t0": 2, "t1": 1}, "C3 C1 C0 C2"))

    assert answer(C3="", C1="t1-0", C0="t0-0 t0-1", C2="") == given


def test_kip_example_with_two_instances_differs_from_the_print() -> None:
    """The KIP prints t0 on two consumers, which its rule forbids."""
    given = TopicRoundRobinAssignor().assign(question({"t0": 3, "t1": 2}, "A0.C0 A0.C1 A1.C0 A1.C1"))

    expected = {"A0.C0": "t0-0 t0-1 t0-2", "A0.C1": "t1-0 t1-1", "A1.C0": "", "A1.C1": ""}
    assert answer(**expected) == given


def test_partitions_are_not_balanced() -> None:
    """Although the KIP says so: 100 and 1."""
    group = question({"t0": 100, "t1": 1}, "C0 C1")

    assert {"C0": 100, "C1": 1} == loads(group, TopicRoundRobinAssignor().assign(group))


def test_topics_of_a_failed_member_move_as_blocks() -> None:
    given = TopicRoundRobinAssignor().assign(question({"t0": 3, "t1": 3}, "C1"))

    assert answer(C1="t0-0 t0-1 t0-2 t1-0 t1-1 t1-2") == given


def test_owned_topics_change_hands_at_each_rebalance() -> None:
    given, owners = answer(C0="", C1=""), []
    for _ in range(4):
        given = TopicRoundRobinAssignor().assign(question({"t": 1}, "C0 C1", given))
        owners += [member for member, topics in given.items() if topics]

    assert ["C0", "C1", "C0", "C1"] == owners


def test_eager_group_keeps_its_topics() -> None:
    """Subscriptions of version 0 have no owned partitions."""
    group = question({"t": 1}, "C0 C1", answer(C0="t-0", C1=""))
    old = replace(group, members=tuple(replace(member, metadata_version=0) for member in group.members))

    assert answer(C0="t-0", C1="") == TopicRoundRobinAssignor().assign(old)


@pytest.mark.parametrize("count", [0, 1])
def test_topic_without_partitions_takes_no_turn(count: int) -> None:
    given = TopicRoundRobinAssignor().assign(question({"a": count, "b": 1}, "C0 C1"))

    assert ("C1" if count else "C0") in [member for member, topics in given.items() if "b" in topics]


def test_topics_are_ordered_by_name() -> None:
    """The pull request uses hash order."""
    given = TopicRoundRobinAssignor().assign(question({"t2": 1, "t10": 1}, "C0 C1"))

    assert answer(C0="t10-0", C1="t2-0") == given
