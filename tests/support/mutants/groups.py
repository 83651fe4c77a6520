"""Small groups with one oddity each, on which mutants of several kinds break their law."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Group, Member, Topic, group_of

GHOST = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [3]}}, generation=1)
GHOSTLY_STATIC = replace(GHOST, members=(GHOST.members[0], replace(GHOST.members[1], instance_id="i1")))
SHRUNK = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"b": {"t": [1]}}, generation=1)
FOREIGN = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]}, {"a": {"u": [0]}}, generation=1)
TIED = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [0]}}, generation=1)
THREE_CLAIM = group_of({"t": 3}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=1)
STALE = Group(
    topics=(Topic(name="t", partitions=2),),
    members=(
        Member(id="a", subscription=("t",), owned=(("t", (0,)),), generation=1),
        Member(id="b", subscription=("t",), owned=(("t", (0,)),), generation=2),
    ),
)
MIXED_STATIC = Group(
    topics=(Topic(name="t", partitions=1),),
    members=(Member(id="a", subscription=("t",), instance_id="i0"), Member(id="b", subscription=("t",))),
)
IDLE_STATIC = Group(
    topics=(Topic(name="t", partitions=1),),
    members=(Member(id="a", subscription=("t",)), Member(id="b", subscription=(), instance_id="i1")),
)


def at_version(group: Group, version: int, *places: int) -> Group:
    """`group` with the members at these places, or all, at another metadata version."""
    return replace(
        group,
        members=tuple(
            replace(member, metadata_version=version) if place in (places or range(len(group.members))) else member
            for place, member in enumerate(group.members)
        ),
    )
