"""Tests of what is special about a group, on groups small enough to see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.measures.traits import has_tie_below_newest, traits
from kafka_assay.properties.strategies.families import FAMILIES, family_called, is_member_of

CLEAN = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, generation=4)


def changed(**changes: object) -> Group:
    """The clean group with its member `b` changed."""
    return replace(CLEAN, members=(CLEAN.members[0], replace(CLEAN.members[1], **changes)))  # type: ignore[arg-type]


MEMBERS = {
    "overlapping-claims": changed(owned=(("t", (0, 1)),)),
    "stale-claims": changed(generation=3),
    "foreign-claims": changed(owned=(("u", (0,)),)),
    "ghost-claims": changed(owned=(("t", (-1,)),)),
    "empty-subscriptions": changed(subscription=(), owned=()),
    "missing-topics": changed(subscription=("t", "gone")),
    "repeated-topics": changed(subscription=("t", "t")),
    "static-members": changed(instance_id="i0"),
    "racks": changed(rack="ra"),
    "old-metadata": changed(metadata_version=1),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_one_change_of_a_clean_group_is_one_trait(name: str) -> None:
    """Each damage is seen, and seen as nothing else."""
    found = traits(MEMBERS[name])

    assert {name} == found
    assert is_member_of(name, MEMBERS[name])


def test_a_clean_group_has_no_trait() -> None:
    """Undisputed claims of one generation on subscribed, existing topics are nothing special."""
    assert is_member_of("clean", CLEAN)
    assert frozenset() == traits(CLEAN)


def test_a_family_is_the_clean_group_plus_one_thing() -> None:
    """A group with two oddities belongs to neither of their families, but to the mixed one."""
    both = changed(subscription=("t", "t"), instance_id="i0")

    assert not is_member_of("repeated-topics", both)
    assert not is_member_of("static-members", both)
    assert is_member_of("mixed", both)


def test_an_absent_generation_is_older_than_any() -> None:
    """A claim without a generation beside one with is a stale claim."""
    assert {"stale-claims"} == traits(changed(generation=None))


def test_ghosts_are_claims_on_deleted_topics_too() -> None:
    """A claim on a topic that is not there is a claim on a partition that is not there."""
    assert {"ghost-claims"} == traits(changed(owned=(("deleted", (0,)),)))


def test_what_no_family_names_is_a_trait_all_the_same() -> None:
    """Topics without partitions, repeated instances and repeated claims keep a group out of every family."""
    group = Group(
        topics=(Topic(name="t", partitions=2), Topic(name="u", partitions=0)),
        members=(
            Member(id="a", subscription=("t",), owned=(("t", (0, 0)),), instance_id="i"),
            Member(id="b", subscription=("t",), instance_id="i"),
        ),
    )

    assert {"empty-topics", "repeated-instances", "repeated-claims", "static-members"} == traits(group)
    assert [] == [name for name in FAMILIES if is_member_of(name, group)]


def test_a_tie_below_the_newest_claim_is_recognised() -> None:
    """Two claims of one generation and a newer third one are such a tie; without the third they are none."""
    claims = {member: {"t": [0]} for member in "abc"}
    tied = group_of({"t": 1}, {member: ["t"] for member in "abc"}, claims, generation=4)
    newer = replace(tied, members=(*tied.members[:2], replace(tied.members[2], generation=5)))

    assert not has_tie_below_newest(tied)
    assert has_tie_below_newest(newer)


def test_an_unknown_family_is_one_line_with_the_nearest_name() -> None:
    """Who mistypes a family is told which ones there are."""
    with pytest.raises(AssayError, match="'stale-claim'; did you mean 'stale-claims'"):
        family_called("stale-claim")
