"""
How a reference's answer to a group compares with the answer of Kafka's class.

Kafka's answer is the measure if it is valid. It is not valid if it names something that does not exist, leaves
something out, or, in a cooperative round, grants what another member validly owns. Then the two differ for a good
reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.reference.cooperative_sticky import with_carried_claims
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.facts import holders
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    foreign_partitions,
    ghost_partitions,
    left_out_partitions,
)
from kafka_assay.properties.trials.answer_diff import are_same_places
from tests.support.kafka.hash_order import with_kafkas_order

COOPERATIVE = "cooperative-sticky"

MAPS = "as maps"
TOLD = "as maps in Kafka's order"
TOLD_UNLIKE = "as maps in Kafka's order, which changes loads or kept partitions"
ANSWERED = "Kafka's answer is valid"
SILENT = "Kafka gives no answer: "
HANGS = f"{SILENT}hang"
DOUBLE = "Kafka breaks no-double-ownership"
LIKE = (MAPS, TOLD, TOLD_UNLIKE)
"""
The ways of agreeing.

Every member has the same partitions; or it has them if the reference uses Kafka's order
(`tests.support.kafka.hash_order`), with or without equal loads and moves before. Equal loads alone are no agreement.
"""

Outcome: TypeAlias = "Assignment | AssignorFailed"


def likeness(name: str, group: Group, theirs: Outcome) -> str:
    """One of `LIKE`, or the property of Kafka's answer that explains why the reference `name` differs."""
    if isinstance(theirs, AssignorFailed):
        return f"{SILENT}{theirs.kind.rpartition('.')[2]}"
    ours = reference_assignor(name).assign(group)
    if are_same_places(ours, theirs):
        return MAPS
    reordered = with_kafkas_order(name)
    in_order = ours if reordered is None else reordered(group)
    same_figures = figures(group, ours) == figures(group, theirs)
    if are_same_places(in_order, theirs):
        return TOLD if same_figures else TOLD_UNLIKE
    return kafka_flaw(name, group, theirs) or ANSWERED


def kafka_flaw(name: str, group: Group, answer: Assignment) -> str | None:
    """Why a reference would not give this answer of Kafka's; None if it would."""
    laws = {
        "only-existing-partitions": ghost_partitions,
        "only-subscribed-topics": foreign_partitions,
        "one-owner-each": doubled_partitions,
    }
    if name != COOPERATIVE:
        laws["nothing-left-out"] = left_out_partitions
    for law, wrong in laws.items():
        if wrong(group, answer) is not None:
            return f"Kafka breaks {law}"
    return DOUBLE if name == COOPERATIVE and _has_double_grant(group, answer) else None


def _has_double_grant(group: Group, answer: Assignment) -> bool:
    owners = valid_owners(replace(group, members=tuple(map(with_carried_claims, group.members))))
    return any(
        partition in owners and any(member != owners[partition] for member in members)
        for partition, members in holders(answer).items()
    )


def figures(group: Group, answer: Assignment) -> tuple[list[int], int]:
    """The sorted loads and the number of kept partitions."""
    return sorted(loads(group, answer).values()), stickiness(valid_owners(group), answer).kept


def ask_kafka(kafka: Target, group: Group) -> Outcome:
    """
    The answer of Kafka's class to `group`, or its failure. Raises `CannotBeAsked`.

    A failure counts only if it repeats, because one call may time out on a busy machine.
    """
    try:
        return kafka.assign(group)
    except CannotBeAsked:
        raise
    except AssignorFailed:
        try:
            return kafka.assign(group)
        except AssignorFailed as failure:
            return failure
