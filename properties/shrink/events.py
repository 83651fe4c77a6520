"""Simpler events of a life: fewer or merged events, fewer changes in one, no changes that are impossible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import Restart
from kafka_assay.assignors.model import Group

LISTS = ("join", "leave", "subscribe", "topics", "miss", "crash", "miss_sync", "errors", "upgrade")
"""The fields of an event that list changes."""


def count_changes(event: Event) -> int:
    """The number of changes in an event, plus a fraction for the partitions that it adds."""
    several = [getattr(event, key) for key in LISTS]
    grown = sum(count or 0 for _, count in event.topics)
    restarted = (*several, () if event.restart is None else event.restart.members)
    return sum(map(len, restarted)) * 8 + 8 * (event.leader is not None) + 8 * event.reset + min(grown, 7)


def fewer_events(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events without the last one, without any other one, or with two neighbours merged."""
    for number in reversed(range(len(events))):
        yield (*events[:number], *events[number + 1 :])
    for number in range(len(events) - 1):
        both = _merge_events(events[number], events[number + 1])
        yield (*events[:number], both, *events[number + 2 :])


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


def calmer_events(event: Event) -> Iterator[Event]:
    """The event with one change less, or with one partition less in a topic."""
    for key in LISTS:
        several: tuple[Any, ...] = getattr(event, key)
        for place in range(len(several)):
            yield _change_event(event, key, (*several[:place], *several[place + 1 :]))
    if event.reset:
        yield replace(event, reset=False)
    if event.leader is not None:
        yield replace(event, leader=None)
    if event.restart is not None:
        yield replace(event, restart=None)
        if len(event.restart.members) > 1:
            for member in event.restart.members:
                yield replace(event, restart=Restart(members=(member,)))
    if event.at is not None:
        yield replace(event, at=None)
    yield from with_fewer_partitions(event)


def with_fewer_partitions(event: Event) -> Iterator[Event]:
    """The event with one partition less in a topic that it sets."""
    for place, (name, count) in enumerate(event.topics):
        if count is not None and count > 1:
            yield replace(event, topics=(*event.topics[:place], (name, count - 1), *event.topics[place + 1 :]))


def _change_event(event: Event, key: str, value: tuple[Any, ...]) -> Event:
    several: dict[str, Any] = {key: value}
    return replace(event, **several)


def sensible_events(group: Group, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events` without changes to members and topics that do not exist."""
    here, topics = set(group.member_ids()), set(group.partition_counts())
    found = []
    for event in events:
        leave = tuple(one for one in event.leave if one in here)
        crash = tuple(one for one in event.crash if one in here and one not in leave)
        before = here - set(leave) - set(crash)
        join = tuple(one for one in event.join if one.id not in before)
        here = before | {one.id for one in join}
        counts = tuple((name, count) for name, count in event.topics if count is not None or name in topics)
        topics = topics - {name for name, count in counts if count is None} | {name for name, count in counts if count}
        found.append(
            replace(
                event,
                leave=leave,
                join=join,
                subscribe=tuple((one, listed) for one, listed in event.subscribe if one in here),
                topics=counts,
                miss=(miss := tuple(one for one in event.miss if one in before)),
                crash=crash,
                miss_sync=tuple(one for one in event.miss_sync if one in here and one not in miss),
                errors=tuple((one, code) for one, code in event.errors if one in before and one not in miss),
                restart=_restart_of(event.restart, here),
                upgrade=tuple((one, client) for one, client in event.upgrade if one in here),
                leader=event.leader if event.leader in here and event.leader not in miss else None,
                lag_rates=tuple((name, rates) for name, rates in event.lag_rates if name in topics),
            )
        )
    return tuple(found)


def _restart_of(restart: Restart | None, here: set[str]) -> Restart | None:
    left = () if restart is None else tuple(one for one in restart.members if one in here)
    return replace(restart, members=left) if restart is not None and left else None
