"""Answers to a group and their figures: the captured assignment, loads, moves, and the spread over topics and hosts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners_by_topic
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.spread import host_spread, topic_spread
from kafka_assay.properties.measures.subscriptions import subscribers


def captured_assignment(group: Group) -> Assignment:
    """
    The captured assignment: each partition belongs to the members that claim it at the newest generation.

    An older claim is out of date: its member was away when the partition was assigned again, and does not read it any
    more. Several claims of the newest generation all count, and so does a claim on a partition that does not exist or
    is not subscribed. The laws report what is wrong with them.

    >>> from kafka_assay.assignors.model import Group, Member
    >>> old = Member(id="old", subscription=("t",), owned=(("t", (0, 1)),), generation=4)
    >>> new = Member(id="new", subscription=("t",), owned=(("t", (1,)),), generation=5)
    >>> captured_assignment(Group(topics=(), members=(old, new)))
    {'old': {'t': [0]}, 'new': {'t': [1]}}
    """
    newest: dict[str, dict[int, int]] = {}
    for member in group.members:
        generation = member.claimed_generation()
        for topic, ids in member.owned:
            best = newest.setdefault(topic, {})
            for partition in ids:
                if best.get(partition, generation) <= generation:
                    best[partition] = generation
    today: Assignment = {member.id: {} for member in group.members}
    for member in group.members:
        generation, mine = member.claimed_generation(), today[member.id]
        for topic, ids in sorted(member.owned):
            if current := {partition for partition in ids if newest[topic][partition] == generation}:
                mine[topic] = sorted(current.union(mine.get(topic, ())))
    return today


class LagCell(NamedTuple):
    """The column `by_lag`, in records: the heaviest member; in rows `today` also what limits every plan."""

    most: int
    """The lag of the heaviest member."""
    total: int | None = None
    """The lag of all partitions."""
    floor: int | None = None
    """The lag of the heaviest partition, which one member must read."""
    partition: str | None = None
    """That partition."""
    least: int | None = None
    """No plan has a lighter heaviest member: the floor, or an even share."""


class AnswerFigures(NamedTuple):
    """The columns of the table that follow from an answer; `loads` are ascending."""

    loads: list[int]
    sum_of_squares: int
    moves: int
    unassigned: int
    topic_spread: float | None
    host_spread: int | None
    by_lag: LagCell | None


class FiguresOfGroup:
    """Computes the figures of many answers to one group."""

    def __init__(self, group: Group) -> None:
        """Take the group; nothing is computed before it is needed."""
        self._group = group

    @cached_property
    def _owned(self) -> dict[str, dict[str, set[int]]]:
        """Member -> topic -> the partitions whose valid owner the member is."""
        found: dict[str, dict[str, set[int]]] = {}
        for topic, owners in valid_owners_by_topic(self._group).items():
            for partition, owner in owners.items():
                found.setdefault(owner, {}).setdefault(topic, set()).add(partition)
        return found

    def figures_of(self, answer: Assignment, by_member: Mapping[str, int], *, is_valid: bool) -> AnswerFigures:
        """The figures of `answer`, whose loads are `by_member`; faster if it keeps all validity laws."""
        ascending = sorted(by_member.values())
        return AnswerFigures(
            loads=ascending,
            sum_of_squares=sum_of_squares(ascending),
            moves=self._moves(answer),
            unassigned=0 if is_valid else len(unassigned_partitions(self._group, answer)),
            topic_spread=topic_spread(self._group, answer, is_valid=is_valid),
            host_spread=host_spread(self._group, by_member),
            by_lag=self._lag_of(answer),
        )

    @cached_property
    def _lags(self) -> dict[str, dict[int, int]]:
        """Subscribed topic -> partition -> its lag; empty if no end offset is known."""
        group = self._group
        topics = [topic for topic in group.topics if topic.name in subscribers(group)]
        if all(topic.end_offsets is None for topic in topics):
            return {}
        return {topic.name: dict(enumerate(lags(topic, group.auto_offset_reset))) for topic in topics}

    def _lag_of(self, answer: Assignment) -> LagCell | None:
        known = self._lags
        if not known:
            return None
        held = (
            sum([known[topic].get(one, 0) for topic, ids in mine.items() if topic in known for one in ids])
            for mine in answer.values()
        )
        return LagCell(max(held, default=0))

    def with_limits(self, cell: LagCell | None) -> LagCell | None:
        """The `cell` of today's answer with the lag of all partitions, the heaviest one, and the least of any plan."""
        if cell is None:
            return None
        total, members = sum(sum(some.values()) for some in self._lags.values()), len(self._group.members) or 1
        floor, topic, partition = max(
            ((lag, topic, -one) for topic, some in self._lags.items() for one, lag in some.items()),
            default=(0, "", 0),
        )
        return LagCell(cell.most, total, floor, f"{topic}-{-partition}", max(floor, -(-total // members)))

    def _moves(self, answer: Assignment) -> int:
        """The number of partitions that do not stay with their valid owner."""
        return sum(
            len(ids.difference(answer.get(member, {}).get(topic, ())))
            for member, owned in self._owned.items()
            for topic, ids in owned.items()
        )
