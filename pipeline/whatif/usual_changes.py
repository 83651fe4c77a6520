"""The four usual what-ifs of a group: its largest member leaves, one joins, half restart, its widest topic doubles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.pipeline.whatif.change import Change, PlannedChange, plan_change
from kafka_assay.pipeline.whatif.present import present_assignor
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, find_outcome

HALF = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualWhatIf:
    """One usual change: its short name, the change, and the outcome of each target that has one."""

    name: str
    planned: PlannedChange
    outcomes: tuple[WhatIfOutcome, ...]


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


def usual_what_ifs(group: Group, references: tuple[str, ...]) -> tuple[UsualWhatIf, ...]:
    """The outcomes of the usual changes with these `references`; the one that the group runs comes first."""
    if not group.members:
        return ()
    today = present_assignor(group)
    targets = sorted(_targets(references), key=lambda target: target.name != today)
    found = []
    for name, change in usual_changes(group).items():
        planned = plan_change(group, change)
        outcomes = []
        for target in targets:
            try:
                outcomes.append(find_outcome(target, group, planned, present=target.name == today))
            except AssignorFailed:
                continue
        found.append(UsualWhatIf(name=name, planned=planned, outcomes=tuple(outcomes)))
    return tuple(found)


@cache
def _targets(references: tuple[str, ...]) -> tuple[ReferenceTarget, ...]:
    return tuple(map(ReferenceTarget, references))
