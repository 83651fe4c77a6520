from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.ownership import loads, unassigned_partitions
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.random_groups import random_groups

NAMES = (
    "server-range",
    "server-uniform",
    "range",
    "roundrobin",
    "hashed-roundrobin",
    "shuffled-roundrobin",
    "topicroundrobin",
    "lag",
    "lag-global",
    "sticky",
    "fair",
)


@pytest.mark.parametrize("name", NAMES)
def test_every_dirty_group_gets_a_valid_answer(name: str) -> None:
    for group in random_groups(Random(15), 1000, dirty=True):
        given = reference_assignor(name).assign(group)

        owners = Counter((topic, p) for mine in given.values() for topic, ids in mine.items() for p in ids)
        wanted = {member.id: set(member.subscription) for member in group.members}
        counts = group.partition_counts()
        assert group.member_ids() == list(given)
        assert [] == unassigned_partitions(group, given)
        assert all(times == 1 and 0 <= p < counts[topic] for (topic, p), times in owners.items())
        assert all(mine.keys() <= wanted[member] for member, mine in given.items())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (question({"t": 3}, {}), {}),
        (question({}, {"C0": ""}), answer(C0="")),
        (question({}, {"C0": "gone"}, answer(C0="gone-0")), answer(C0="")),
        (question({"t": 0}, "C0 C1"), answer(C0="", C1="")),
        (question({"t": 0, "u": 1}, {"C0": "t", "C1": "u"}), answer(C0="", C1="u-0")),
        (question({"t": 2, "unread": 9}, {"C0": "t"}, answer(C0="unread-3")), answer(C0="t-0 t-1")),
        (question({"t": 1}, {"C0": "", "C1": "t t t"}), answer(C0="", C1="t-0")),
    ],
)
def test_groups_with_one_possible_answer_get_it(
    name: str, group: Group, expected: dict[str, dict[str, list[int]]]
) -> None:
    """No members, topics or partitions; only a missing topic; a topic without subscribers."""
    assert expected == reference_assignor(name).assign(group)


@pytest.mark.parametrize(
    "subscriptions",
    [
        {"A": "t t", "B": "t"},
        {"A": "t", "B": "t gone"},
        {"A": "t u", "B": "t t"},
        {"A": "t t", "B": "t t"},
    ],
)
def test_unequal_lists_take_the_general_path(subscriptions: dict[str, str]) -> None:
    """A gives up 0, 1 and 2; on the constrained path it would keep them."""
    group = question({"t": 6}, subscriptions, answer(A="t-0 t-1 t-2 t-3 t-4 t-5"))

    given = StickyAssignor().assign(group)

    assert {"t": [3, 4, 5]} == given["A"]


def test_lists_in_another_order_and_missing_topics_count_as_equal() -> None:
    group = question({"t": 4}, {"A": "t gone", "B": "gone t"}, answer(A="t-0 t-1 t-2 t-3"))

    given = StickyAssignor().assign(group)

    assert answer(A="t-0 t-1", B="t-2 t-3") == given


def test_claims_on_nonexistent_partitions_do_not_count() -> None:
    """Not against a member's share either."""
    owned = {"A": {"t": [-1, 7, 2**31, 0]}, "B": {"t": [1]}}

    given = StickyAssignor().assign(question({"t": 2}, "A B", owned))

    assert answer(A="t-0", B="t-1") == given


def test_members_with_one_instance_id_are_ordered_by_member_id() -> None:
    members = tuple(Member(id=name, subscription=("t",), instance_id="I") for name in ("b", "a"))

    given = [
        reference_assignor("range").assign(Group(topics=(Topic(name="t", partitions=3),), members=order))
        for order in (members, members[::-1])
    ]

    assert [answer(a="t-0 t-1", b="t-2")] * 2 == given


@pytest.mark.parametrize("name", NAMES)
def test_group_is_not_changed(name: str) -> None:
    """The caller may change an answer; the next one is new."""
    group = question({"t0": 2, "t1": 2}, {"A": "t0", "B": "t0 t1"}, answer(A="t0-0"))
    first = reference_assignor(name).assign(group)
    sizes = list(loads(group, first).values())
    for mine in first.values():
        for ids in mine.values():
            ids.clear()

    again = reference_assignor(name).assign(group)

    assert sizes == list(loads(group, again).values())
