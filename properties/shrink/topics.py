"""Simpler topics: remove the facts about a topic's partitions, list by list and number by number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.model import PER_PARTITION, Group, Topic

RESETS = ("latest", "earliest")
"""The best-known policies, the default first."""
_NUMBERS = ("begin_offsets", "end_offsets", "committed_offsets")


def count_topic_marks(group: Group) -> int:
    """The number of facts about the topics other than their partition counts, a non-default reset policy included."""
    lists = sum(getattr(topic, key) is not None for topic in group.topics for key in PER_PARTITION)
    return lists + len(simpler_resets(group.auto_offset_reset))


def topic_number_total(group: Group) -> int:
    """The sum of the numbers in these facts and of the replicas. A missing number counts less than 0."""
    replicas = sum(len(racks) for topic in group.topics for racks in topic.replica_racks or ())
    numbers = [
        abs(int(number))
        for topic in group.topics
        for key in _NUMBERS
        for number in getattr(topic, key) or ()
        if number is not None
    ]
    return replicas + len(numbers) + sum(numbers)


def without_offsets(group: Group) -> Group:
    """`group` whose topics have only partition counts and racks: most laws do not look at more."""
    nothing: dict[str, Any] = dict.fromkeys((*_NUMBERS, "weights"))
    topics = tuple(replace(topic, **nothing) for topic in group.topics)
    return replace(group, topics=topics, auto_offset_reset=RESETS[0])


def simpler_resets(reset: str) -> tuple[str, ...]:
    """
    The reset policies that are simpler than this one.

    >>> simpler_resets("none"), simpler_resets("earliest"), simpler_resets("latest")
    (('latest', 'earliest'), ('latest',), ())
    """
    return RESETS[: RESETS.index(reset)] if reset in RESETS else RESETS


def simpler_topics(topic: Topic) -> Iterator[Topic]:
    """The topics with one fact less than `topic`, or with one smaller number."""
    for key in PER_PARTITION:
        if getattr(topic, key) is not None:
            yield _change_topic(topic, key, None)
    racked = topic.replica_racks or ()
    for position, racks in enumerate(racked):
        for place in range(len(racks) if len(racks) > 1 else 0):
            one_less = racks[:place] + racks[place + 1 :]
            yield replace(topic, replica_racks=(*racked[:position], one_less, *racked[position + 1 :]))
    for key in _NUMBERS:
        numbers = getattr(topic, key) or ()
        for position, number in enumerate(numbers):
            for smaller in _smaller_numbers(number, may_be_none=key == "committed_offsets"):
                yield _change_topic(topic, key, (*numbers[:position], smaller, *numbers[position + 1 :]))


def _smaller_numbers(number: int | None, *, may_be_none: bool) -> list[int | None]:
    if number is None:
        return []
    smaller: list[int | None] = [one for one in dict.fromkeys((0, 1, 2, number // 2)) if abs(one) < abs(number)]
    return [None, *smaller] if may_be_none else smaller


def _change_topic(topic: Topic, key: str, value: Any) -> Topic:
    return replace(topic, **{key: value})


def without_topics(group: Group, gone: set[str]) -> Group:
    """`group` without the topics that are `gone`, also in its members' subscriptions and claims."""
    members = tuple(
        replace(
            member,
            subscription=tuple(name for name in member.subscription if name not in gone),
            owned=tuple(claims for claims in member.owned if claims[0] not in gone),
        )
        for member in group.members
    )
    return replace(group, topics=tuple(topic for topic in group.topics if topic.name not in gone), members=members)
