"""The four usual what-ifs of a group: its largest member leaves, one joins, half restart, its widest topic doubles."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, outcome_after, present_assignor, settle

HALF = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualOutcome:
    """What a usual change costs with one assignor: the figures of `WhatIfOutcome` that a page shows."""

    target: str
    """The assignor."""
    present: bool
    """Whether the group runs it today."""
    switch: int | None
    """Moves once, when the group first settles with it; null where it is the present one."""
    moved: int
    """Partitions that moved from a member that stays to another one."""
    ownerless: int
    """Partitions without an owner when a rebalance began."""
    interrupted: int
    """Partitions that were read before, and had no reader for some time."""
    unassigned: int
    """Partitions without an owner afterwards."""
    rebalances: int
    """The number of rebalances."""


def usual_changes(group: Group) -> dict[str, Change]:
    """
    The usual changes of a group with members, by name. A group that subscribes to no partition cannot grow.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3, "u": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1, 2]}})
    >>> usual_changes(group)["leave"].leave, usual_changes(group)["grow"].grow
    (('b',), (('t', 6),))
    """
    loads = Counter(valid_owners(group).values())
    largest = max(group.member_ids(), key=lambda member: loads[member])
    subscribed = {topic for member in group.members for topic in member.subscription}
    widths = {topic.name: topic.partitions for topic in group.topics if topic.name in subscribed and topic.partitions}
    found = {"leave": Change(leave=(largest,)), "join": Change(join=1), "restart": Change(restart=HALF)}
    if widths:
        widest = max(widths, key=lambda name: widths[name])
        found["grow"] = Change(grow=((widest, 2 * widths[widest]),))
    return found


def usual_outcomes(group: Group, references: tuple[str, ...]) -> dict[str, tuple[UsualOutcome, ...]]:
    """
    Name of a usual change -> its outcome with each of these `references` that has one; the present assignor's is first.
    """
    if not group.members:
        return {}
    today = present_assignor(group)
    targets = sorted(_targets(references), key=lambda target: target.name != today)
    planned = {name: plan_change(group, change) for name, change in usual_changes(group).items()}
    found: dict[str, list[UsualOutcome]] = {name: [] for name in planned}
    for target in targets:
        with suppress(AssignorFailed):
            start = settle(target, group, present=target.name == today)
            for name, change in planned.items():
                with suppress(AssignorFailed):
                    found[name].append(_shown(outcome_after(target, start, change)))
    return {name: tuple(outcomes) for name, outcomes in found.items()}


def _shown(outcome: WhatIfOutcome) -> UsualOutcome:
    return UsualOutcome(
        target=outcome.target,
        present=outcome.present,
        switch=outcome.switch,
        moved=outcome.moved,
        ownerless=outcome.ownerless,
        interrupted=outcome.interrupted,
        unassigned=outcome.unassigned,
        rebalances=len({figures.rebalance for figures in outcome.rounds}),
    )


@cache
def _targets(references: tuple[str, ...]) -> tuple[ReferenceTarget, ...]:
    return tuple(map(ReferenceTarget, references))
