"""`range` with racks: matches first, but never at the price of balance or of co-partitioning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.range.range import RangeAssignor
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic
from tests.assignors.reference.answers import answer, as_sets
from tests.assignors.reference.racked import racked
from tests.assignors.reference.random_groups import random_groups
from tests.assignors.reference.range_slowly import RangeSlowly


def question(members: dict[str, str], **topics: str) -> Group:
    """
    A group: member -> its rack (`-` for none), topic -> the racks of each partition's replicas: `a b,c` are two
    partitions, the second on two racks, and `-` is a partition whose replicas' racks are not known.
    """
    return Group(
        topics=tuple(
            Topic(
                name=name,
                partitions=len(text.split()),
                replica_racks=tuple(() if word == "-" else tuple(word.split(",")) for word in text.split()),
            )
            for name, text in topics.items()
        ),
        members=tuple(
            Member(id=name, subscription=tuple(topics), rack=None if rack == "-" else rack)
            for name, rack in members.items()
        ),
    )


def random_racks(seed: int, count: int) -> Iterator[Group]:
    """`count` random groups with racks, every third with static members among the others."""
    random = Random(seed)
    for number, group in enumerate(random_groups(random, count, dirty=True)):
        members = [
            replace(member, instance_id=f"i{random.random()}" if number % 3 == 0 and random.random() < 0.5 else None)
            for member in group.members
        ]
        yield racked(random, replace(group, members=tuple(members)))


@pytest.mark.parametrize(
    ("members", "topics", "given"),
    [
        # A takes its only match, although its block would be two long; B gets the extra, in two pieces.
        ({"A": "b", "B": "a"}, {"t": "a b a"}, answer(A="t-1", B="t-0 t-2")),
        # Room comes before racks: all partitions are on A's rack, and A gets half of them.
        ({"A": "a", "B": "b"}, {"t": "a a a a,c"}, answer(A="t-0 t-1", B="t-2 t-3")),
        # Without a rack everything matches: A comes first, and takes what B could have matched.
        ({"A": "-", "B": "b"}, {"t": "b b a a"}, answer(A="t-0 t-1", B="t-2 t-3")),
        # Followers count like leaders.
        ({"A": "a", "B": "b"}, {"t": "c c,a b b,a"}, answer(A="t-1 t-3", B="t-0 t-2")),
        # Nobody on the racks of partition 2: it is filled in, to the first with room.
        ({"A": "a", "B": "b"}, {"t": "b a c"}, answer(A="t-1 t-2", B="t-0")),
    ],
)
def test_a_topic_of_its_own_is_matched_member_by_member(
    members: dict[str, str], topics: dict[str, str], given: dict[str, dict[str, list[int]]]
) -> None:
    """Each subscriber takes the first partitions on its rack, up to its room; the rest is filled in."""
    assert given == RangeAssignor().assign(question(members, **topics))


def test_topics_alike_stay_together_where_a_rack_would_part_them() -> None:
    """Id 1 is on A's rack in both topics, so A gets it in both, and B id 0; u by itself would stay in blocks."""
    given = RangeAssignor().assign(question({"A": "a", "B": "b"}, t="b a", u="a a"))

    assert answer(A="t-1 u-1", B="t-0 u-0") == given


def test_topics_alike_are_matched_id_by_id() -> None:
    """Blocks would give A ids 0 and 1; its racks are those of 1 and 3, in both topics."""
    given = RangeAssignor().assign(question({"A": "a", "B": "b"}, t="b a b a,c", u="b a,c b a"))

    assert answer(A="t-1 t-3 u-1 u-3", B="t-0 t-2 u-0 u-2") == given


def test_a_topic_whose_partitions_are_on_the_same_racks_is_cut_into_blocks() -> None:
    """Racks count for each topic by itself: all of u's partitions are alike, so u stays in blocks."""
    given = RangeAssignor().assign(question({"A": "b", "B": "a"}, t="a b b a", u="a a a"))

    assert answer(A="t-1 t-2 u-0 u-1", B="t-0 t-3 u-2") == given


def test_one_topic_for_which_racks_count_has_all_topics_alike_matched() -> None:
    """
    No replica of t and u has a rack, so only B, without one, matches them; and only because of v they are matched.
    """
    members = {"A": "a", "B": "-"}

    with_v = RangeAssignor().assign(question(members, t="- -", u="- -", v="a b c"))
    without = RangeAssignor().assign(question(members, t="- -", u="- -"))

    assert answer(A="t-1 u-1 v-0", B="t-0 u-0 v-1 v-2") == with_v
    assert answer(A="t-0 u-0", B="t-1 u-1") == without


def test_an_unnamed_rack_is_no_rack() -> None:
    """Some clients send an unset rack as the empty text: such a member matches everything."""
    named = question({"A": "-", "B": "b"}, t="b b a")
    unnamed = question({"A": "", "B": "b"}, t="b b a")

    assert RangeAssignor().assign(named) == RangeAssignor().assign(unnamed)


def test_the_fast_way_and_the_slow_way_agree() -> None:
    """Queues for each rack change nothing: random groups end as the rule, told slowly, says."""
    for group in random_racks(881, 1500):
        given = RangeAssignor().assign(group)

        assert as_sets(RangeSlowly(group).assign()) == as_sets(given), group


def test_racks_change_neither_counts_nor_co_partitioning() -> None:
    """
    In every topic the counts are those without racks, and topics with the same subscribers and counts are laid out
    alike.
    """
    for group in random_racks(14891, 1500):
        given = RangeAssignor().assign(group)
        plain = RangeAssignor().assign(replace(group, members=tuple(replace(one, rack=None) for one in group.members)))

        alike: dict[tuple[int, int], list[list[int]]] = {}
        for topic, places in subscribers_by_topic(group.members, group.partition_counts()).items():
            ids = [given[member.id].get(topic, []) for member in group.members]
            blocks = [plain[member.id].get(topic, []) for member in group.members]
            assert sorted(map(len, blocks)) == sorted(map(len, ids)), group
            assert ids == alike.setdefault((id(places), sum(map(len, ids))), ids), group
