"""The four usual what-ifs of a group: its largest member leaves, one joins, half restart, its widest topic doubles."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, outcome_after, present_assignor, settle

HALF = 50.0


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


def usual_outcomes(group: Group, references: tuple[str, ...]) -> dict[str, tuple[WhatIfOutcome, ...]]:
    """
    Name of a usual change -> its outcome with each of these `references` that has one; the present assignor's is first.
    """
    if not group.members:
        return {}
    today = present_assignor(group)
    targets = sorted(_targets(references), key=lambda target: target.name != today)
    planned = {name: plan_change(group, change) for name, change in usual_changes(group).items()}
    found: dict[str, list[WhatIfOutcome]] = {name: [] for name in planned}
    for target in targets:
        with suppress(AssignorFailed):
            start = settle(target, group, present=target.name == today)
            for name, change in planned.items():
                with suppress(AssignorFailed):
                    found[name].append(outcome_after(target, start, change))
    return {name: tuple(outcomes) for name, outcomes in found.items()}


@cache
def _targets(references: tuple[str, ...]) -> tuple[ReferenceTarget, ...]:
    return tuple(map(ReferenceTarget, references))
