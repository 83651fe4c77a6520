"""Groups and targets for tests of what-ifs and replays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from tests.properties.stand_ins import StandIn

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


def cooperative_client(answer: Callable[[Group], Assignment], *, withholds: bool = False) -> StandIn:
    """A cooperative target that answers so. With `withholds` its client, not its assignor, withholds what moves."""
    promises = frozenset({Promise.COOPERATIVE})
    return StandIn(answer, promises, like="cooperative-sticky", answers_with_target=withholds)
