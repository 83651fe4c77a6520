from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.range import RangeAssignor, ServerRangeAssignor
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.random_groups import random_racks


def test_extras_go_to_the_first_members_of_each_topic() -> None:
    """a:5, b:1, c:2 over three members."""
    given = RangeAssignor().assign(question({"a": 5, "b": 1, "c": 2}, "C0 C1 C2"))

    assert answer(C0="a-0 a-1 b-0 c-0", C1="a-2 a-3 c-1", C2="a-4") == given


def test_only_topics_with_equal_subscribers_are_co_partitioned() -> None:
    """The Javadoc of the server's class requires equal subscriptions of all members."""
    given = RangeAssignor().assign(question({"a": 2, "b": 2}, {"C0": "a b", "C1": "b"}))

    assert answer(C0="a-0 a-1 b-0", C1="b-1") == given


def test_subscriber_may_get_nothing() -> None:
    """One partition, two members. The Javadoc of the server's class says that each gets at least one."""
    given = RangeAssignor().assign(question({"t": 1}, "C0 C1"))

    assert answer(C0="t-0", C1="") == given


def test_static_members_come_first() -> None:
    """In the order of their instance ids."""
    members = (
        Member(id="m-zz", subscription=("t",), instance_id="I1"),
        Member(id="m-aa", subscription=("t",)),
        Member(id="m-bb", subscription=("t",), instance_id="I0"),
    )

    given = RangeAssignor().assign(Group(topics=(Topic(name="t", partitions=1),), members=members))

    assert answer(**{"m-zz": "", "m-aa": "", "m-bb": "t-0"}) == given


def test_ids_are_ordered_as_in_java() -> None:
    """By UTF-16 code units: U+1F600 comes before U+FFFF."""
    members = ("\uffff", "\U0001f600", "C2", "C10")
    group = question({"t": 4}, dict.fromkeys(members, "t"))

    given = RangeAssignor().assign(group)

    assert {"C10": [0], "C2": [1], "\U0001f600": [2], "\uffff": [3]} == {m: given[m]["t"] for m in members}


def test_claims_are_ignored() -> None:
    fresh = question({"t": 3}, "C0 C1")
    owned = question({"t": 3}, "C0 C1", answer(C1="t-0 t-1 t-2"))

    given = [RangeAssignor().assign(group) for group in (fresh, owned)]

    assert given[0] == given[1]


def test_server_range_equals_range_without_racks() -> None:
    """On random groups, dirty, with racks and static members."""
    for group in random_racks(848, 500):
        given = ServerRangeAssignor().assign(group)

        assert given == RangeAssignor().assign(
            replace(group, members=tuple(replace(member, rack=None) for member in group.members))
        )
