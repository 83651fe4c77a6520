"""The groups about which a life's model of coordinator and members asks a target."""

from __future__ import annotations

from contextlib import suppress

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.life import Life
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import withhold_moves
from kafka_assay.membership.run import run


def asked_groups(life: Life, target: Target) -> tuple[Group, ...]:
    """
    The group of each rebalance of `life`, as the leader's assignor sees it. The last one is where the target fails, if
    it does. Raises `InvalidGroup` for a client that is unknown or does not speak the life's protocol.

    >>> from kafka_assay.assignors.hosted.targets.reference_target import ReferenceTarget
    >>> from kafka_assay.assignors.life import Event
    >>> from kafka_assay.assignors.model import group_of
    >>> life = Life(group=group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), events=(Event(miss_sync=("b",)), Event()))
    >>> [[member.generation for member in group.members] for group in asked_groups(life, ReferenceTarget("sticky"))]
    [[None, None], [1, 1], [2, 1]]
    """
    asked: list[Group] = []

    def ask(group: Group) -> Assignment:
        asked.append(group)
        plan = target.assign(group)
        return withhold_moves(plan, group) if getattr(target, "answers_with_target", False) else plan

    with suppress(AssignorFailed):
        for _ in run(life, ask):
            pass
    return tuple(asked)
