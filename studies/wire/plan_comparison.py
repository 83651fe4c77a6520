"""
How the plan of a client on the wire compares with the plan of the same client's host, and why they differ.

The cause of a difference is found by trial. A client whose plan is not fixed gives the plan of the wire in its host,
too, when it is asked again. Otherwise the cause is the smallest change to the group after which both agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.hosted.wire.topic_pool import TopicPool
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Assignment, Claims, Group, Member
from kafka_assay.properties.trials.answer_diff import are_same_places, places_in
from studies.kafka.difference_causes import CAUSES
from studies.kafka.likeness import figures

Outcome: TypeAlias = "Assignment | AssignorFailed"

EQUAL = "equal"
BOTH_FAIL = "both fail"
NOT_FIXED = "the plan is not fixed"
SAME_FIGURES = "the plan is not fixed; none was seen twice, but loads and kept partitions agree"
NAMES = "the names of topics"
UNKNOWN = "unknown"
AGREEING = (EQUAL, BOTH_FAIL)

FEW, REPEATS = 3, 12
"""So often both are asked again whether they have a plan in common; the second number if a plan is not fixed."""

_MOST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A client's host, and the same client on the wire."""

    host: HostTarget
    wire: HostTarget


def comparison(pair: Pair, group: Group, host: Outcome, wire: Outcome) -> str:
    """How two outcomes for `group` compare: one of `AGREEING`, or the cause of the difference."""
    if is_alike(host, wire):
        return BOTH_FAIL if isinstance(host, AssignorFailed) else EQUAL
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
    first = _Plans(pair, group)
    if first.have_one_in_common():
        return NOT_FIXED
    for count in range(1, 2 if first.are_many() else _MOST + 1):
        for names in combinations(CHANGES, count):
            changed = group
            for name in names:
                changed = CHANGES[name](changed)
            if changed != group and _Plans(pair, changed).have_one_in_common():
                return ", ".join(names)
    return SAME_FIGURES if first.have_figures_in_common() else UNKNOWN


class _Plans:
    """The plans that a host and the client on the wire give for one group, when they are asked again and again."""

    def __init__(self, pair: Pair, group: Group) -> None:
        self._group = group
        self._sides: list[dict[str, Outcome]] = [{}, {}]
        for most in (FEW, REPEATS):
            for target, seen in zip((pair.host, pair.wire), self._sides, strict=True):
                for outcome in target.assign_all([group] * most):
                    seen.setdefault(_text(outcome), outcome)
            if self.have_one_in_common() or not self.are_many():
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


def with_wire_names(group: Group) -> Group:
    """The group with the names that its topics have on the wire."""
    names = TopicPool().names_for(group).to_wire
    return replace(
        group,
        topics=tuple(replace(topic, name=names[topic.name]) for topic in group.topics),
        members=tuple(
            replace(
                member,
                subscription=tuple(names[topic] for topic in member.subscription),
                owned=tuple((names[topic], ids) for topic, ids in member.owned),
            )
            for member in group.members
        ),
    )


def _each(changed: Callable[[Member], Member]) -> Callable[[Group], Group]:
    return lambda group: replace(group, members=tuple(map(changed, group.members)))


def _sorted_claims(member: Member) -> Claims:
    owned: dict[str, list[int]] = {}
    for topic, ids in member.owned:
        owned.setdefault(topic, []).extend(ids)
    return tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(owned.items()))


def _without_missing_topics(group: Group) -> Group:
    there = group.partition_counts()
    return _each(lambda one: replace(one, subscription=tuple(name for name in one.subscription if name in there)))(
        group
    )


def _without_empty_topics(group: Group) -> Group:
    return replace(group, topics=tuple(topic for topic in group.topics if topic.partitions))


def _without_replica_racks(group: Group) -> Group:
    return replace(group, topics=tuple(replace(topic, replica_racks=None) for topic in group.topics))


CHANGES: dict[str, Callable[[Group], Group]] = {
    "order of subscriptions": _each(lambda one: replace(one, subscription=tuple(sorted(one.subscription)))),
    "order of claims": _each(lambda one: replace(one, owned=_sorted_claims(one))),
    "version of the subscription": _each(lambda one: replace(one, metadata_version=3)),
    NAMES: with_wire_names,
    "instance ids": _each(lambda one: replace(one, instance_id=None)),
    "racks of members": _each(lambda one: replace(one, rack=None)),
    "racks of replicas": _without_replica_racks,
    "missing topics": _without_missing_topics,
    "topics without partitions": _without_empty_topics,
    "generations": _each(lambda one: replace(one, generation=None)),
    **CAUSES,
    "claims": _each(lambda one: replace(one, owned=(), generation=None)),
}
"""A property of groups -> a function that removes it."""
