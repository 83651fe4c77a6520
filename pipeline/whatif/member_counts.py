"""A group with other numbers of members: loads, idle members and moves on the way, for each count and target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group, TopicPartition
from kafka_assay.oracle.weighted.weights import weights_of
from kafka_assay.pipeline.whatif.change import Change, PlannedChange, plan_change
from kafka_assay.pipeline.whatif.what_if import (
    LeftOut,
    best_loads_after,
    group_after_change,
    outcome_after,
    settle,
)
from kafka_assay.properties.measures.spread import idle_members

SEARCH_SECONDS = 10.0
"""The time for all searches of the best plans by weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRow:
    """One number of members, and one target."""

    count: int
    """The number that was asked about: members, or with `--threads` replicas."""
    members: int
    """The members: replicas times threads."""
    target: str
    """The assignor."""
    largest: int
    """The partitions of the most loaded member."""
    smallest: int
    """Those of the least loaded one."""
    idle: int
    """Members without a partition."""
    even: bool
    """Whether no answer has better loads."""
    moved: int
    """Partitions that go from a member that stays to another one, on the way from the group's own count."""
    ownerless: int
    """Partitions of members that leave on the way, and others without an owner."""
    stops: int
    """How often partitions lose their reader on the way."""
    heaviest: float | None = None
    """With `--weights`: the weight of the heaviest member."""
    loads: tuple[int, ...] = field(default=(), compare=False)
    """All loads, ascending. They are not in the JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightLimit:
    """What no number of members can improve: the weight of the heaviest partition."""

    partition: TopicPartition
    """The heaviest partition."""
    weight: float
    """Its weight, below which the heaviest member cannot come."""
    total: float
    """The weight of all partitions."""
    enough: int | None
    """The least of the counts whose best plan found leaves no member more than that; None where none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTable:
    """The rows for all counts, the targets without an answer, and with weights their limit."""

    rows: tuple[CountRow, ...]
    left_out: tuple[LeftOut, ...]
    comparable: bool
    fewest_idle: dict[int, int]
    """Count -> the fewest idle members that any answer has."""
    limit: WeightLimit | None
    is_placed: bool
    """Whether the place is known where the ids of new members sort. If not, the rows are those of one place."""


def count_members(
    group: Group, targets: Sequence[Target], counts: range, threads: int, change: Change, by: str | None
) -> CountTable:
    """
    The rows of these `counts`, each a change of the group's own count: new members join, or the last ones leave.

    `change` may let topics grow. Raises `AssayError` if the group has no member whose subscription they could take.
    """
    planned = {count: _plan(group, count * threads, change) for count in counts}
    best = {count: best_loads_after(group, one) for count, one in planned.items()}
    rows: list[CountRow] = []
    left_out, comparable = [], True
    for target in targets:
        try:
            start = settle(target, group)
            comparable = comparable and start.comparable
            found = []
            for count, one in planned.items():
                outcome = outcome_after(target, start, one, by)
                loads = tuple(sorted(outcome.loads.values()))
                found.append(
                    CountRow(
                        count=count,
                        members=len(loads),
                        target=target.name,
                        largest=loads[-1],
                        smallest=loads[0],
                        idle=outcome.idle,
                        even=loads == best[count],
                        moved=outcome.moved,
                        ownerless=outcome.ownerless,
                        stops=outcome.stops,
                        heaviest=outcome.heaviest,
                        loads=loads,
                    )
                )
            rows += found
        except AssignorFailed as failed:
            left_out.append(LeftOut(target.name, str(failed)))
    return CountTable(
        rows=tuple(sorted(rows, key=lambda row: row.count)),
        left_out=tuple(left_out),
        comparable=comparable,
        fewest_idle={count: idle_members(loads) for count, loads in best.items()},
        limit=None if by is None else _limit(group, planned, by),
        is_placed=not any(one.unplaced for one in planned.values()),
    )


def _plan(group: Group, members: int, change: Change) -> PlannedChange:
    more = members - len(group.members)
    if not group.members:
        raise AssayError("--members: the group has no member, so there is no subscription to take over")
    leave = tuple(group.member_ids()[members:]) if more < 0 else ()
    return plan_change(group, Change(leave=leave, join=max(0, more), grow=change.grow))


def heaviest_partition(group: Group, by: str) -> tuple[TopicPartition, Fraction, Fraction] | None:
    """The heaviest partition, its weight, and that of all; None without any weight."""
    weights = weights_of(group, by)
    partition, units = max(weights.units.items(), key=lambda one: one[1], default=(None, 0))
    if partition is None or not units:
        return None
    return partition, units * weights.unit, sum(weights.units.values()) * weights.unit


def _limit(group: Group, planned: dict[int, PlannedChange], by: str) -> WeightLimit | None:
    """The heaviest partition, and the least count at which a plan leaves no member more; None without any weight."""
    found = heaviest_partition(group_after_change(group, next(iter(planned.values()))), by)
    if found is None:
        return None
    partition, weight, total = found
    # With fewer members than that, even a perfect share is heavier than the heaviest partition.
    able = [count for count, one in planned.items() if _size_after(group, one) * weight >= total]
    enough = next(_light_enough(group, planned, able, by, weight), None)
    return WeightLimit(partition=partition, weight=float(weight), total=float(total), enough=enough)


def _size_after(group: Group, planned: PlannedChange) -> int:
    return len(group.members) + len(planned.joining) - len(planned.leaving)


def _light_enough(
    group: Group, planned: dict[int, PlannedChange], counts: Sequence[int], by: str, floor: Fraction
) -> Iterator[int]:
    """The counts at which the best plan found leaves no member more than `floor`."""
    from kafka_assay.oracle.weighted.search import WeightedRequest, solve_weighted

    for count in counts:
        request = WeightedRequest(by=by, seconds=SEARCH_SECONDS / len(counts))
        if solve_weighted(group_after_change(group, planned[count]), request).figures.most <= floor:
            yield count
