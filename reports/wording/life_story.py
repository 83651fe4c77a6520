"""
The story of a life: what happened before each rebalance, and what was answered. From the JSON form of a case's steps,
so that stored records can be told, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kafka_assay.reports.wording.group_text import partitions_in_words, partitions_of
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.words import display_name, quantity, series

ROUND = "the next round"
"""Why a cooperative assignor is asked again before its rebalance is over."""


def is_lived(steps: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the steps are those of a life, with an event before a rebalance."""
    return any(step.get("event") is not None for step in steps)


def life_sentences(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """One sentence for each rebalance after the first: what happened before it. Nothing where nothing did."""
    if not is_lived(steps):
        return []
    told = [f"Rebalance {number}: {words}." for number, (words, _) in enumerate(lived_steps(steps), start=2)]
    if steps[0].get("instance") is not None:
        told.insert(0, "One and the same assignor object answers all of it.")
    return told


def lived_steps(steps: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What happened before each rebalance after the first, with the step that ended it."""
    places = [number for number, step in enumerate(steps) if step.get("event") is not None]
    before = 0
    for place in places:
        last = place
        while last + 1 < len(steps) and steps[last + 1].get("why") == ROUND and steps[last + 1].get("event") is None:
            last += 1
        yield _event_text(steps[before]["group"], steps[place]), steps[last]
        before = place


def event_sentence(event: Mapping[str, Any], topics: Mapping[str, Any]) -> list[str]:
    """What an event says, in clauses; `topics` are those of the group before it."""
    told = ["the coordinator forgets the group, so that generations begin again at 1"] if event.get("reset") else []
    told += [_topic(name, count, topics) for name, count in event.get("topics", {}).items()]
    told += [f"{display_name(member)} leaves" for member in event.get("leave", ())]
    told += [f"{display_name(member['id'])} joins" for member in event.get("join", ())]
    told += [
        f"{display_name(member)} subscribes to {' '.join(map(escape_unprintable, listed)) or 'nothing'}"
        for member, listed in event.get("subscribe", {}).items()
    ]
    return told + [f"{display_name(member)} misses it" for member in event.get("miss", ())]


def _event_text(before: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    told = event_sentence(step["event"], before["topics"])
    told[:0] = _returns(before, step)
    return series(told) if told else "nothing has changed"


def _returns(before: Mapping[str, Any], step: Mapping[str, Any]) -> list[str]:
    """Who takes part, and neither did in the rebalance before nor joins: it has missed that one."""
    known = {
        member["id"] for group in (before, {"members": step["event"].get("join", [])}) for member in group["members"]
    }
    told = []
    for member in step["group"]["members"]:
        if member["id"] not in known:
            claims = partitions_in_words(member.get("owned", {})) or "no claim"
            age = f" at generation {member['generation']}" if "generation" in member else ""
            told.append(f"{display_name(member['id'])} comes back with {claims}{age}")
    return told


def _topic(name: str, count: int | None, topics: Mapping[str, Any]) -> str:
    if count is None:
        return f"{escape_unprintable(name)} is deleted"
    if name not in topics:
        return f"{escape_unprintable(name)} is created with {quantity(count, 'partition')}"
    had = partitions_of({"topics": {name: topics[name]}})
    if count == had:
        return f"{escape_unprintable(name)} keeps its {quantity(count, 'partition')}"
    if count < had:
        return f"{escape_unprintable(name)} is made anew with {quantity(count, 'partition')} instead of {had:,}"
    return f"{escape_unprintable(name)} grows from {had:,} to {quantity(count, 'partition')}"
