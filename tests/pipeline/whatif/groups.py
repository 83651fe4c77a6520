"""Groups for tests of what-ifs."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Group, group_of

THREE_OF_NINE = group_of(
    {"t": 27},
    {"a": ["t"], "b": ["t"], "c": ["t"]},
    {"a": {"t": list(range(9))}, "b": {"t": list(range(9, 18))}, "c": {"t": list(range(18, 27))}},
    generation=4,
    name="three of nine",
)
"""Three members with nine partitions each."""


def with_instances(group: Group, *members: str) -> Group:
    """The group with these members static."""
    return group.with_members(
        tuple(replace(one, instance_id=f"i-{one.id}") if one.id in members else one for one in group.members)
    )
