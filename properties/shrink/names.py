"""
Simpler names: plain ones with the same sort order, and the same names reversed.

Members, instances, topics and racks have names. A generation is one too: usually only the order of the claims decides,
seldom the distance, so 1 and 2 are as good as 5 and 1000.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from string import ascii_lowercase
from typing import Any, TypeAlias, TypeVar

from kafka_assay.assignors.life import Example
from kafka_assay.assignors.model import Group, Topic
from kafka_assay.assignors.order import kafka_order

E = TypeVar("E", bound=Example)

NewNames: TypeAlias = Mapping[str, Mapping[Any, Any]]
"""Kind of name -> old name -> new name."""

PLAIN = re.compile(r"[Cit][0-9]{1,6}|r[a-z]", re.ASCII)
"""Plain names of members, instances, topics and racks: C0, i0, t1, ra."""

KINDS = (
    dict.fromkeys(("id", "member", "members", "leave", "miss", "crash", "miss_sync", "leader"), "members")
    | dict.fromkeys(("subscribe", "errors", "upgrade"), "members")
    | dict.fromkeys(("name", "topics", "subscription", "owned", "lag_rates", "racks"), "topics")
    | dict.fromkeys(("rack", "replica_racks"), "racks")
    | {"instance_id": "instances", "generation": "generations"}
)
"""The kind of the names in each field; in a field of pairs, of the first of each pair."""
PAIRS = {"subscribe": "subscription", "racks": "replica_racks"} | dict.fromkeys(
    ("errors", "upgrade", "topics", "owned", "lag_rates"), ""
)
"""The fields of pairs, each with the field that its second values are like; empty: they have no names."""


def rename(example: E, names: NewNames) -> E:
    """`example` with these new names everywhere. Others stay."""
    return _convert(example, "", lambda kind, name: names.get(kind, {}).get(name, name))  # type: ignore[no-any-return]


def names_in(document: Any, kind: str) -> set[Any]:
    """The names of a kind in an example, or in a part of one, wherever they are."""
    found = set()

    def note(of: str, name: Any) -> Any:
        if of == kind:
            found.add(name)
        return name

    _convert(document, "", note)
    return found


def _convert(value: Any, field: str, become: Callable[[str, Any], Any]) -> Any:
    """`value` of the field called `field`, with every name in it replaced by what `become` makes of it."""
    if is_dataclass(value):
        keys = [one.name for one in fields(value) if one.name != "name" or isinstance(value, Topic)]
        return replace(value, **{key: _convert(getattr(value, key), key, become) for key in keys})  # type: ignore[type-var]
    if not isinstance(value, tuple):
        return become(KINDS[field], value) if field in KINDS and value is not None else value
    if field in PAIRS and value and isinstance(value[0], tuple):
        return tuple([(become(KINDS[field], one), _convert(rest, PAIRS[field], become)) for one, rest in value])
    return tuple([_convert(one, field, become) for one in value])


def plainer_names(example: E) -> Iterator[E]:
    """`example` with plain names: for all kinds of names at once, then for one kind."""
    names = plain_names(example)
    yield rename(example, names)
    for kind in names:
        yield rename(example, {kind: names[kind]})


def plain_names(example: Example) -> NewNames:
    """
    Plain names for those of `example`, in the same sort order.

    Names of missing topics stay. If one of them equals a new name, no topic gets a new one.

    >>> from kafka_assay.assignors.model import group_of
    >>> plain_names(group_of({"logs": 1}, {"zoe": [], "adam": []}))["members"]
    {'adam': 'C0', 'zoe': 'C1'}
    """
    racks = sorted(names_in(example, "racks"), key=kafka_order)
    generations = sorted(names_in(example, "generations"))
    topics = existing_topics(example)
    plain_topics = _number_names(topics, "t")
    is_taken = not (names_in(example, "topics") - topics).isdisjoint(plain_topics.values())
    return {
        "members": _number_names(names_in(example, "members"), "C"),
        "instances": _number_names(names_in(example, "instances"), "i"),
        "racks": dict(zip(racks, [f"r{letter}" for letter in ascii_lowercase], strict=False)),
        "generations": {old: new for new, old in enumerate(generations, 0 if 0 in generations else 1)},
        "topics": {} if is_taken else plain_topics,
    }


def existing_topics(example: Example) -> set[str]:
    """The topics that exist at the start of `example` or later."""
    if isinstance(example, Group):
        return set(example.partition_counts())
    later = (name for event in example.life.events for name, _ in event.topics)
    return {*example.life.group.partition_counts(), *later}


def _number_names(names: Collection[str], letter: str) -> dict[str, str]:
    width = len(str(len(names) - 1))
    return {name: f"{letter}{number:0{width}}" for number, name in enumerate(sorted(names, key=kafka_order))}


def fewer_generations(example: E) -> Iterator[E]:
    """`example` without generations, or with one of them equal to the one before it."""
    found = sorted(names_in(example, "generations"))
    if found:
        yield rename(example, {"generations": dict.fromkeys(found)})
    for older, newer in pairwise(found):
        if abs(older) < abs(newer):
            yield rename(example, {"generations": {newer: older}})


def with_reversed_names(example: E) -> Iterator[E]:
    """`example` with the members' names reversed (the first gets the last one's), then the topics' names, then both."""
    members = {"members": reverse_names(names_in(example, "members"))}
    topics = {"topics": reverse_names(existing_topics(example))}
    yield from (rename(example, members), rename(example, topics), rename(example, members | topics))


def reverse_names(names: Collection[str]) -> dict[str, str]:
    """
    Each of the `names` mapped to the one at the same place from the other end of the sort order.

    >>> reverse_names(["b", "a", "c"])
    {'a': 'c', 'b': 'b', 'c': 'a'}
    """
    ordered = sorted(names, key=kafka_order)
    return dict(zip(ordered, reversed(ordered), strict=True))


def sort_group(group: Group) -> Group:
    """`group` with its members sorted by id and its topics by name."""
    return replace(
        group,
        topics=tuple(sorted(group.topics, key=lambda topic: kafka_order(topic.name))),
        members=tuple(sorted(group.members, key=lambda member: kafka_order(member.id))),
    )
