"""
Failures that were declared beforehand, and which groups they cover.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from assignors.group_format import group_from_json
from properties.terms import equal_subscriptions, racks_matter
from properties.traits import tied_below_newest, traits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assignors.interface import ExpectedFailure
    from assignors.model import Group


def marks_of(group: Group) -> frozenset[str]:
    """
    The traits of `group`, and those that no family is named by: each stands for one kind of known break.
    """
    found = set(traits(group))
    if tied_below_newest(group):
        found.add("tied-below-newest")
    if racks_matter(group) and not equal_subscriptions(group):
        found.add("racks-and-unequal")
    return frozenset(found)


@cache
def smallest_group(failure: ExpectedFailure) -> Group:
    """
    The smallest group that a declared failure names.
    """
    return group_from_json(json.loads(failure.group))


def excuse(failures: Iterable[ExpectedFailure], law: str, family: str, group: Group) -> ExpectedFailure | None:
    """
    The declared failure that covers `group`, or None: it names the law and the family, and the group has every mark of
    the smallest group that it names. A break of another kind, in the same family, is not excused.
    """
    for failure in failures:
        if (failure.law, failure.family) == (law, family) and marks_of(smallest_group(failure)) <= marks_of(group):
            return failure
    return None
