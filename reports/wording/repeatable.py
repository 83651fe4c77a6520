"""Sentences for the laws on repetition: two answers to the same input, from another call, object, process or order."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.wording.words import Sentences, display_name, loads_text, partition_name, quantity, series

MOST_EXCHANGED = 3

_WAYS = {
    "again": "Called again",
    "fresh object": "Called on a fresh object",
    "reused object": "Called on an object that had answered a newer generation before",
    "another process": "Called in another process",
}


def exchange_text(facts: Facts) -> str:
    """The partitions with different owners in the two answers."""
    parts = [
        f"{partition_name(one)} goes to {_owners(one['owners'])} in one answer, "
        f"to {_owners(one['other_owners'])} in the other"
        for one in facts["partitions"][:MOST_EXCHANGED]
    ]
    return series(parts, facts["count"])


def _owners(members: Sequence[str]) -> str:
    return series([display_name(member) for member in members]) if members else "nobody"


def differences_text(facts: Facts) -> list[str]:
    """One clause for each difference: loads, moves, verdicts; partitions only if the rule leaves no choice."""
    clauses = []
    if facts["loads"] != facts["other_loads"]:
        clauses.append(f"loads {loads_text(facts['other_loads'])} instead of {loads_text(facts['loads'])}")
    if facts["moves"] != facts["other_moves"]:
        clauses.append(f"{quantity(facts['other_moves'], 'move')} instead of {facts['moves']:,}")
    clauses += [f"{one['law']} is {one['other_verdict']} instead of {one['verdict']}" for one in facts["verdicts"]]
    if facts["count"] and (facts["fixed"] or not clauses):
        clauses.append(_other_owners_text(facts))
    return clauses


def _other_owners_text(facts: Facts) -> str:
    parts = [
        f"{partition_name(one)} goes to {_owners(one['other_owners'])} instead of {_owners(one['owners'])}"
        for one in facts["partitions"][:MOST_EXCHANGED]
    ]
    return series(parts, facts["count"])


def _differently(how: str, facts: Facts) -> str:
    if "error" in facts:
        return f"{how}, it gave no answer: {facts['error']} ({display_name(facts['message']) or 'no message'})."
    choice = " Its rule leaves no choice." if facts["fixed"] else ""
    return f"{how}, it gave a different answer: {'; '.join(differences_text(facts))}.{choice}"


def _same_question_same_answer(facts: Facts) -> str:
    return _differently(_WAYS[facts["way"]], facts)


def _order_does_not_matter(facts: Facts) -> str:
    return _differently(f"With {series(facts['lists'])} listed {facts['way']}", facts)


SENTENCES: Sentences = {
    "same-question-same-answer": _same_question_same_answer,
    "order-does-not-matter": _order_does_not_matter,
}
