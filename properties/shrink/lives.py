"""
Simpler lives: fewer or merged events, other starts, newer clients; and a life that stays possible while it changes.

The events before the decisive rebalance often only explain how the group got into its state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.measures.claims import generation_after
from kafka_assay.properties.shrink.parts import with_claims
from kafka_assay.properties.trials.trial import TrialStep

Beginning = tuple[Group, tuple[Event, ...]]
"""The start of a life, and its events."""


def possible_life(life: Life, group: Group, events: Sequence[Event]) -> Life:
    """
    The life with this start and these events, without changes to members and topics that do not exist.

    Every member runs the client that it runs in `life`.
    """
    known = {run.member: run for run in all_runs(life)}

    def runs_of(members: tuple[Member, ...]) -> tuple[LifeMember, ...]:
        return tuple(known[member.id] for member in members if member.id in known)

    possible = (replace(event, runs=runs_of(event.join)) for event in _possible_events(group, events))
    return Life(group=group, events=tuple(possible), protocol=life.protocol, runs=runs_of(group.members))


def _possible_events(group: Group, events: Sequence[Event]) -> Iterator[Event]:
    here, topics = set(group.member_ids()), set(group.partition_counts())
    for event in events:
        leave = tuple(one for one in event.leave if one in here)
        crash = tuple(one for one in event.crash if one in here and one not in leave)
        before = here.difference(leave, crash)
        join = tuple(one for one in event.join if one.id not in before)
        here = before.union(one.id for one in join)
        counts = tuple((name, count) for name, count in event.topics if count is not None or name in topics)
        topics = topics.difference(name for name, _ in counts).union(name for name, count in counts if count)
        miss = tuple(one for one in event.miss if one in before)
        restarted = tuple(one for one in event.restart.members if one in here) if event.restart else ()
        yield replace(
            event,
            leave=leave,
            join=join,
            subscribe=tuple((one, listed) for one, listed in event.subscribe if one in here),
            topics=counts,
            miss=miss,
            crash=crash,
            miss_sync=tuple(one for one in event.miss_sync if one in here and one not in miss),
            errors=tuple((one, code) for one, code in event.errors if one in before and one not in miss),
            restart=replace(event.restart, members=restarted) if event.restart and restarted else None,
            upgrade=tuple((one, client) for one, client in event.upgrade if one in here),
            leader=event.leader if event.leader in here and event.leader not in miss else None,
            lag_rates=tuple((name, rates) for name, rates in event.lag_rates if name in topics),
            racks=tuple((name, racks) for name, racks in event.racks if name in topics),
        )


def all_runs(life: Life) -> tuple[LifeMember, ...]:
    """How all members of a life run, those of the start first."""
    return (*life.runs, *(run for event in life.events for run in event.runs))


def keeps_host(before: Life, after: Life) -> bool:
    """
    Whether somebody in `after` runs the client family of the first member of `before`.

    That member is no guest (`properties/strategies/lives.py`): its assignor is the one that is checked.
    """
    return not before.runs or _family(before.runs[0]) in {_family(run) for run in all_runs(after)}


def newer_clients(life: Life) -> Iterator[Life]:
    """
    The lives in which all members, or one member of the start, run the newest release.

    Then the lives in which members of other families run that of the first member.
    """
    events = tuple(replace(event, runs=tuple(map(_newest, event.runs))) for event in life.events)
    yield replace(life, runs=tuple(map(_newest, life.runs)), events=events)
    for simpler in (_newest, lambda run: replace(run, client=_family(life.runs[0]))):
        for place, run in enumerate(life.runs):
            if simpler is _newest or _family(run) != _family(life.runs[0]):
                yield replace(life, runs=(*life.runs[:place], simpler(run), *life.runs[place + 1 :]))


def _newest(run: LifeMember) -> LifeMember:
    return replace(run, client=_family(run))


def _family(run: LifeMember) -> str | None:
    return None if run.client is None else run.client.partition(" ")[0]


def merged_events(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events with two neighbours merged into one."""
    for number in range(len(events) - 1):
        yield (*events[:number], _merge_events(events[number], events[number + 1]), *events[number + 2 :])


def _merge_events(first: Event, second: Event) -> Event:
    left_again = {joiner.id for joiner in first.join} & set(second.leave)
    return Event(
        join=(*(joiner for joiner in first.join if joiner.id not in left_again), *second.join),
        leave=tuple(dict.fromkeys((*first.leave, *(one for one in second.leave if one not in left_again)))),
        subscribe=tuple((dict(first.subscribe) | dict(second.subscribe)).items()),
        topics=tuple((dict(first.topics) | dict(second.topics)).items()),
        miss=second.miss,
        reset=first.reset or second.reset,
        crash=tuple(dict.fromkeys((*first.crash, *second.crash))),
        restart=second.restart or first.restart,
        upgrade=tuple((dict(first.upgrade) | dict(second.upgrade)).items()),
        miss_sync=second.miss_sync,
        errors=tuple((dict(first.errors) | dict(second.errors)).items()),
        runs=(*first.runs, *second.runs),
    )


def later_starts(steps: Sequence[TrialStep]) -> Iterator[Beginning]:
    """
    The lives that start at a rebalance among the `steps` of a life, the latest first.

    Each appears twice: with the group as it was then, and with its claims settled.
    """
    rebalances = [(step.group, step.event) for step in steps if step.event is not None]
    for number in reversed(range(len(rebalances))):
        events = tuple(event for _, event in rebalances[number + 1 :])
        for group in dict.fromkeys((rebalances[number][0], settle_claims(rebalances[number][0]))):
            yield group, events


def settle_claims(group: Group) -> Group:
    """
    `group` whose members claim exactly what they validly own, all at one generation.

    Missing topics are removed from the subscriptions. Members without any other topic are removed.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 2}, {"a": ["t", "u"], "b": ["t"]}, {"a": {"t": [0, 1, 9]}, "b": {"t": [1]}})
    >>> [(member.id, member.subscription, member.owned) for member in settle_claims(group).members]
    [('a', ('t',), (('t', (0,)),)), ('b', ('t',), ())]
    """
    owners, known, newest = valid_owners(group), group.partition_counts(), generation_after(group)
    members = []
    for member in group.members:
        mine: dict[str, dict[int, None]] = {}
        for claim in member.claims():
            if owners.get(claim) == member.id:
                mine.setdefault(claim.topic, {})[claim.partition] = None
        subscription = tuple(name for name in member.subscription if name in known)
        owned = tuple((topic, tuple(ids)) for topic, ids in mine.items())
        if subscription:
            members.append(member.with_lists(subscription, owned, newest if owned else None))
    return group.with_members(tuple(members))


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
    sizes = {topic.name: topic for topic in group.topics} | {name: Topic(name=name, partitions=count)}
    members = (
        with_claims(member, lambda topic, one: None if topic == name and one >= count else one)
        for member in group.members
    )
    return group.with_members(tuple(members), tuple(sizes.values()))
