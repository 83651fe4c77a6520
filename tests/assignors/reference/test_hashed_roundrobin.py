from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.hashed_roundrobin import HashedRoundRobinAssignor
from kafka_assay.assignors.reference.roundrobin import RoundRobinAssignor
from tests.assignors.reference.answers import question

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
