"""Tests of the traits of a group."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.measures.traits import has_tie_below_newest, traits

CLEAN = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, generation=4)


def with_changed_member(**changes: object) -> Group:
    """The clean group with its member `b` changed."""
    return replace(CLEAN, members=(CLEAN.members[0], replace(CLEAN.members[1], **changes)))  # type: ignore[arg-type]


MEMBERS = {
    "overlapping-claims": with_changed_member(owned=(("t", (0, 1)),)),
    "stale-claims": with_changed_member(generation=3),
    "foreign-claims": with_changed_member(owned=(("u", (0,)),)),
    "ghost-claims": with_changed_member(owned=(("t", (-1,)),)),
    "empty-subscriptions": with_changed_member(subscription=(), owned=()),
    "missing-topics": with_changed_member(subscription=("t", "gone")),
    "repeated-topics": with_changed_member(subscription=("t", "t")),
    "static-members": with_changed_member(instance_id="i0"),
    "racks": with_changed_member(rack="ra"),
    "old-metadata": with_changed_member(metadata_version=1),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_one_change_of_a_clean_group_is_one_trait(name: str) -> None:
    found = traits(MEMBERS[name])

    assert {name} == found
    assert is_member_of(name, MEMBERS[name])


def test_group_with_two_traits_belongs_to_the_mixed_family_only() -> None:
    both = with_changed_member(subscription=("t", "t"), instance_id="i0")

    assert not is_member_of("repeated-topics", both)
    assert not is_member_of("static-members", both)
    assert is_member_of("mixed", both)


def test_traits_without_a_family_keep_a_group_out_of_every_family() -> None:
    group = Group(
        topics=(Topic(name="t", partitions=2), Topic(name="u", partitions=0)),
        members=(
            Member(id="a", subscription=("t",), owned=(("t", (0, 0)),), instance_id="i"),
            Member(id="b", subscription=("t",), instance_id="i"),
        ),
    )

    assert {"empty-topics", "repeated-instances", "repeated-claims", "static-members"} == traits(group)
    assert [] == [name for name in FAMILIES if is_member_of(name, group)]


def test_tie_below_the_newest_claim_is_recognised() -> None:
    claims = {member: {"t": [0]} for member in "abc"}
    tied = group_of({"t": 1}, {member: ["t"] for member in "abc"}, claims, generation=4)
    newer = replace(tied, members=(*tied.members[:2], replace(tied.members[2], generation=5)))

    assert not has_tie_below_newest(tied)
    assert has_tie_below_newest(newer)
