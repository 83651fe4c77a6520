"""
A small group in words: what stands under a broken law. From the JSON form, so that stored records can be told, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import quantity, series

MOST_LINES = 12
"""So many members are told one by one; the rest is counted."""


def size_in_words(group: Mapping[str, Any]) -> str:
    """
    How large a group is.

    >>> size_in_words({"topics": {"t0": 1, "t1": {"partitions": 2}}, "members": [{"id": "C0", "subscription": []}]})
    '1 member, 3 partitions'
    """
    return f"{quantity(len(group['members']), 'member')}, {quantity(partitions_of(group), 'partition')}"


def partitions_of(group: Mapping[str, Any]) -> int:
    """All partitions of all topics."""
    return sum(map(_count, group["topics"].values()))


def _count(topic: Any) -> int:
    return int(topic["partitions"] if isinstance(topic, dict) else topic)


def topics_in_words(group: Mapping[str, Any]) -> str:
    """
    The topics with their partition counts, and the racks of their replicas and their offsets where there are any.

    >>> topic = {"partitions": 2, "end_offsets": [90, 7], "committed_offsets": [10, None]}
    >>> topics_in_words({"topics": {"t0": 1, "t1": topic}, "auto_offset_reset": "earliest"})
    't0: 1   t1: 2, committed 10 of ..90 and none of ..7   where none is committed: earliest'
    """
    told = []
    for name, topic in group["topics"].items():
        more = "" if isinstance(topic, int) else f"{_racks(topic)}{_offsets(topic)}"
        told.append(f"{name}: {_count(topic)}{more}")
    if "auto_offset_reset" in group:
        told.append(f"where none is committed: {escape_unprintable(group['auto_offset_reset'])}")
    return "   ".join(told) or "none"


def _racks(topic: Mapping[str, Any]) -> str:
    racks = topic.get("replica_racks")
    return f" on {' '.join('+'.join(map(escape_unprintable, replicas)) for replicas in racks)}" if racks else ""


def _offsets(topic: Mapping[str, Any]) -> str:
    """The committed offset of each partition and what there is, `10 of 0..90`; what nobody knows is left out."""
    known = [topic.get(key) for key in ("committed_offsets", "begin_offsets", "end_offsets")]
    if not any(known):
        return ""
    committed, begin, end = ([None] * _count(topic) if offsets is None else offsets for offsets in known)
    told = [
        f"{'none' if reached is None else reached} of {'' if first is None else first}..{'' if last is None else last}"
        for reached, first, last in zip(committed, begin, end, strict=True)
    ]
    return f", committed {series(told)}"


def members_in_words(group: Mapping[str, Any]) -> list[str]:
    """One line for each member: what it subscribes to, what it claims and since when, and what else sets it apart."""
    members = group["members"]
    told = [_member(member) for member in members[:MOST_LINES]]
    return [*told, f"and {len(members) - MOST_LINES:,} more"] if len(members) > MOST_LINES else told


def _member(member: Mapping[str, Any]) -> str:
    marks = [
        f"{word} {escape_unprintable(str(member[key]))}"
        for key, word in (("instance_id", "instance"), ("rack", "rack"), ("metadata_version", "metadata version"))
        if key in member
    ]
    told = f"{escape_unprintable(member['id'])} subscribes to {' '.join(member['subscription']) or 'nothing'}"
    owned = partitions_in_words(member.get("owned", {}))
    if owned:
        age = f" at generation {member['generation']}" if "generation" in member else ""
        told += f", claims {owned}{age}"
    elif "generation" in member:
        told += f", claims nothing at generation {member['generation']}"
    return ", ".join([told, *marks])


def partitions_in_words(topics: Mapping[str, list[int]]) -> str:
    """
    Topic -> ids as the partitions' names, in the order given.

    >>> partitions_in_words({"t0": [1, 0], "t1": []})
    't0-1 t0-0'
    """
    return " ".join(f"{escape_unprintable(topic)}-{partition}" for topic, ids in topics.items() for partition in ids)


def answer_in_words(step: Mapping[str, Any]) -> str:
    """What came back in a step: who got what, or the error."""
    if step["error"] is not None:
        return f"{escape_unprintable(step['error']['type'])}: {escape_unprintable(step['error']['message'])}"
    answer: dict[str, dict[str, list[int]]] = step["assignment"] or {}
    told = [
        f"{escape_unprintable(member)}: {partitions_in_words(topics) or 'nothing'}"
        for member, topics in list(answer.items())[:MOST_LINES]
    ]
    if len(answer) > MOST_LINES:
        told.append(f"and {len(answer) - MOST_LINES:,} more")
    return "   ".join(told) or "nobody is in it"
