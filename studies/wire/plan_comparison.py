"""
How the plan of a client on the wire compares with the plan of the same client's host, and why they differ.

The cause of a difference is found by trial. If an informed host gives the plan of the wire, one that is told all topics
that the client may know, the other topics are the cause. A client whose plan is not fixed gives the plan of the wire in
its host, too, when it is asked again. Otherwise the cause is the smallest change to the group after which both agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.trials.answer_diff import are_same_places, places_in
from studies.wire.group_changes import CHANGES, OtherTopics
from tests.support.kafka.likeness import figures

Outcome: TypeAlias = "Assignment | AssignorFailed"

EQUAL = "equal"
BOTH_FAIL = "both fail"
NOT_FIXED = "the plan is not fixed"
OTHER_TOPICS = "the program's other topics"
UNKNOWN = "unknown"
AGREEING = (EQUAL, BOTH_FAIL)

FEW, REPEATS = 3, 40
"""
So often both are asked again whether they have a plan in common, first and then.

Go starts to read a small map at one of eight places, so one of two plans may come once in eight times.
"""

SAME_FIGURES = f"the plan is not fixed: no plan came from both in {FEW + REPEATS} times, but the same loads and moves"

_MOST = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """A client's host, and the same client on the wire. `informed` is the host that has the metadata of all topics."""

    host: HostTarget
    wire: HostTarget
    informed: HostTarget | None = None


def comparison(pair: Pair, group: Group, host: Outcome, wire: Outcome) -> str:
    """How two outcomes for `group` compare: one of `AGREEING`, or the cause of the difference."""
    if is_alike(host, wire):
        return BOTH_FAIL if isinstance(host, AssignorFailed) else EQUAL
    if pair.informed is not None and is_alike(OtherTopics(group).plan_of(pair.informed), wire):
        return OTHER_TOPICS
    return _cause(pair, group)


def is_alike(host: Outcome, wire: Outcome) -> bool:
    """Whether both failed, or every member has the same partitions in both plans."""
    if isinstance(host, AssignorFailed) or isinstance(wire, AssignorFailed):
        return isinstance(host, AssignorFailed) and isinstance(wire, AssignorFailed)
    return are_same_places(host, wire)


def ask(target: HostTarget, group: Group) -> Outcome:
    """The plan or the failure."""
    try:
        return target.assign(group)
    except AssignorFailed as failure:
        return failure


def _cause(pair: Pair, group: Group) -> str:
    first = _Plans(pair, group, (FEW, REPEATS))
    if first.have_one_in_common():
        return NOT_FIXED
    if first.have_figures_in_common():
        return SAME_FIGURES
    counts = (FEW, REPEATS) if first.are_many() else (FEW,)
    for count in range(1, 2 if first.are_many() else _MOST + 1):
        for names in combinations(CHANGES, count):
            changed = group
            for name in names:
                changed = CHANGES[name](changed)
            if changed != group and _Plans(pair, changed, counts).have_one_in_common():
                return ", ".join(names)
    return UNKNOWN


class _Plans:
    """The plans that a host and the client on the wire give for one group, when they are asked again and again."""

    def __init__(self, pair: Pair, group: Group, counts: Sequence[int]) -> None:
        """Ask as often as the first of the `counts`, then the next one, until both have a plan in common."""
        self._group = group
        self._sides: list[dict[str, Outcome]] = [{}, {}]
        for most in counts:
            for target, seen in zip((pair.host, pair.wire), self._sides, strict=True):
                for outcome in target.assign_all([group] * most):
                    seen.setdefault(_text(outcome), outcome)
            if self.have_one_in_common():
                break

    def have_one_in_common(self) -> bool:
        """Whether both gave the same plan once."""
        return bool(self._sides[0].keys() & self._sides[1].keys())

    def are_many(self) -> bool:
        """Whether one of them gave different plans."""
        return max(map(len, self._sides)) > 1

    def have_figures_in_common(self) -> bool:
        """Whether both gave several plans, and two of these have the same loads and as many kept partitions."""
        one, other = ({_figures(self._group, plan) for plan in seen.values()} for seen in self._sides)
        return min(map(len, self._sides)) > 1 and bool(one & other)


def _text(outcome: Outcome) -> str:
    if isinstance(outcome, AssignorFailed):
        return outcome.kind if isinstance(outcome, CannotBeAsked) else "fails"
    return repr(sorted(places_in(outcome).items()))


def _figures(group: Group, plan: Outcome) -> str:
    return _text(plan) if isinstance(plan, AssignorFailed) else repr(figures(group, plan))
