"""
How a reference's answer to a group compares with the answer of Kafka's class.

Kafka's answer is the measure if it is valid. It is not valid if it names something that does not exist, leaves
something out, or, in a cooperative round, grants what another member validly owns. Then the two differ for a good
reason. Another difference has a cause: the smallest change to a group that makes both agree. The causes are the known
differences (`docs/results/differences-from-kafka.md`). Each is a function that removes one feature of the group. A
difference that no one, two or three causes explain is new.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.reference.cooperative_sticky import with_carried_claims
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal
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

UNKNOWN = "unknown"
ENDLESS = "levelling that never ends"
MOST = 3
"""The most causes that are tried together."""

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


def cause_of(name: str, kafka: Target, group: Group, kind: str) -> str:
    """
    The fewest `CAUSES` without which the reference `name` and `kafka` agree on `group`, joined by commas.

    `UNKNOWN` if there are none. If Kafka's balancing loops forever, the `kind` of the difference names the cause.
    """
    if kind == HANGS and not subscriptions_are_equal(group):
        return ENDLESS
    readable = _each(group, with_carried_claims) if name == COOPERATIVE else group
    for count in range(1, MOST + 1):
        for causes in combinations(CAUSES, count):
            without = readable
            for cause in causes:
                without = CAUSES[cause](without)
            if without != group and _agree(name, kafka, without):
                return ", ".join(causes)
    return UNKNOWN


def _agree(name: str, kafka: Target, group: Group) -> bool:
    try:
        return likeness(name, group, ask_kafka(kafka, group)) in LIKE
    except CannotBeAsked:
        return False


def _each(group: Group, changed: Callable[[Member], Member]) -> Group:
    return replace(group, members=tuple(map(changed, group.members)))


def _only(member: Member, counts: Callable[[str, int], bool]) -> Member:
    """The member with only those claims for which `counts` is true."""
    left = ((topic, tuple(one for one in ids if counts(topic, one))) for topic, ids in member.owned)
    return replace(member, owned=tuple((topic, ids) for topic, ids in left if ids))


def _without_ghosts(group: Group) -> Group:
    partitions = group.partition_counts()
    return _each(group, lambda member: _only(member, lambda topic, one: 0 <= one < partitions.get(topic, 0)))


def _without_topics_given_up(group: Group) -> Group:
    return _each(group, lambda member: _only(member, lambda topic, _: topic in member.subscription))


def _without_old_claims(group: Group) -> Group:
    newest: dict[tuple[str, int], int] = {}
    for member in group.members:
        for claim in member.claims():
            newest[claim] = max(newest.get(claim, -1), member.claimed_generation())
    return _each(
        group, lambda one: _only(one, lambda topic, id_: one.claimed_generation() >= newest.get((topic, id_), -1))
    )


def _each_topic_once(group: Group) -> Group:
    return _each(group, lambda member: replace(member, subscription=tuple(dict.fromkeys(member.subscription))))


def _without_idlers(group: Group) -> Group:
    return replace(group, members=tuple(member for member in group.members if member.subscription))


def _at_the_newest_version(group: Group) -> Group:
    return _each(
        group,
        lambda one: replace(one, metadata_version=3, rack=one.rack if one.metadata_version >= 3 else None),
    )


CAUSES: dict[str, Callable[[Group], Group]] = {
    "a claim on a partition that does not exist": _without_ghosts,
    "a claim on a topic that was given up": _without_topics_given_up,
    "a topic listed twice": _each_topic_once,
    "a member that subscribes to nothing": _without_idlers,
    "generations of version 1": _at_the_newest_version,
    "an old claim": _without_old_claims,
}
"""Cause -> a function that removes it from a group."""
