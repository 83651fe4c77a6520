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
from properties.descent import Descent
from properties.simpler import DESCENT, simpler_groups, simplest, size_of, smaller_groups
from properties.simpler_events import calmer, changes, fewer_events, sensible, with_fewer_partitions
from properties.simpler_names import plain_names, renamed, turned_round
from properties.simpler_starts import changed_before
from properties.simpler_together import (
    with_two_topics_as_one,
    without_a_member_and_its_share,
    without_a_partition_before_the_last,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from assignors.model import Member
    from properties.descent import Half

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
            happening = sum(map(changes, life.events))
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
            )


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


def _partitions_later(life: Life) -> Iterator[int]:
    counts = life.group.partition_counts()
    for event in life.events:
        for name, count in event.topics:
            counts[name] = count or 0
        yield sum(counts.values())


def smaller_courses(course: Course) -> Iterator[Course]:
    """
    One event less, one member less, one topic less, or one partition less.
    """
    life = course.life
    for events in fewer_events(life.events):
        yield from lived(course, life.group, events)
    for member in _ever(life):
        yield from lived(course, life.group, life.events, gone={member.id})
    for group in smaller_groups(life.group):
        if len(group.members) == len(life.group.members):
            yield from lived(course, group, life.events)
    yield from _with_other_events(course, with_fewer_partitions)


def simpler_courses(course: Course) -> Iterator[Course]:
    """
    The courses that differ from `course` by one thing less, the largest things first.
    """
    life = course.life
    yield from smaller_courses(course)
    if course.one_object:
        yield replace(course, one_object=False)
    for group, events in changed_before(life.group, life.events):
        for earlier in lived(course, group, events):
            if extent(earlier) < extent(course):
                yield earlier
    yield from _with_other_events(course, calmer)
    names = {*life.group.member_ids(), *life.group.partition_counts()}
    for group in simpler_groups(life.group):
        if names.issuperset((*group.member_ids(), *group.partition_counts())):
            yield from lived(course, group, life.events)
    plain = _plainly_named(course)
    if extent(plain) < extent(course):
        yield plain


def _much_simpler(course: Course) -> Iterator[Course]:
    """
    Two things less at once, and one thing less with the names the other way round.
    """
    life = course.life
    said = {name for event in life.events for name in _topics_said(event)}
    for together in (without_a_partition_before_the_last, without_a_member_and_its_share):
        for group in together(life.group):
            yield from lived(course, group, life.events)
    for group in with_two_topics_as_one(life.group):
        if said.isdisjoint(life.group.partition_counts()):
            yield from lived(course, group, life.events)
    yield from smaller_courses(_renamed(course, members=turned_round([member.id for member in _ever(life)])))
    for smaller in smaller_courses(course):
        yield from smaller_courses(smaller)
        yield from _with_other_events(smaller, calmer)


def _topics_said(event: Event) -> Iterator[str]:
    yield from (name for name, _ in event.topics)
    yield from (name for _, listed in event.subscribe for name in listed)
    yield from (name for joiner in event.join for name in joiner.subscription)


def _with_other_events(course: Course, others: Callable[[Event], Iterator[Event]]) -> Iterator[Course]:
    """
    The courses in which one event is one of the `others` that it could be.
    """
    events = course.life.events
    for number, event in enumerate(events):
        for other in others(event):
            yield from lived(course, course.life.group, (*events[:number], other, *events[number + 1 :]))


def _ever(life: Life) -> list[Member]:
    return [*life.group.members, *(joiner for event in life.events for joiner in event.join)]


def lived(
    course: Course, group: Group, events: Sequence[Event], gone: Collection[str] = frozenset()
) -> Iterator[Course]:
    """
    The course with this start and these events, without the members that are `gone`, freed of what can no longer
    happen; nothing where that is the same.
    """
    if gone:
        group = replace(group, members=tuple(member for member in group.members if member.id not in gone))
        events = [replace(one, join=tuple(joiner for joiner in one.join if joiner.id not in gone)) for one in events]
    if not group.members:
        return
    try:
        simpler = replace(course, life=Life(group=group, events=sensible(group, events)))
    except InvalidGroup:
        return
    if simpler != course:
        yield simpler


def _without_events(course: Course, gone: slice) -> Course | None:
    events = course.life.events
    return next(lived(course, course.life.group, (*events[: gone.start], *events[gone.stop :])), None)


def _without_members(course: Course, gone: slice) -> Course | None:
    left = {member.id for member in _ever(course.life)[gone]}
    return next(lived(course, course.life.group, course.life.events, gone=left), None)


def _started(course: Course, group: Group | None) -> Course | None:
    return None if group is None else next(lived(course, group, course.life.events), None)


def _half_of_the_start(half: Half[Group]) -> Half[Course]:
    count, without = half
    return (
        lambda course: count(course.life.group),
        lambda course, gone: _started(course, without(course.life.group, gone)),
    )


def _of_the_start(plain: Callable[[Group], Group]) -> Callable[[Course], Course]:
    return lambda course: _started(course, plain(course.life.group)) or course


def _plainly_named(course: Course) -> Course:
    """
    The course with members called C0, C1 ... and topics t0, t1 ..., their sorting the same.
    """
    life = course.life
    members = plain_names({member.id for member in _ever(life)}, "C")
    later = (name for event in life.events for name, _ in event.topics)
    topics = plain_names({*life.group.partition_counts(), *later}, "t")
    return _renamed(course, members=members, topics=topics)


def _renamed(course: Course, *, members: Mapping[str, str], topics: Mapping[str, str] | None = None) -> Course:
    """
    The course with these names in the place of the old ones, wherever they are mentioned.
    """
    life, topics = course.life, topics or {}

    def event_named(event: Event) -> Event:
        joiners = renamed(Group(topics=(), members=event.join), members=members, topics=topics)
        return replace(
            event,
            join=joiners.members,
            leave=tuple(members[one] for one in event.leave),
            subscribe=tuple(
                (members[one], tuple(topics.get(name, name) for name in listed)) for one, listed in event.subscribe
            ),
            topics=tuple((topics.get(name, name), count) for name, count in event.topics),
            miss=tuple(members[one] for one in event.miss),
        )

    group = renamed(life.group, members=members, topics=topics)
    return replace(course, life=replace(life, group=group, events=tuple(map(event_named, life.events))))


DESCENT_OF_COURSES = Descent(
    size=extent,
    plainer=(_plainly_named, *map(_of_the_start, DESCENT.plainer[1:])),
    halves=(
        (lambda course: len(course.life.events), _without_events),
        (lambda course: len(_ever(course.life)), _without_members),
        *map(_half_of_the_start, DESCENT.halves[1:]),
    ),
    smaller=smaller_courses,
    simpler=simpler_courses,
    much_simpler=_much_simpler,
)


def simplest_of(drawn: Drawn, still: Callable[[Any], bool]) -> None:
    """
    Take one thing after another away from what was `drawn`, as long as `still`, which remembers, says yes.
    """
    match drawn:
        case Group():
            simplest(drawn, still)
        case Course():
            DESCENT_OF_COURSES.bottom(drawn, still)
