"""`range`: blocks, extras to the first, every topic for itself."""

from __future__ import annotations

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.range.range import RangeAssignor
from tests.assignors.reference.answers import answer, question


def test_extras_go_to_the_first_members_of_each_topic() -> None:
    """a:5, b:1, c:2 over three members: the odd partitions of every topic go to the first."""
    given = RangeAssignor().assign(question({"a": 5, "b": 1, "c": 2}, "C0 C1 C2"))

    assert answer(C0="a-0 a-1 b-0 c-0", C1="a-2 a-3 c-1", C2="a-4") == given


def test_only_topics_with_the_same_subscribers_are_cut_alike() -> None:
    """Partition 1 of two equally large topics goes apart where one of them has a subscriber more."""
    given = RangeAssignor().assign(question({"a": 2, "b": 2}, {"C0": "a b", "C1": "b"}))

    assert answer(C0="a-0 a-1 b-0", C1="b-1") == given


def test_a_subscriber_may_get_nothing() -> None:
    """One partition, two members: the second is in the answer, with nothing."""
    given = RangeAssignor().assign(question({"t": 1}, "C0 C1"))

    assert answer(C0="t-0", C1="") == given


def test_static_members_come_first() -> None:
    """A member with an instance id precedes all without, and a smaller instance id a larger one."""
    members = (
        Member(id="m-zz", subscription=("t",), instance_id="I1"),
        Member(id="m-aa", subscription=("t",)),
        Member(id="m-bb", subscription=("t",), instance_id="I0"),
    )

    given = RangeAssignor().assign(Group(topics=(Topic(name="t", partitions=1),), members=members))

    assert answer(**{"m-zz": "", "m-aa": "", "m-bb": "t-0"}) == given


def test_ids_order_as_in_java() -> None:
    """C10 stands before C2, and U+1F600 before U+FFFF: the order of UTF-16 code units."""
    members = ("\uffff", "\U0001f600", "C2", "C10")
    group = question({"t": 4}, dict.fromkeys(members, "t"))

    given = RangeAssignor().assign(group)

    assert {"C10": [0], "C2": [1], "\U0001f600": [2], "\uffff": [3]} == {m: given[m]["t"] for m in members}


def test_claims_are_not_looked_at() -> None:
    """Whatever members owned, the answer is the same."""
    fresh = question({"t": 3}, "C0 C1")
    owned = question({"t": 3}, "C0 C1", answer(C1="t-0 t-1 t-2"))

    given = [RangeAssignor().assign(group) for group in (fresh, owned)]

    assert given[0] == given[1]
