"""The cause of a broken law, as far as it can be told apart, and the declared failures that cover it."""

from __future__ import annotations

import json
import re
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
from kafka_assay.properties.verdict import Facts

DECLARED = "declared"
"""The cause of a break that the target's author declared."""
AFTERWARDS = "after the answer"
"""What a law's facts say of a failure after the answer."""
MANY_LAPS = 12
"""
From this many laps on, a group may be one that Kafka's coordinator stops levelling after 16 laps.

It takes equal topics and equal members in the order of hash tables. So it may need more laps than `count_laps` finds.
"""


KINDS: dict[str, Callable[[Group], bool]] = {
    "tied-below-newest": has_tie_below_newest,
    "racks-and-unequal": lambda group: do_racks_matter(group) and not has_equal_subscriptions(group),
    "wrong-racks-and-equal": lambda group: (
        do_racks_matter(group) and has_equal_subscriptions(group) and has_wrong_rack_claim(group)
    ),
    "many-laps": lambda group: (
        not has_equal_subscriptions(group)
        and any(count_laps(group, MANY_LAPS, backwards=backwards) == MANY_LAPS for backwards in (False, True))
    ),
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
    if not failure.group:
        return failure.family in {"", family}
    kinds = _kinds_of_failure(failure)
    if kinds:
        return all(KINDS[kind](group) for kind in kinds)
    is_its_family = failure.family == family or {failure.family, family} <= CLEAN_BY_TRAITS
    return is_its_family and traits(smallest_group(failure)) <= traits(group)


def cause_of(facts: Facts, group: Group, declared: ExpectedFailure | None) -> str:
    """
    The cause of a break with these `facts` on `group`; empty where nothing tells it apart.

    Breaks without an answer differ by the error, in which names and numbers do not count. Others differ by the kinds of
    known breaks that the group can cause, and by what a law asked differently.
    """
    if declared is not None:
        return DECLARED
    if "error" in facts:
        parts = [_shape_of_error(f"{facts['error']}: {facts.get('message', '')}")]
    else:
        parts = sorted(kinds_of_break(group))
    if "way" in facts:
        parts.append(str(facts["way"]))
    return ", ".join([*parts, *map(str, facts.get("lists", ()))])


def _shape_of_error(text: str) -> str:
    """
    An error without the names and numbers in it.

    >>> _shape_of_error("KeyError: 'C1'"), _shape_of_error("crash: the process ended with signal 11")
    ("KeyError: '...'", 'crash: the process ended with signal #')
    """
    first = without_addresses(text).strip().splitlines()[0] if text.strip() else ""
    plain = re.sub(r"""(['"`]).*?\1""", "'...'", first)
    return re.sub(r"\d+", "#", plain)[:120].rstrip(": ")


def without_addresses(text: str) -> str:
    """
    A message without addresses of memory and Java's hashes of objects, which differ from run to run.

    >>> without_addresses("<Plan at 0x7f3a10>, org.Plan@1b2c3d of team@example")
    '<Plan at 0x#>, org.Plan@# of team@example'
    """
    return re.sub(r"(?<=\w)@[0-9a-f]{4,8}\b", "@#", re.sub(r"\b0x[0-9a-fA-F]+", "0x#", text))
