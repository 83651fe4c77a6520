"""Short names of members for sentences. Tables and lists of members keep the full ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.safe_names import member_labels

LONGEST_ID = 24
"""Longer ids get a short name."""

ShortNames: TypeAlias = "Mapping[str, str]"
"""Member id -> its short name, for members with long ids only."""

FULL_IDS: ShortNames = {}
"""No short names: sentences show the full ids."""


def short_names(groups: Iterable[Group]) -> ShortNames:
    """
    The short names of the members of `groups`: the client id if only one member has it, else the id without its UUID.

    >>> from kafka_assay.assignors.model import Member
    >>> ids = ("app-1-0b7f8ab4-6a1c-4a1b-9f5e-2d1c3b4a5e6f", "C1")
    >>> members = tuple(Member(id=member, subscription=(), client_id="app-1") for member in ids)
    >>> short_names([Group(topics=(), members=members)])
    {'app-1-0b7f8ab4-6a1c-4a1b-9f5e-2d1c3b4a5e6f': 'app-1'}
    """
    clients = {member.id: member.client_id for group in groups for member in group.members}
    labels = member_labels(
        ((member, client if len(member) > LONGEST_ID else None) for member, client in clients.items()), LONGEST_ID
    )
    return {member: label for member, label in labels.items() if len(member) > LONGEST_ID}


def shorten_members(facts: Facts, names: ShortNames) -> Facts:
    """
    The same facts with short names in place of ids.

    >>> shorten_members({"from": "long-id", "loads": {"long-id": 2}, "to": ["b"]}, {"long-id": "a"})
    {'from': 'a', 'loads': {'a': 2}, 'to': ['b']}
    """
    shortened: Facts = _shorten(facts, names) if names else facts
    return shortened


def shorten_owners(answer: Assignment | None, names: ShortNames) -> Assignment | None:
    """The same answer with short names in place of ids."""
    return None if answer is None else {names.get(member, member): topics for member, topics in answer.items()}


def _shorten(value: Any, names: ShortNames) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {names.get(key, key): _shorten(inner, names) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_shorten(inner, names) for inner in value]
    return value
