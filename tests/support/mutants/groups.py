"""Small groups with one oddity each, on which mutants of several kinds break their law."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kafka_assay.assignors.model import Group, group_of


def changed(group: Group, **changes: dict[str, Any]) -> Group:
    """`group` with these changes of members, by member id."""
    members = tuple(replace(member, **changes.get(member.id, {})) for member in group.members)
    return replace(group, members=members)


GHOST = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [3]}}, generation=1)
GHOSTLY_STATIC = changed(GHOST, b={"instance_id": "i1"})
SHRUNK = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"b": {"t": [1]}}, generation=1)
FOREIGN = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]}, {"a": {"u": [0]}}, generation=1)
TIED = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [0]}}, generation=1)
THREE_CLAIM = group_of({"t": 3}, {name: ["t"] for name in "abc"}, {name: {"t": [0]} for name in "abc"}, generation=1)
STALE = changed(TIED, b={"generation": 2})
MIXED_STATIC = changed(group_of({"t": 1}, {"a": ["t"], "b": ["t"]}), a={"instance_id": "i0"})
IDLE_STATIC = changed(group_of({"t": 1}, {"a": ["t"], "b": []}), b={"instance_id": "i1"})
