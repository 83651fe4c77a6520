from __future__ import annotations

from itertools import product
from random import Random

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.member_order import sort_static_first
from kafka_assay.assignors.reference.roundrobin import RoundRobinAssignor
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
