"""
What members subscribe to: equal subscriptions, the subscribers of a topic, the partitions that can be assigned.

Many laws ask the same about one group, so a measure remembers the last group (`remember_last_group`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from kafka_assay.assignors.model import Group

Measure = TypeVar("Measure")


def remember_last_group(measure: Callable[[Group], Measure]) -> Callable[[Group], Measure]:
    """
    `measure`, with the result for the last group remembered. Callers must not change the result.

    Groups are compared by identity, because hashing one is slow.

    >>> from kafka_assay.assignors.model import group_of
    >>> names = remember_last_group(lambda group: group.member_ids())
    >>> group = group_of({"t": 1}, {"a": ["t"]})
    >>> names(group) is names(group)
    True
    """
    last: tuple[Group, Measure] | None = None

    @wraps(measure)
    def remembered(group: Group) -> Measure:
        nonlocal last
        known = last  # one read: another thread may replace it
        if known is None or known[0] is not group:
            last = known = group, measure(group)
        return known[1]

    return remembered


@remember_last_group
def has_equal_subscriptions(group: Group) -> bool:
    """
    Whether all members' lists hold the same names, none of them twice, and no list is empty.

    Kafka compares the raw lists (`AbstractStickyAssignor`): a repeated or missing topic leads to its algorithm for
    unequal subscriptions.

    >>> from kafka_assay.assignors.model import group_of
    >>> has_equal_subscriptions(group_of({"t": 2}, {"a": ["t", "u"], "b": ["u", "t"]}))
    True
    """
    if not group.members:
        return False
    first = group.members[0].subscription
    names = set(first)
    if not names or len(names) != len(first):
        return False
    return all(
        member.subscription == first or (len(member.subscription) == len(first) and set(member.subscription) == names)
        for member in group.members
    )


@remember_last_group
def has_same_existing_topics(group: Group) -> bool:
    """Whether all members subscribe to the same set of existing topics. Other entries of their lists do not count."""
    existing = {topic.name for topic in group.topics}
    found: set[frozenset[str]] = set()
    for listed in {member.subscription for member in group.members}:
        found.add(frozenset(existing.intersection(listed)))
    return len(found) == 1


@remember_last_group
def subscribers(group: Group) -> dict[str, list[str]]:
    """Existing topic -> its subscribers in member order. Topics without subscribers are absent."""
    existing = {topic.name for topic in group.topics}
    found: dict[str, list[str]] = {}
    for member in group.members:
        for topic in dict.fromkeys(member.subscription):
            if topic in existing:
                found.setdefault(topic, []).append(member.id)
    return found


@remember_last_group
def count_assignable(group: Group) -> int:
    """The number of partitions of subscribed, existing topics."""
    subscribed = {topic for member in group.members for topic in member.subscription}
    return sum(topic.partitions for topic in group.topics if topic.name in subscribed)
