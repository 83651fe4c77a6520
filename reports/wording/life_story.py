"""The story of a life: the event before each rebalance, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Group
from kafka_assay.properties.records.case_format import CaseStep
from kafka_assay.reports.wording.group_text import claims_in_words
from kafka_assay.reports.wording.safe_names import escape_unprintable
from kafka_assay.reports.wording.short_names import ShortNames, short_names
from kafka_assay.reports.wording.words import display_name, quantity, series

ROUND = "the next round"
"""The reason for calling a cooperative assignor again before its rebalance is complete."""


def life_sentences(steps: Sequence[CaseStep]) -> list[str]:
    """One sentence for each rebalance after the first: what happened before it."""
    sentences = [f"Rebalance {number}: {words}." for number, (words, _) in enumerate(lived_steps(steps), start=2)]
    if sentences and steps[0].instance is not None:
        sentences.insert(0, "One assignor object answers all rebalances.")
    return sentences


def lived_steps(steps: Sequence[CaseStep]) -> Iterator[tuple[str, CaseStep]]:
    """For each rebalance after the first, what happened before it, and its last step."""
    before, names = steps[0], short_names(step.group for step in steps)
    for place, step in enumerate(steps):
        if step.event is not None:
            last = place
            while last + 1 < len(steps) and steps[last + 1].why == ROUND and steps[last + 1].event is None:
                last += 1
            clauses = _event_clauses(step.event, before.group, step.group, names)
            yield series(clauses) if clauses else "nothing has changed", steps[last]
            before = step


def _event_clauses(event: Event, before: Group, after: Group, names: ShortNames) -> list[str]:
    """
    The event as clauses.

    A member that takes part now, but neither took part in the rebalance before nor joins, missed that rebalance. It
    comes first.
    """
    known = {member.id for member in (*before.members, *event.join)}
    clauses = [
        f"{_name(member.id, names)} comes back with {claims_in_words(member, 'no claim')}"
        for member in after.members
        if member.id not in known
    ]
    if event.reset:
        clauses.append("the coordinator loses the group, and generations restart at 1")
    had = before.partition_counts()
    clauses += [_topic_clause(name, count, had.get(name)) for name, count in event.topics]
    clauses += [f"{_name(member, names)} leaves" for member in event.leave]
    clauses += [f"{_name(member.id, names)} joins" for member in event.join]
    clauses += [
        f"{_name(member, names)} subscribes to {' '.join(map(escape_unprintable, listed)) or 'nothing'}"
        for member, listed in event.subscribe
    ]
    return clauses + [f"{_name(member, names)} misses the rebalance" for member in event.miss]


def _name(member: str, names: ShortNames) -> str:
    return display_name(names.get(member, member))


def _topic_clause(name: str, count: int | None, had: int | None) -> str:
    if count is None:
        return f"{escape_unprintable(name)} is deleted"
    if had is None:
        return f"{escape_unprintable(name)} is created with {quantity(count, 'partition')}"
    if count == had:
        return f"{escape_unprintable(name)} keeps its {quantity(count, 'partition')}"
    if count < had:
        return f"{escape_unprintable(name)} is recreated with {quantity(count, 'partition')} instead of {had:,}"
    return f"{escape_unprintable(name)} grows from {had:,} to {quantity(count, 'partition')}"
