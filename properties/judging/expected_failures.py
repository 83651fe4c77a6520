"""Declared failures, and the groups that each of them covers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.terms import (
    count_assignable,
    do_racks_matter,
    has_equal_subscriptions,
    has_wrong_rack_claim,
)
from kafka_assay.properties.measures.traits import has_tie_below_newest, traits

MANY = 100
"""More partitions than any drawn group has."""


def kinds_of_break(group: Group) -> frozenset[str]:
    """The kinds of known breaks that `group` can cause, by name."""
    found: set[str] = set()
    if has_tie_below_newest(group):
        found.add("tied-below-newest")
    if do_racks_matter(group) and not has_equal_subscriptions(group):
        found.add("racks-and-unequal")
    if do_racks_matter(group) and has_equal_subscriptions(group) and has_wrong_rack_claim(group):
        found.add("wrong-racks-and-equal")
    if count_assignable(group) > MANY and not has_equal_subscriptions(group):
        found.add("many-and-unequal")
    return frozenset(found)


@cache
def smallest_group(failure: ExpectedFailure) -> Group:
    """The smallest group that a declared failure names."""
    return group_from_json(json.loads(failure.group))


def find_excuse(failures: Iterable[ExpectedFailure], law: str, family: str, group: Group) -> ExpectedFailure | None:
    """
    The declared failure that covers `group`, or None.

    It must name the law and the family, and its smallest group must break the law for a reason that `group` has too. So
    a break of another kind in the same family is not excused.
    """
    for failure in failures:
        if (failure.law, failure.family) == (law, family) and _has_same_reason(group, smallest_group(failure)):
            return failure
    return None


def _has_same_reason(group: Group, smallest: Group) -> bool:
    """
    Whether `group` has every kind of known break of `smallest`; if `smallest` has none, whether it has all its traits.
    """
    kinds = kinds_of_break(smallest)
    return kinds <= kinds_of_break(group) if kinds else traits(smallest) <= traits(group)
