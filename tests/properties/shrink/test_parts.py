"""Tests of simplifications that remove several things at once."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Topic, group_of
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.parts import with_two_topics_as_one, without_a_member_and_its_share
from kafka_assay.properties.shrink.sizes import size_of

THREE = group_of(
    {"t": 4, "u": 2},
    {"a": ["t", "u"], "b": ["t", "u"], "c": ["t", "u"]},
    {"a": {"t": [1], "u": [0]}, "b": {"t": [1, 2, 9], "u": [1]}, "c": {"t": [3, -1]}},
)


def test_member_is_removed_with_the_partitions_that_it_claims() -> None:
    """Other claims on them are removed, higher ids move down, and ghosts stay ghosts."""
    without_a = next(iter(without_a_member_and_its_share(THREE)))

    assert {"t": 3, "u": 1} == without_a.partition_counts()
    assert {"b": [("t", 1), ("t", 8), ("u", 0)], "c": [("t", 2), ("t", -1)]} == {
        member.id: [tuple(claim) for claim in member.claims()] for member in without_a.members
    }


def test_no_topic_becomes_empty_and_no_member_is_removed_alone() -> None:
    """The simpler steps do that."""
    group = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}})

    assert [] == list(without_a_member_and_its_share(group))


def test_member_may_be_removed_with_an_unclaimed_partition() -> None:
    """For members whose share is more than they claim."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1, 2]}})

    found = list(without_a_member_and_its_share(group))

    assert [(["b"], 3), (["b"], 2), (["a"], 2), (["a"], 1)] == [
        (simpler.member_ids(), simpler.topics[0].partitions) for simpler in found
    ]


def test_offsets_are_removed_with_their_partitions() -> None:
    topic = Topic(name="t", partitions=3, end_offsets=(10, 20, 30))
    group = replace(group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [1]}}), topics=(topic,))

    simpler = next(iter(without_a_member_and_its_share(group)))

    assert (2, (10, 30)) == (simpler.topics[0].partitions, simpler.topics[0].end_offsets)


def test_two_topics_become_one_with_all_claims() -> None:
    """The second topic's partitions come after the first's, and ghosts stay ghosts."""
    (one,) = with_two_topics_as_one(THREE)

    assert {"t": 6} == one.partition_counts()
    assert [("t", 1), ("t", 2), ("t", 11), ("t", 5)] == [tuple(claim) for claim in one.members[1].claims()]
    assert all(("t",) == member.subscription for member in one.members)
    assert traits(THREE) == traits(one)
    assert size_of(one) < size_of(THREE)


def test_largest_partition_id_does_not_overflow() -> None:
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"]}, {"a": {"t": [2**31 - 1]}})

    (one,) = with_two_topics_as_one(group)

    assert [("t", 2**31 - 1)] == [tuple(claim) for claim in one.members[0].claims()]


def test_topics_with_different_subscribers_or_data_are_not_merged() -> None:
    unequal = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    known = replace(THREE, topics=(replace(THREE.topics[0], weights=(1.0,) * 4), THREE.topics[1]))

    assert [] == [*with_two_topics_as_one(unequal), *with_two_topics_as_one(known)]
