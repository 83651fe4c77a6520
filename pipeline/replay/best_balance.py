"""The best balance of the groups of a life, computed once for each group."""

from __future__ import annotations

from typing import TypeAlias

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.measures.claims import without_claims

_Shape: TypeAlias = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, ...], ...]]


class BestBalance:
    """
    The least sum of squared loads of each group that was asked about. It does not depend on claims.

    >>> from kafka_assay.assignors.model import group_of
    >>> BestBalance().of(group_of({"t": 5}, {"a": ["t"], "b": ["t"]}))
    13
    """

    def __init__(self) -> None:
        self._found: dict[_Shape, int] = {}

    def of(self, group: Group) -> int:
        """The least sum of squared loads of `group`."""
        shape = (
            tuple((topic.name, topic.partitions) for topic in group.topics),
            tuple(sorted(member.subscription for member in group.members)),
        )
        if shape not in self._found:
            self._found[shape] = solve(without_claims(group, group.member_ids())).sum_of_squares
        return self._found[shape]
