"""The figures of an answer: loads, moves, spreads. What depends on the group alone is computed once for all answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners_by_topic
from kafka_assay.pipeline.audit.spread import host_spread, topic_spread
from kafka_assay.properties.measures.terms import subscribers, sum_of_squares

_NO_IDS: tuple[int, ...] = ()


class AnswerFigures(NamedTuple):
    """The columns of the table that follow from an answer; `loads` are ascending."""

    loads: list[int]
    sum_of_squares: int
    moves: int
    unassigned: int
    topic_spread: float | None
    host_spread: int | None


class FiguresOfGroup:
    """Computes the figures of many answers to one group."""

    def __init__(self, group: Group) -> None:
        """Take the group; nothing is computed before it is needed."""
        self._group = group

    @cached_property
    def _owned(self) -> list[tuple[str, str, frozenset[int]]]:
        """Member, topic and the partitions whose valid owner the member is."""
        found: dict[tuple[str, str], list[int]] = {}
        for topic, owners in valid_owners_by_topic(self._group).items():
            for partition, owner in owners.items():
                found.setdefault((owner, topic), []).append(partition)
        return [(member, topic, frozenset(ids)) for (member, topic), ids in found.items()]

    @cached_property
    def _readers(self) -> list[tuple[str, list[str]]]:
        return list(subscribers(self._group).items())

    def figures_of(self, answer: Assignment, by_member: Mapping[str, int], *, is_valid: bool) -> AnswerFigures:
        """
        The figures of `answer`, whose loads are `by_member`.

        `is_valid`: it keeps all validity laws, so that faster ways give the same figures.
        """
        ascending = sorted(by_member.values())
        return AnswerFigures(
            loads=ascending,
            sum_of_squares=sum_of_squares(ascending),
            moves=self._moves(answer),
            unassigned=0 if is_valid else len(unassigned_partitions(self._group, answer)),
            topic_spread=self._topic_spread(answer) if is_valid else topic_spread(self._group, answer),
            host_spread=host_spread(self._group, by_member),
        )

    def _moves(self, answer: Assignment) -> int:
        """The partitions that do not stay with their valid owner."""
        return sum(
            len(ids) - len(ids.intersection(answer.get(member, {}).get(topic, _NO_IDS)))
            for member, topic, ids in self._owned
        )

    def _topic_spread(self, answer: Assignment) -> float | None:
        """See `topic_spread`; here every assigned partition exists."""
        if not self._readers:
            return None
        total = 0
        for topic, members in self._readers:
            counts = [len(answer[member].get(topic, _NO_IDS)) for member in members]
            total += max(counts) - min(counts)
        return total / len(self._readers)
