"""
Why a reference and Kafka's class differ: the smallest change to a group that makes both agree.

The causes are the known differences (`docs/results/differences-from-kafka.md`). Each is a function that removes one
feature of the group. A difference that no one, two or three causes explain is new.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.reference.cooperative_sticky import with_carried_claims
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal
from tests.support.kafka.likeness import COOPERATIVE, HANGS, LIKE, ask_kafka, likeness

UNKNOWN = "unknown"
ENDLESS = "levelling that never ends"
MOST = 3
"""The most causes that are tried together."""


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
    return _each(group, lambda member: replace(member, metadata_version=3, rack=_rack(member)))


def _rack(member: Member) -> str | None:
    return member.rack if member.metadata_version >= 3 else None


CAUSES: dict[str, Callable[[Group], Group]] = {
    "a claim on a partition that does not exist": _without_ghosts,
    "a claim on a topic that was given up": _without_topics_given_up,
    "a topic listed twice": _each_topic_once,
    "a member that subscribes to nothing": _without_idlers,
    "generations of version 1": _at_the_newest_version,
    "an old claim": _without_old_claims,
}
"""Cause -> a function that removes it from a group."""
