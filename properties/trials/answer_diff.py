"""
Whether two answers agree, and how they differ: for laws on repetition and for comparing two assignors.

These are no differences: the order of ids in a list, topics without ids, a missing member that owns nothing (another
law covers it). Equal choices may depend on hash order. So owners are compared by name only if the rule fixes the
answer; sorted loads, moves and verdicts are always compared.
"""

from __future__ import annotations

from typing import TypeAlias

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment
from kafka_assay.assignors.ownership import loads, stickiness
from kafka_assay.properties.measures.claims import disputed_claims
from kafka_assay.properties.measures.facts import SHOWN
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Facts

LOOKS_AT_CLAIMS = frozenset({Promise.STICKY, Promise.CLAIMS, Promise.ALL_KEPT, Promise.OPTIMAL})
"""The promises that only an assignor that reads claims can keep."""

OwnedPlaces: TypeAlias = dict[tuple[str, str], list[int]]


def places_in(answer: Assignment) -> OwnedPlaces:
    """
    (Member, topic) -> sorted ids. An id listed twice appears twice; empty entries are left out.

    >>> places_in({"a": {"t": [1, 0], "u": []}, "b": {}})
    {('a', 't'): [0, 1]}
    """
    return {(member, topic): sorted(ids) for member, topics in answer.items() for topic, ids in topics.items() if ids}


def are_same_places(one: Assignment, other: Assignment) -> bool:
    """
    Whether every member has the same partitions in both answers.

    >>> are_same_places({"a": {"t": [1, 0]}, "b": {}}, {"a": {"t": [0, 1], "u": []}})
    True
    """
    return one == other or places_in(one) == places_in(other)


def is_same_for_all_laws(one: Assignment, other: Assignment) -> bool:
    """
    Whether no law can tell the two apart: they list the same members, with the same partitions.

    >>> is_same_for_all_laws({"a": {"t": [1, 0]}, "b": {}}, {"a": {"t": [0, 1]}})
    False
    """
    return one.keys() == other.keys() and places_in(one) == places_in(other)


def exchanged_partitions(one: Assignment, other: Assignment) -> list[Facts]:
    """The partitions with different owners in the `other` answer, with their owners in each."""
    first, second = _owners(places_in(one)), _owners(places_in(other))
    return [
        {"topic": topic, "partition": partition, "owners": first.get(key, []), "other_owners": second.get(key, [])}
        for key in sorted(first.keys() | second.keys())
        if first.get(key) != second.get(key)
        for topic, partition in (key,)
    ]


def _owners(found: OwnedPlaces) -> dict[tuple[str, int], list[str]]:
    owners: dict[tuple[str, int], list[str]] = {}
    for (member, topic), ids in sorted(found.items()):
        for partition in ids:
            owners.setdefault((topic, partition), []).append(member)
    return owners


def find_difference(trial: Trial, answer: Assignment) -> Facts | None:
    """
    The difference between the trial's answer and `answer`, given to the same group asked otherwise; None if none.

    Moves count from the ownership before the trial, and only if the assignor promises to look at it: otherwise they
    show only how equal choices were made. An assignor that promises a fixed answer must give the same owners. If claims
    are disputed (`disputed_claims`), the assignor chooses the owner by its own policy, and loads and moves follow from
    that. So only verdicts are compared then.
    """
    if trial.answer == answer or is_same_for_all_laws(trial.answer, answer):
        return None
    before, after = _figures(trial, trial.answer), _figures(trial, answer)
    alike = before == after if LOOKS_AT_CLAIMS & trial.promises else before[0] == after[0]
    fixed = Promise.FIXED in trial.promises
    follows_policy = not fixed and bool(disputed_claims(trial.with_known_claims(trial.group)))
    exchanged = [] if are_same_places(trial.answer, answer) else exchanged_partitions(trial.answer, answer)
    verdicts = _verdicts_that_differ(trial, answer)
    if (alike or follows_policy) and not verdicts and not (fixed and exchanged):
        return None
    return {
        "loads": before[0],
        "other_loads": after[0],
        "moves": before[1],
        "other_moves": after[1],
        "verdicts": verdicts,
        "fixed": fixed,
        "partitions": exchanged[:SHOWN],
        "count": len(exchanged),
    }


def _figures(trial: Trial, answer: Assignment) -> tuple[list[int], int]:
    counts = sorted(loads(trial.group, answer).values(), reverse=True)
    return counts, stickiness(trial.owners, answer).moved


def _verdicts_that_differ(trial: Trial, answer: Assignment) -> list[Facts]:
    before, after = trial.verdicts_on_own_answer, trial.verdicts_on(answer)
    return [
        {"law": law, "verdict": word, "other_verdict": after[law]}
        for law, word in before.items()
        if "undecided" not in (word, after.get(law, "undecided")) and after[law] != word
    ]
