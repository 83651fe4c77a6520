"""
Make names safe to show: ids of members and names of groups may be any text.

The renderers escape for HTML, XML or Markdown. This file replaces what no renderer can show: control characters, half
surrogates, characters that change the direction of the line, and names too long for a label.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, TypeAlias

from kafka_assay.assignors.model import Group

UNSHOWABLE = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
"""Unicode categories without a glyph of their own: control, format, surrogate, unassigned, private, separators."""

UUID = re.compile(r"-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
"""The suffix that Kafka's clients append to their client id to make a member id."""


def escape_unprintable(text: str) -> str:
    r"""
    `text` with every character without a glyph written as an escape.

    >>> escape_unprintable("tab\there, \u202eturned")
    'tab\\there, \\u202eturned'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in UNSHOWABLE else char for char in text
    )


def shorten(text: str, limit: int) -> str:
    """
    `text` made printable, and without its middle if it is longer than `limit` characters.

    >>> shorten("consumer-payments-1", limit=9)
    'cons…ts-1'
    """
    shown = escape_unprintable(text)
    if len(shown) <= limit:
        return shown
    tail = (limit - 1) // 2
    return f"{shown[: limit - 1 - tail]}…{shown[len(shown) - tail :]}"


def member_labels(members: Iterable[tuple[str, str | None]], limit: int = 24) -> dict[str, str]:
    """
    Member id -> a unique short label, from (id, client id) pairs.

    The label is the client id if it is unique, else the id without the UUID that clients append, else the id.

    >>> member_labels([("a-1", "a"), ("b-1", "b"), ("b-2", "b")])
    {'a-1': 'a', 'b-1': 'b-1', 'b-2': 'b-2'}
    """
    pairs = list(members)
    wordings = [
        [shorten(client or UUID.sub("", member), limit) for member, client in pairs],
        [shorten(UUID.sub("", member), limit) for member, _ in pairs],
        [shorten(member, limit) for member, _ in pairs],
        [f"{shorten(member, limit - 6)} #{place}" for place, (member, _) in enumerate(pairs, start=1)],
    ]
    counts = Counter(label for wording in wordings for label in wording)
    labels = {}
    for (member, _), *choices in zip(pairs, *wordings, strict=True):
        unique = (label for label in choices[:-1] if choices.count(label) == counts[label])
        labels[member] = next(unique, choices[-1])
    return labels


def anchors(prefix: str, names: Iterable[str]) -> list[str]:
    """
    An anchor for each name, in order: only letters, digits, `.`, `_` and `-`, all different.

    A changed name gets a part of its digest, so that its link stays the same in the next report. Anchors also name
    files, and some file systems ignore case, so names that differ only in case count as equal.

    >>> anchors("group-", ["payments-app", "a/b", "payments-app"])
    ['group-payments-app', 'group-a-b-c14cddc0', 'group-payments-app-2']
    """
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:80]
        if plain != name:
            plain = f"{plain}-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
        free, copy = plain, 1
        while free.casefold() in taken:
            copy += 1
            free = f"{plain}-{copy}"
        taken.add(free.casefold())
        found.append(prefix + free)
    return found


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


def shorten_members(facts: Any, names: ShortNames) -> Any:
    """
    The same facts, or the same answer, with short names in place of ids.

    >>> shorten_members({"from": "long-id", "loads": {"long-id": 2}, "to": ["b"]}, {"long-id": "a"})
    {'from': 'a', 'loads': {'a': 2}, 'to': ['b']}
    """
    if not names:
        return facts
    if isinstance(facts, str):
        return names.get(facts, facts)
    if isinstance(facts, Mapping):
        return {names.get(key, key): shorten_members(inner, names) for key, inner in facts.items()}
    if isinstance(facts, (list, tuple)):
        return [shorten_members(inner, names) for inner in facts]
    return facts
