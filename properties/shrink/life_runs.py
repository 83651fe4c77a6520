"""
Simpler runs of a life: each way to remove one thing from it, and a measure of how long it takes to read.

Fewer events count most, then fewer members and partitions, then fewer changes in an event, then a simpler start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group, Member
from kafka_assay.properties.shrink.clients import (
    count_old_clients,
    keeps_host,
    newer_clients,
    rename_client_keys,
    rename_runs,
    with_clients,
)
from kafka_assay.properties.shrink.events import (
    calmer_events,
    count_changes,
    fewer_events,
    sensible_events,
    with_fewer_partitions,
)
from kafka_assay.properties.shrink.groups import DESCENT, simpler_groups, simplify_group, size_of, smaller_groups
from kafka_assay.properties.shrink.names import plain_names, rename_group, reverse_names
from kafka_assay.properties.shrink.shrinker import Half, Shrinker
from kafka_assay.properties.shrink.starts import earlier_changes
from kafka_assay.properties.shrink.together import (
    with_two_topics_as_one,
    without_a_member_and_its_share,
    without_a_partition_before_the_last,
)

TINY = 2, 3, 4
"""The most events, members and partitions that are easy to read."""


def example_size(example: Example) -> tuple[int, ...]:
    """
    The size of an example for a reader.

    In this order: events, all members that ever joined, the largest number of partitions, changes, the start.
    """
    match example:
        case Group():
            members, partitions, *rest = size_of(example)
            return (0, members, partitions, 0, 0, *rest)
        case LifeRun(life=life, one_object=one_object):
            members, partitions, *rest = size_of(life.group)
            joiners = [joiner for event in life.events for joiner in event.join]
            most = max([partitions, *_partitions_later(life)])
            happening = sum(map(count_changes, life.events))
            names = sum(len(joiner.id) for joiner in joiners)
            return (
                len(life.events),
                members + len(joiners),
                most,
                happening,
                int(one_object),
                *rest,
                names,
                partitions,
                count_old_clients(life),
            )


def reading_rank(example: Example) -> tuple[int, ...]:
    """
    The sort key of an example: easier to read first (even with more members), then smaller first.

    >>> from kafka_assay.assignors.model import group_of
    >>> few = group_of({"t": 6}, {"a": ["t"], "b": ["t"]})
    >>> tiny = group_of({"t": 3}, {"a": ["t"], "b": ["t"], "c": ["t"]})
    >>> reading_rank(tiny) < reading_rank(few), example_size(tiny) < example_size(few)
    (True, False)
    """
    size = example_size(example)
    return (int(any(one > most for one, most in zip(size, TINY, strict=False))), *size)


def _partitions_later(life: Life) -> Iterator[int]:
    counts = life.group.partition_counts()
    for event in life.events:
        for name, count in event.topics:
            counts[name] = count or 0
        yield sum(counts.values())


def smaller_runs(run: LifeRun) -> Iterator[LifeRun]:
    """The runs with one event, one member, one topic or one partition less."""
    life = run.life
    for events in fewer_events(life.events):
        yield from possible_runs(run, life.group, events)
    for member in _members_ever(life):
        yield from possible_runs(run, life.group, life.events, gone={member.id})
    for group in smaller_groups(life.group):
        if len(group.members) == len(life.group.members):
            yield from possible_runs(run, group, life.events)
    yield from _with_other_events(run, with_fewer_partitions)


def simpler_runs(run: LifeRun) -> Iterator[LifeRun]:
    """The runs with one thing less than `run`, the largest things first."""
    life = run.life
    yield from smaller_runs(run)
    if run.one_object:
        yield replace(run, one_object=False)
    for group, events in earlier_changes(life.group, life.events):
        for earlier in possible_runs(run, group, events):
            if example_size(earlier) < example_size(run):
                yield earlier
    yield from _with_other_events(run, calmer_events)
    for life in newer_clients(run.life):
        yield replace(run, life=life)
    names = {*life.group.member_ids(), *life.group.partition_counts()}
    for group in simpler_groups(life.group):
        if names.issuperset((*group.member_ids(), *group.partition_counts())):
            yield from possible_runs(run, group, life.events)
    plain = _with_plain_names(run)
    if example_size(plain) < example_size(run):
        yield plain


def _much_simpler_runs(run: LifeRun) -> Iterator[LifeRun]:
    """The runs with two things less at once, or with one thing less and reversed names."""
    life = run.life
    mentioned = {name for event in life.events for name in _topics_named(event)}
    for together in (without_a_partition_before_the_last, without_a_member_and_its_share):
        for group in together(life.group):
            yield from possible_runs(run, group, life.events)
    for group in with_two_topics_as_one(life.group):
        if mentioned.isdisjoint(life.group.partition_counts()):
            yield from possible_runs(run, group, life.events)
    yield from smaller_runs(_rename_run(run, members=reverse_names([member.id for member in _members_ever(life)])))
    for smaller in smaller_runs(run):
        yield from smaller_runs(smaller)
        yield from _with_other_events(smaller, calmer_events)


def _topics_named(event: Event) -> Iterator[str]:
    yield from (name for name, _ in event.topics)
    yield from (name for _, listed in event.subscribe for name in listed)
    yield from (name for joiner in event.join for name in joiner.subscription)


def _with_other_events(run: LifeRun, others: Callable[[Event], Iterator[Event]]) -> Iterator[LifeRun]:
    """The runs in which one event is replaced by one of its `others`."""
    events = run.life.events
    for number, event in enumerate(events):
        for other in others(event):
            yield from possible_runs(run, run.life.group, (*events[:number], other, *events[number + 1 :]))


def _members_ever(life: Life) -> list[Member]:
    return [*life.group.members, *(joiner for event in life.events for joiner in event.join)]


def possible_runs(
    run: LifeRun, group: Group, events: Sequence[Event], gone: Collection[str] = frozenset()
) -> Iterator[LifeRun]:
    """
    The run with this start and these events, without the members that are `gone` and without impossible changes.

    Nothing if that equals `run`.
    """
    if gone:
        group = replace(group, members=tuple(member for member in group.members if member.id not in gone))
        events = [replace(one, join=tuple(joiner for joiner in one.join if joiner.id not in gone)) for one in events]
    if not group.members:
        return
    try:
        simpler = replace(run, life=with_clients(run.life, group, sensible_events(group, events)))
    except InvalidGroup:
        return
    if simpler != run and keeps_host(run.life, simpler.life):
        yield simpler


def _without_events(run: LifeRun, gone: slice) -> LifeRun | None:
    events = run.life.events
    return next(possible_runs(run, run.life.group, (*events[: gone.start], *events[gone.stop :])), None)


def _without_members(run: LifeRun, gone: slice) -> LifeRun | None:
    left = {member.id for member in _members_ever(run.life)[gone]}
    return next(possible_runs(run, run.life.group, run.life.events, gone=left), None)


def _with_start(run: LifeRun, group: Group | None) -> LifeRun | None:
    return None if group is None else next(possible_runs(run, group, run.life.events), None)


def _halve_start(half: Half[Group]) -> Half[LifeRun]:
    count, without = half
    return (
        lambda run: count(run.life.group),
        lambda run, gone: _with_start(run, without(run.life.group, gone)),
    )


def _change_start(plain: Callable[[Group], Group]) -> Callable[[LifeRun], LifeRun]:
    return lambda run: _with_start(run, plain(run.life.group)) or run


def _with_plain_names(run: LifeRun) -> LifeRun:
    """The run with members called C0, C1 ... and topics t0, t1 ... in the same sort order."""
    life = run.life
    members = plain_names({member.id for member in _members_ever(life)}, "C")
    later = (name for event in life.events for name, _ in event.topics)
    topics = plain_names({*life.group.partition_counts(), *later}, "t")
    return _rename_run(run, members=members, topics=topics)


def _rename_run(run: LifeRun, *, members: Mapping[str, str], topics: Mapping[str, str] | None = None) -> LifeRun:
    """The run with new names for these members and topics, everywhere."""
    life, topics = run.life, topics or {}

    def event_named(event: Event) -> Event:
        joiners = rename_group(Group(topics=(), members=event.join), members=members, topics=topics)
        return replace(
            event,
            join=joiners.members,
            leave=tuple(members[one] for one in event.leave),
            subscribe=tuple(
                (members[one], tuple(topics.get(name, name) for name in listed)) for one, listed in event.subscribe
            ),
            topics=tuple((topics.get(name, name), count) for name, count in event.topics),
            miss=tuple(members[one] for one in event.miss),
            **rename_client_keys(event, members, topics),
        )

    group = rename_group(life.group, members=members, topics=topics)
    events = tuple(map(event_named, life.events))
    return replace(run, life=replace(life, group=group, events=events, runs=rename_runs(life.runs, members)))


DESCENT_OF_RUNS = Shrinker(
    size=example_size,
    plainer=(_with_plain_names, *map(_change_start, DESCENT.plainer[1:])),
    halves=(
        (lambda run: len(run.life.events), _without_events),
        (lambda run: len(_members_ever(run.life)), _without_members),
        *map(_halve_start, DESCENT.halves[1:]),
    ),
    smaller=smaller_runs,
    simpler=simpler_runs,
    much_simpler=_much_simpler_runs,
)


def simplify_example(example: Example, still: Callable[[Any], bool]) -> None:
    """Simplify an `example` step by step while `still` returns true. `still` stores the last one that passed."""
    match example:
        case Group():
            simplify_group(example, still)
        case LifeRun():
            DESCENT_OF_RUNS.shrink(example, still)
