"""
Measures that are computed once while the same group is measured again.

Many laws ask the same about one group. A group is compared by identity, because hashing it is slow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from kafka_assay.assignors.model import Group

Measure = TypeVar("Measure")


def remember_last_group(measure: Callable[[Group], Measure]) -> Callable[[Group], Measure]:
    """
    `measure`, with the result for the last group remembered. Callers must not change the result.

    >>> from kafka_assay.assignors.model import group_of
    >>> names = remember_last_group(lambda group: group.member_ids())
    >>> group = group_of({"t": 1}, {"a": ["t"]})
    >>> names(group) is names(group)
    True
    """
    last: tuple[Group, Measure] | None = None

    @wraps(measure)
    def remembered(group: Group) -> Measure:
        nonlocal last
        known = last  # one read: another thread may replace it
        if known is None or known[0] is not group:
            last = known = group, measure(group)
        return known[1]

    return remembered
