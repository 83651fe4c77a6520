"""Racks in `sticky` and `range`: when they count, and what they never change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.reference.racks import do_racks_decide, rack_of
from kafka_assay.assignors.reference.sticky import StickyAssignor
from tests.assignors.reference.answers import drawn_groups

FAMILIES = ("racks", "mixed", "histories")


def without_racks(group: Group) -> Group:
    """Return the same group with members on no rack."""
    return group.with_members(tuple(replace(member, rack=None) for member in group.members))


@pytest.mark.parametrize(
    ("count", "standing", "replicas"),
    [
        (True, "a", "a b"),
        (True, "a", "ab b"),
        (True, "ac", "a b"),
        (False, "", "a b"),
        (False, "c", "a b"),
        (False, "a", "a a"),
        (False, "ac", "ac ca"),
        (False, "a", ""),
    ],
)
def test_racks_count_where_a_member_matches_some_partitions_only(count: bool, standing: str, replicas: str) -> None:
    assert count == do_racks_decide(standing, map(tuple, replicas.split()))


@pytest.mark.parametrize(
    ("rack", "version", "expected"), [("a", 3, "a"), ("a", 2, None), ("", 3, None), (None, 3, None)]
)
def test_member_rack_is_read_from_version_3_on(rack: str | None, version: int, expected: str | None) -> None:
    assert expected == rack_of(Member(id="a", subscription=(), rack=rack, metadata_version=version))


def test_ineffective_racks_change_nothing() -> None:
    """Everything on every rack, no member on any of them, or racks that versions before 3 cannot send."""
    for group in drawn_groups(100, *FAMILIES):
        plain = without_racks(group)
        everywhere = tuple(replace(one, replica_racks=(("ra", "rb"),) * one.partitions) for one in group.topics)
        old = tuple(replace(member, metadata_version=2) for member in group.members)
        hidden = tuple(replace(member, metadata_version=2) for member in plain.members)

        assert StickyAssignor().assign(plain) == StickyAssignor().assign(replace(group, topics=everywhere))
        assert StickyAssignor().assign(replace(group, members=hidden)) == StickyAssignor().assign(
            replace(group, members=old)
        )
