"""
Simpler starts of a life: at a later rebalance, or with a change already made.

The events before the decisive rebalance often only explain how the group got into its state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Claims, Group, Topic
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.measures.terms import generation_after
from kafka_assay.properties.trials.trial import TrialStep

Beginning = tuple[Group, tuple["Event", ...]]
"""The start of a life, and its events."""


def later_starts(steps: Sequence[TrialStep]) -> Iterator[Beginning]:
    """
    The lives that start at a rebalance among the `steps` of a life, the latest first.

    Each appears twice: with the group as it was then, and with its claims settled.
    """
    events = tuple(step.event for step in steps if step.event is not None)
    groups = [step.group for step in steps if step.event is not None]
    for number in reversed(range(len(groups))):
        for group in dict.fromkeys((groups[number], settle_claims(groups[number]))):
            yield group, events[number + 1 :]


def settle_claims(group: Group) -> Group:
    """
    `group` whose members claim exactly what they validly own, all at one generation.

    Missing topics are removed from the subscriptions. Members without any other topic are removed.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t", "u"], "b": ["t"]}, {"a": {"t": [0, 1, 9]}, "b": {"t": [1]}})
    >>> [(member.id, member.subscription, member.owned) for member in settle_claims(group).members]
    [('a', ('t',), (('t', (0,)),)), ('b', ('t',), ())]
    """
    owners = valid_owners(group)
    known = group.partition_counts()
    newest = generation_after(group)

    def claims_kept_by(member: str, owned: Claims) -> Claims:
        left = (
            (topic, tuple(dict.fromkeys(one for one in ids if owners.get((topic, one)) == member)))  # type: ignore[call-overload]
            for topic, ids in owned
        )
        return tuple((topic, ids) for topic, ids in left if ids)

    members = (
        replace(
            member,
            subscription=tuple(name for name in member.subscription if name in known),
            owned=(mine := claims_kept_by(member.id, member.owned)),
            generation=newest if mine else None,
        )
        for member in group.members
    )
    return replace(group, members=tuple(member for member in members if member.subscription))


def earlier_changes(group: Group, events: tuple[Event, ...]) -> Iterator[Beginning]:
    """The lives in which a later member was there from the start, or a topic had its later size from the start."""
    for number, event in enumerate(events):
        for joiner in event.join:
            if joiner.id not in group.member_ids():
                without = replace(event, join=tuple(one for one in event.join if one is not joiner))
                members = (*group.members, joiner)
                yield replace(group, members=members), (*events[:number], without, *events[number + 1 :])
        for name, count in event.topics:
            if count is not None and group.partition_counts().get(name) != count:
                without = replace(event, topics=tuple(one for one in event.topics if one[0] != name))
                yield _with_topic(group, name, count), (*events[:number], without, *events[number + 1 :])


def _with_topic(group: Group, name: str, count: int) -> Group:
    """`group` with a topic of this size and no other facts about it, and without claims beyond that size."""
    topic = Topic(name=name, partitions=count)
    known = name in group.partition_counts()
    topics = tuple(topic if one.name == name else one for one in group.topics)
    members = (
        replace(
            member,
            owned=tuple(
                (one, tuple(partition for partition in ids if partition < count) if one == name else ids)
                for one, ids in member.owned
            ),
        )
        for member in group.members
    )
    return replace(group, topics=topics if known else (*topics, topic), members=tuple(members))
