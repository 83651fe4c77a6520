from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.range.range import RangeAssignor
from kafka_assay.assignors.reference.server.server_range import ServerRangeAssignor
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.racked import with_racks
from tests.assignors.reference.random_groups import random_groups


def test_subscriber_may_get_nothing() -> None:
    """The Javadoc says that each gets at least one, but one partition is not enough for two."""
    given = ServerRangeAssignor().assign(question({"t": 1}, "C0 C1"))

    assert answer(C0="t-0", C1="") == given


def test_co_partitioning_needs_equal_subscribers_of_the_topics_only() -> None:
    """The Javadoc requires equal subscriptions of all members."""
    given = ServerRangeAssignor().assign(question({"a": 3, "b": 3, "c": 1}, {"C0": "a b", "C1": "b a", "C2": "c"}))

    assert answer(C0="a-0 a-1 b-0 b-1", C1="a-2 b-2", C2="c-0") == given


def test_static_members_come_first() -> None:
    """By instance id, then the others by member id, as in range."""
    members = (
        Member(id="m-zz", subscription=("t",), instance_id="I1"),
        Member(id="m-aa", subscription=("t",)),
        Member(id="m-bb", subscription=("t",), instance_id="I0"),
    )

    given = ServerRangeAssignor().assign(Group(topics=(Topic(name="t", partitions=2),), members=members))

    assert answer(**{"m-zz": "t-1", "m-aa": "", "m-bb": "t-0"}) == given


def test_server_range_equals_range_without_racks() -> None:
    """On random groups, dirty and with racks."""
    random = Random(848)
    for plain in random_groups(random, 500, dirty=True):
        group = with_racks(random, plain)

        given = ServerRangeAssignor().assign(group)

        assert given == RangeAssignor().assign(
            replace(group, members=tuple(replace(member, rack=None) for member in group.members))
        )
