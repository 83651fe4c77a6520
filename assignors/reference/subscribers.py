"""
The subscribers of each topic, and whether all subscriptions are equal.

Groups may have thousands of members with the same list of a thousand topics. So each distinct list is read once, not
once for each member. Lists are compared by identity first, then by value.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain

from kafka_assay.assignors.model import Group, Member


def subscribers_by_topic(members: Sequence[Member], topics: Container[str]) -> dict[str, list[int]]:
    """
    Topic -> the ascending places of its subscribers in `members`, for topics in `topics` with subscribers.

    A topic that a member names twice counts once. Topics with the same subscribers share one list, so that a caller can
    recognise such topics by identity. The caller must not change the lists.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"a": 1, "b": 1}, {"C0": ["b", "a", "gone"], "C1": ["a", "a"]})
    >>> subscribers_by_topic(group.members, group.partition_counts())
    {'b': [0], 'a': [0, 1]}
    """
    kinds = _members_by_subscription(members)
    kinds_of: dict[str, list[int]] = {}
    for kind, subscription in enumerate(kinds):
        for topic in dict.fromkeys(subscription):
            if topic in topics:
                kinds_of.setdefault(topic, []).append(kind)
    places = list(kinds.values())
    shared: dict[tuple[int, ...], list[int]] = {}
    subscribers: dict[str, list[int]] = {}
    for topic, mine in kinds_of.items():
        key = tuple(mine)
        if key not in shared:
            shared[key] = (
                places[mine[0]] if len(mine) == 1 else sorted(chain.from_iterable(places[kind] for kind in mine))
            )
        subscribers[topic] = shared[key]
    return subscribers


def times_named(members: Sequence[Member]) -> dict[str, int]:
    """
    Topic -> how often the members' lists name it. A list that names a topic twice counts twice, as in Kafka.

    >>> from kafka_assay.assignors.model import group_of
    >>> times_named(group_of({"a": 1}, {"C0": ["a", "b"], "C1": ["a", "a"]}).members)
    {'a': 3, 'b': 1}
    """
    named: dict[str, int] = {}
    for subscription, places in _members_by_subscription(members).items():
        for topic in subscription:
            named[topic] = named.get(topic, 0) + len(places)
    return named


def subscriptions_are_equal(group: Group) -> bool:
    """
    Whether all members' lists contain the same names, without repeats and not empty; missing topics count too.

    >>> from kafka_assay.assignors.model import group_of
    >>> subscriptions_are_equal(group_of({"a": 1}, {"C0": ["a", "b"], "C1": ["b", "a"]}))
    True
    >>> subscriptions_are_equal(group_of({"a": 1}, {"C0": ["a"], "C1": ["a", "gone"]}))
    False
    """
    if not group.members:
        return False
    first = group.members[0].subscription
    names = frozenset(first)
    if not names or len(names) != len(first):
        return False
    distinct = {id(member.subscription): member.subscription for member in group.members}
    return all(
        other == first or (len(other) == len(names) and names == frozenset(other)) for other in distinct.values()
    )


def _members_by_subscription(members: Sequence[Member]) -> dict[tuple[str, ...], list[int]]:
    by_object: dict[int, list[int]] = {}
    for place, member in enumerate(members):
        by_object.setdefault(id(member.subscription), []).append(place)
    kinds: dict[tuple[str, ...], list[int]] = {}
    latest: tuple[str, ...] | None = None
    together: list[int] = []
    for places in by_object.values():
        subscription = members[places[0]].subscription
        # Comparing with the previous list is faster than hashing a thousand names, and usually enough.
        if subscription != latest:
            latest = subscription
            together = kinds.setdefault(subscription, [])
        together += places
    for places in kinds.values():
        places.sort()
    return kinds
