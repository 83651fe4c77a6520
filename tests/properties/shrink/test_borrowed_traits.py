"""Tests of tiny groups with the traits of another group."""

from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.properties.input_families import is_member_of
from kafka_assay.properties.shrink.borrowed_traits import MEMBERS, PARTITIONS, borrow_traits, tiny_group
from kafka_assay.properties.shrink.sizes import size_of

TWO_TOPICS = (Topic(name="u", partitions=9), Topic(name="v", partitions=9))
LISTED = ("u", "v")


def test_tiny_groups_are_clean_and_tiny() -> None:
    """The largest tiny size occurs."""
    random = Random(0)

    groups = [tiny_group(random) for _ in range(200)]

    assert all(is_member_of("clean", group) for group in groups)
    assert (MEMBERS, PARTITIONS) == max(size_of(group)[:2] for group in groups)


@pytest.mark.parametrize(
    ("family", "like"),
    [
        ("clean", Group(topics=TWO_TOPICS, members=(Member(id="x", subscription=LISTED),))),
        ("racks", Group(topics=TWO_TOPICS, members=(Member(id="x", subscription=LISTED, rack="ra"),))),
        (
            "racks",
            Group(
                topics=(Topic(name="u", partitions=1, replica_racks=(("ra",),)),),
                members=(Member(id="x", subscription=("u",)),),
            ),
        ),
        ("old-metadata", Group(topics=TWO_TOPICS, members=(Member(id="x", subscription=LISTED, metadata_version=0),))),
        ("missing-topics", Group(topics=TWO_TOPICS, members=(Member(id="x", subscription=("u", "gone")),))),
        (
            "ghost-claims",
            Group(topics=TWO_TOPICS, members=(Member(id="x", subscription=LISTED, owned=(("gone", (0,)),)),)),
        ),
    ],
)
def test_tiny_group_with_borrowed_traits_is_of_the_family(family: str, like: Group) -> None:
    random = Random(0)

    groups = [borrow_traits(tiny_group(random), like) for _ in range(20)]

    assert [True] * 20 == [is_member_of(family, group) for group in groups]


def test_generations_are_borrowed_where_claimants_differ() -> None:
    random = Random(1)
    members = tuple(
        Member(id=name, subscription=LISTED, owned=(("u", (place,)),), generation=place + 1)
        for place, name in enumerate("xyz")
    )

    group = borrow_traits(tiny_group(random), Group(topics=TWO_TOPICS, members=members))

    assert [1, 2, 3][: len(group.members)] == [member.generation for member in group.members]
