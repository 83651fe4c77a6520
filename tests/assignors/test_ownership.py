"""Who owned what beyond dispute, and what an answer keeps of it."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group, Member, Topic, TopicPartition, group_of
from kafka_assay.assignors.ownership import (
    Stickiness,
    loads,
    stickiness,
    unassigned_partitions,
    valid_owners,
    valid_owners_by_topic,
)

PARTITION = TopicPartition("t", 0)


def claimed(*claims: tuple[int | None, tuple[str, ...]]) -> Group:
    """A group in which members a, b, c... claim t-0, each at a generation and with a subscription."""
    return Group(
        topics=(Topic(name="t", partitions=1),),
        members=tuple(
            Member(id=name, subscription=subscription, owned=(("t", (0,)),), generation=generation)
            for name, (generation, subscription) in zip("abcdef", claims, strict=False)
        ),
    )


@pytest.mark.parametrize(
    ("claims", "owner"),
    [
        ([(1, ("t",))], "a"),
        ([(None, ("t",))], "a"),
        ([(1, ("t",)), (2, ("t",))], "b"),
        ([(2, ("t",)), (1, ("t",))], "a"),
        ([(0, ("t",)), (None, ("t",))], "a"),
        ([(2, ("t",)), (2, ("t",))], None),
        ([(1, ("t",)), (2, ("t",)), (2, ("t",))], None),
        ([(2, ("t",)), (2, ("t",)), (3, ("t",))], "c"),
        ([(2, ("t",)), (2, ("t",)), (1, ("t",))], None),
        ([(1, ("t",)), (2, ())], None),
        ([(1, ()), (2, ("t",))], "b"),
        ([(2, ()), (2, ("t",))], None),
    ],
)
def test_the_sole_newest_claimant_is_the_owner_if_it_subscribes(
    claims: list[tuple[int | None, tuple[str, ...]]], owner: str | None
) -> None:
    """Ties void each other, a lower claim never inherits, and an unknown generation is older than any."""
    assert owner == valid_owners(claimed(*claims)).get(PARTITION)


def test_a_claim_that_a_member_repeats_is_one_claim() -> None:
    """A member does not dispute with itself."""
    member = Member(id="a", subscription=("t",), owned=(("t", (0, 0)), ("t", (0,))), generation=1)

    assert {PARTITION: "a"} == valid_owners(Group(topics=(Topic(name="t", partitions=1),), members=(member,)))


@pytest.mark.parametrize("partition", [-1, 1, 10**30])
def test_partitions_that_do_not_exist_have_no_owner(partition: int) -> None:
    """Negative and too high ids, and topics that are gone."""
    group = group_of({"t": 1}, {"a": ["t", "gone"]}, {"a": {"t": [partition], "gone": [0]}})

    assert {} == valid_owners(group)


def test_by_topic_it_is_the_same() -> None:
    """The quick form names every topic, and for each the same owners."""
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})

    assert {"t": {0: "a", 1: "b"}, "u": {}} == valid_owners_by_topic(group)


def test_kept_counts_what_is_still_with_its_owner() -> None:
    """Whoever else has the partition, too."""
    owners = {TopicPartition("t", 0): "a", TopicPartition("t", 1): "b"}

    assert Stickiness(kept=1, moved=1) == stickiness(owners, {"a": {"t": [0, 1]}, "b": {"t": [0]}})


def test_loads_count_members_missing_from_the_answer() -> None:
    """They hold nothing; strangers are not counted."""
    assert {"a": 2, "b": 0} == loads(
        group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), {"a": {"t": [0, 1]}, "x": {"t": [0]}}
    )


def test_unassigned_are_partitions_that_somebody_could_have() -> None:
    """Existing partitions of subscribed topics that nobody holds."""
    group = group_of({"t": 2, "alone": 1}, {"a": ["t", "gone"]})

    assert [TopicPartition("t", 1)] == unassigned_partitions(group, {"a": {"t": [0]}})
