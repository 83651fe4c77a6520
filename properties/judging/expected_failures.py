"""Declared failures, and the groups that each of them covers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import CLEAN_BY_TRAITS
from kafka_assay.properties.measures.laps import count_laps
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from kafka_assay.properties.measures.traits import has_tie_below_newest, has_wrong_rack_claim, traits

MANY_LAPS = 12
"""
From this many laps on, a group may be one that Kafka's coordinator stops levelling after 16 laps.

It takes equal topics and equal members in the order of hash tables. So it may need more laps than `count_laps` finds.
"""


def _takes_many_laps(group: Group) -> bool:
    return not has_equal_subscriptions(group) and any(
        count_laps(group, MANY_LAPS, backwards=backwards) == MANY_LAPS for backwards in (False, True)
    )


KINDS: dict[str, Callable[[Group], bool]] = {
    "tied-below-newest": has_tie_below_newest,
    "racks-and-unequal": lambda group: do_racks_matter(group) and not has_equal_subscriptions(group),
    "wrong-racks-and-equal": lambda group: (
        do_racks_matter(group) and has_equal_subscriptions(group) and has_wrong_rack_claim(group)
    ),
    "many-laps": _takes_many_laps,
}
"""The kinds of known breaks: name -> whether a group can cause one."""


def kinds_of_break(group: Group) -> frozenset[str]:
    """The kinds of known breaks that `group` can cause, by name."""
    return frozenset(name for name, can_cause in KINDS.items() if can_cause(group))


@cache
def smallest_group(failure: ExpectedFailure) -> Group:
    """The smallest group that a declared failure names."""
    return group_from_json(json.loads(failure.group))


@cache
def _kinds_of_failure(failure: ExpectedFailure) -> frozenset[str]:
    return kinds_of_break(smallest_group(failure))


def find_excuse(
    failures: Iterable[ExpectedFailure], law: str, family: str | None, group: Group
) -> ExpectedFailure | None:
    """
    The declared failure that covers `group`, or None. A group of no `family` (None) may be covered in any.

    It must name the law. If its smallest group has kinds of known breaks, it covers the groups that have them too, in
    every family. If not, it covers the groups of its own family that have all traits of its smallest group; nothing
    else tells such breaks apart. One of a clean family then covers all families of clean groups.
    """
    return next((one for one in failures if one.law == law and _covers(one, family or one.family, group)), None)


def _covers(failure: ExpectedFailure, family: str, group: Group) -> bool:
    kinds = _kinds_of_failure(failure)
    if kinds:
        return all(KINDS[kind](group) for kind in kinds)
    is_its_family = failure.family == family or {failure.family, family} <= CLEAN_BY_TRAITS
    return is_its_family and traits(smallest_group(failure)) <= traits(group)
