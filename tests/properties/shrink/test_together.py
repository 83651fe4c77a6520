"""Tests of the simpler groups in which several things go at once."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Topic, group_of
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.groups import size_of
from kafka_assay.properties.shrink.together import with_two_topics_as_one, without_a_member_and_its_share

THREE = group_of(
    {"t": 4, "u": 2},
    {"a": ["t", "u"], "b": ["t", "u"], "c": ["t", "u"]},
    {"a": {"t": [1], "u": [0]}, "b": {"t": [1, 2, 9], "u": [1]}, "c": {"t": [3, -1]}},
)


def test_a_member_goes_with_the_partitions_that_it_claims() -> None:
    """What the others claim of them is gone too, the ids above close up, and ghosts stay ghosts."""
    without_a = next(iter(without_a_member_and_its_share(THREE)))

    assert {"t": 3, "u": 1} == without_a.partition_counts()
    assert {"b": [("t", 1), ("t", 8), ("u", 0)], "c": [("t", 2), ("t", -1)]} == {
        member.id: [tuple(claim) for claim in member.claims()] for member in without_a.members
    }


def test_no_topic_is_emptied_and_no_member_goes_with_nothing() -> None:
    """That is for the simpler steps; b owns all of u that a does not."""
    group = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}})

    assert [] == list(without_a_member_and_its_share(group))


def test_a_member_may_go_with_a_partition_that_nobody_claims() -> None:
    """Where it should have more than it claims."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1, 2]}})

    found = list(without_a_member_and_its_share(group))

    assert [(["b"], 3), (["b"], 2), (["a"], 2), (["a"], 1)] == [
        (simpler.member_ids(), simpler.topics[0].partitions) for simpler in found
    ]


def test_what_is_known_of_partitions_goes_with_them() -> None:
    """Lists per partition lose the same places."""
    topic = Topic(name="t", partitions=3, end_offsets=(10, 20, 30))
    group = replace(group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [1]}}), topics=(topic,))

    simpler = next(iter(without_a_member_and_its_share(group)))

    assert (2, (10, 30)) == (simpler.topics[0].partitions, simpler.topics[0].end_offsets)


def test_two_topics_become_one_with_all_claims() -> None:
    """The second's partitions follow the first's; what did not exist does not exist now."""
    (one,) = with_two_topics_as_one(THREE)

    assert {"t": 6} == one.partition_counts()
    assert [("t", 1), ("t", 2), ("t", 11), ("t", 5)] == [tuple(claim) for claim in one.members[1].claims()]
    assert all(("t",) == member.subscription for member in one.members)
    assert traits(THREE) == traits(one)
    assert size_of(one) < size_of(THREE)


def test_the_last_id_of_the_wire_stays_on_it() -> None:
    """A claim of the highest partition that can be written is not moved beyond it."""
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"]}, {"a": {"t": [2**31 - 1]}})

    (one,) = with_two_topics_as_one(group)

    assert [("t", 2**31 - 1)] == [tuple(claim) for claim in one.members[0].claims()]


def test_topics_with_other_subscribers_stay_apart() -> None:
    """As do those of which different things are known."""
    unequal = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    known = replace(THREE, topics=(replace(THREE.topics[0], weights=(1.0,) * 4), THREE.topics[1]))

    assert [] == [*with_two_topics_as_one(unequal), *with_two_topics_as_one(known)]
