"""
Simpler courses: every way to take one thing away from a life, and a measure of how long it takes to read.

Fewer events count most, then fewer members and partitions, then fewer changes in an event, then a simpler start.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assignors.errors import InvalidGroup
from assignors.life import Event, Life
from assignors.model import Group
from properties.course import Course, Drawn
from properties.simpler import plain_names, renamed, simpler_groups, simplest, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from assignors.model import Member

TINY = 2, 3, 4
"""Events, members and partitions that a reader takes in at once."""


def extent(drawn: Drawn) -> tuple[int, ...]:
    """
    How much there is to read: events, members that ever were, partitions at most, changes, then the start.
    """
    match drawn:
        case Group():
            members, partitions, *rest = size_of(drawn)
            return (0, members, partitions, 0, 0, *rest)
        case Course(life=life, one_object=one_object):
            members, partitions, *rest = size_of(life.group)
            joiners = [joiner for event in life.events for joiner in event.join]
            most = max([partitions, *_partitions_later(life)])
            changes = sum(_changes(event) for event in life.events)
            names = sum(len(joiner.id) for joiner in joiners)
            return (len(life.events), members + len(joiners), most, changes, int(one_object), *rest, names, partitions)


def rank(drawn: Drawn) -> tuple[int, ...]:
    """
    Which of two to show: what a reader takes in at once before what not, be it of fewer members; then the smaller.

    >>> from assignors.model import group_of
    >>> few = group_of({"t": 6}, {"a": ["t"], "b": ["t"]})
    >>> tiny = group_of({"t": 3}, {"a": ["t"], "b": ["t"], "c": ["t"]})
    >>> rank(tiny) < rank(few), extent(tiny) < extent(few)
    (True, False)
    """
    size = extent(drawn)
    return (int(any(one > most for one, most in zip(size, TINY, strict=False))), *size)


def simplest_of(drawn: Drawn, still: Callable[[Any], bool]) -> None:
    """
    Take one thing after another away from what was `drawn`, as long as `still`, which remembers, says yes.
    """
    match drawn:
        case Group():
            simplest(drawn, still)
        case Course():
            plain = _plainly_named(drawn)
            simpler: Course | None = plain if extent(plain) < extent(drawn) and still(plain) else drawn
            while simpler is not None:
                simpler = next((one for one in simpler_courses(simpler) if still(one)), None)


def simpler_courses(course: Course) -> Iterator[Course]:
    """
    The courses that differ from `course` by one thing less, the largest things first.
    """
    life = course.life
    for events in _fewer_events(life.events):
        yield from _lived(course, life.group, events)
    for member in _ever(life):
        yield from _lived(course, _without_member(life.group, member.id), life.events, gone=member.id)
    if course.one_object:
        yield replace(course, one_object=False)
    for number, event in enumerate(life.events):
        for calmer in _calmer(event):
            yield from _lived(course, life.group, (*life.events[:number], calmer, *life.events[number + 1 :]))
    names = {*life.group.member_ids(), *life.group.partition_counts()}
    for group in simpler_groups(life.group):
        if names.issuperset((*group.member_ids(), *group.partition_counts())):
            yield from _lived(course, group, life.events)
    plain = _plainly_named(course)
    if extent(plain) < extent(course):
        yield plain


def _partitions_later(life: Life) -> Iterator[int]:
    counts = life.group.partition_counts()
    for event in life.events:
        for name, count in event.topics:
            counts[name] = count or 0
        yield sum(counts.values())


def _changes(event: Event) -> int:
    several = (event.join, event.leave, event.subscribe, event.topics, event.miss)
    grown = sum(count or 0 for _, count in event.topics)
    return sum(map(len, several)) * 8 + 8 * event.reset + min(grown, 7)


def _fewer_events(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """
    Without the last, without any other, with two in a row as one.
    """
    for number in reversed(range(len(events))):
        yield (*events[:number], *events[number + 1 :])
    for number in range(len(events) - 1):
        both = _merged(events[number], events[number + 1])
        yield (*events[:number], both, *events[number + 2 :])


def _merged(first: Event, second: Event) -> Event:
    left_again = {joiner.id for joiner in first.join} & set(second.leave)
    return Event(
        join=(*(joiner for joiner in first.join if joiner.id not in left_again), *second.join),
        leave=tuple(dict.fromkeys((*first.leave, *(one for one in second.leave if one not in left_again)))),
        subscribe=tuple((dict(first.subscribe) | dict(second.subscribe)).items()),
        topics=tuple((dict(first.topics) | dict(second.topics)).items()),
        miss=second.miss,
        reset=first.reset or second.reset,
    )


def _ever(life: Life) -> list[Member]:
    return [*life.group.members, *(joiner for event in life.events for joiner in event.join)]


def _without_member(group: Group, member: str) -> Group:
    return replace(group, members=tuple(other for other in group.members if other.id != member))


def _calmer(event: Event) -> Iterator[Event]:
    """
    The event with one change less, or a topic with one partition less.
    """
    for key in ("join", "leave", "subscribe", "topics", "miss"):
        several: tuple[Any, ...] = getattr(event, key)
        for place in range(len(several)):
            yield _changed(event, key, (*several[:place], *several[place + 1 :]))
    if event.reset:
        yield replace(event, reset=False)
    if event.at is not None:
        yield replace(event, at=None)
    for place, (name, count) in enumerate(event.topics):
        if count is not None and count > 1:
            yield replace(event, topics=(*event.topics[:place], (name, count - 1), *event.topics[place + 1 :]))


def _changed(event: Event, key: str, value: tuple[Any, ...]) -> Event:
    changes: dict[str, Any] = {key: value}
    return replace(event, **changes)


def _lived(course: Course, group: Group, events: tuple[Event, ...], gone: str | None = None) -> Iterator[Course]:
    """
    The course with this start and these events, freed of what can no longer happen; nothing where that is the same.
    """
    if not group.members:
        return
    sensible = _sensible(group, [_without(event, gone) for event in events])
    try:
        simpler = replace(course, life=Life(group=group, events=sensible))
    except InvalidGroup:
        return
    if simpler != course:
        yield simpler


def _without(event: Event, gone: str | None) -> Event:
    return event if gone is None else replace(event, join=tuple(one for one in event.join if one.id != gone))


def _sensible(group: Group, events: list[Event]) -> tuple[Event, ...]:
    """
    `events` without what is said of members and topics that are not there.
    """
    here, topics = set(group.member_ids()), set(group.partition_counts())
    found = []
    for event in events:
        leave = tuple(one for one in event.leave if one in here)
        before = here - set(leave)
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
                miss=tuple(one for one in event.miss if one in before),
            )
        )
    return tuple(found)


def _plainly_named(course: Course) -> Course:
    """
    The course with members called C0, C1 ... and topics t0, t1 ..., their sorting the same.
    """
    life = course.life
    members = plain_names({member.id for member in _ever(life)}, "C")
    later = (name for event in life.events for name, _ in event.topics)
    topics = plain_names({*life.group.partition_counts(), *later}, "t")

    def event_named(event: Event) -> Event:
        joiners = renamed(Group(topics=(), members=event.join), members=members, topics=topics)
        return replace(
            event,
            join=joiners.members,
            leave=tuple(members[one] for one in event.leave),
            subscribe=tuple(
                (members[one], tuple(topics.get(name, name) for name in listed)) for one, listed in event.subscribe
            ),
            topics=tuple((topics[name], count) for name, count in event.topics),
            miss=tuple(members[one] for one in event.miss),
        )

    group = renamed(life.group, members=members, topics=topics)
    return replace(course, life=replace(life, group=group, events=tuple(map(event_named, life.events))))
