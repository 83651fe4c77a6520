from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.range import RangeAssignor
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic
from tests.assignors.reference.answers import answer
from tests.assignors.reference.random_groups import random_racks


def question(members: dict[str, str], **topics: str) -> Group:
    """Return a group from member -> rack and topic -> replica racks: `a b,c` is two partitions, `-` is no rack."""
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
def test_separate_topic_is_matched_member_by_member(
    members: dict[str, str], topics: dict[str, str], given: dict[str, dict[str, list[int]]]
) -> None:
    """Each subscriber takes the first partitions on its rack, up to its room; then the rest is filled."""
    assert given == RangeAssignor().assign(question(members, **topics))


def test_co_partitioned_topics_stay_together_despite_racks() -> None:
    given = RangeAssignor().assign(question({"A": "a", "B": "b"}, t="b a", u="a a"))

    assert answer(A="t-1 u-1", B="t-0 u-0") == given


def test_co_partitioned_topics_are_matched_id_by_id() -> None:
    """Blocks would give A ids 0 and 1; its racks match 1 and 3, in both topics."""
    given = RangeAssignor().assign(question({"A": "a", "B": "b"}, t="b a b a,c", u="b a,c b a"))

    assert answer(A="t-1 t-3 u-1 u-3", B="t-0 t-2 u-0 u-2") == given


def test_topic_with_equal_racks_for_all_partitions_is_cut_into_blocks() -> None:
    """Racks count for each topic separately."""
    given = RangeAssignor().assign(question({"A": "b", "B": "a"}, t="a b b a", u="a a a"))

    assert answer(A="t-1 t-2 u-0 u-1", B="t-0 t-3 u-2") == given


def test_one_topic_with_racks_makes_all_co_partitioned_topics_match() -> None:
    """Only B, which has no rack, matches t and u, and only because of v."""
    members = {"A": "a", "B": "-"}

    with_v = RangeAssignor().assign(question(members, t="- -", u="- -", v="a b c"))
    without = RangeAssignor().assign(question(members, t="- -", u="- -"))

    assert answer(A="t-1 u-1 v-0", B="t-0 u-0 v-1 v-2") == with_v
    assert answer(A="t-0 u-0", B="t-1 u-1") == without


def test_empty_rack_name_is_no_rack() -> None:
    """Some clients send an unset rack as the empty text."""
    named = question({"A": "-", "B": "b"}, t="b b a")
    unnamed = question({"A": "", "B": "b"}, t="b b a")

    assert RangeAssignor().assign(named) == RangeAssignor().assign(unnamed)


def test_racks_change_neither_counts_nor_co_partitioning() -> None:
    for group in random_racks(14891, 1500):
        given = RangeAssignor().assign(group)
        plain = RangeAssignor().assign(replace(group, members=tuple(replace(one, rack=None) for one in group.members)))

        alike: dict[tuple[int, int], list[list[int]]] = {}
        for topic, places in subscribers_by_topic(group.members, group.partition_counts()).items():
            ids = [given[member.id].get(topic, []) for member in group.members]
            blocks = [plain[member.id].get(topic, []) for member in group.members]
            assert sorted(map(len, blocks)) == sorted(map(len, ids)), group
            assert ids == alike.setdefault((id(places), sum(map(len, ids))), ids), group
