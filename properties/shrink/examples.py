"""
Simplify an example, a group or a life, one small step at a time.

Hypothesis shrinks draws, not groups. Its result often still has a claim or an odd name that is not needed. Of a life
fewer events count most, then fewer members and partitions, then fewer changes in an event, then a simpler start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.life import Event, Example, LifeRun
from kafka_assay.assignors.model import Group, Member, TopicPartition
from kafka_assay.properties.shrink.descent import (
    Steps,
    drop,
    each,
    lower,
    next_simpler,
    remove_slices,
    simpler_fields,
    simplify,
    stay,
    with_defaults,
)
from kafka_assay.properties.shrink.lives import earlier_changes, keeps_host, merged_events, newer_clients, possible_life
from kafka_assay.properties.shrink.names import (
    fewer_generations,
    names_in,
    plainer_names,
    sort_group,
    with_reversed_names,
)
from kafka_assay.properties.shrink.parts import (
    count_claims,
    fewer_claims,
    fewer_subscribed,
    partitions_of,
    with_equal_topics_smaller,
    with_two_topics_as_one,
    without_a_member_and_its_share,
    without_claims,
    without_partitions,
    without_topics,
)
from kafka_assay.properties.shrink.sizes import LISTS, OFFSETS, RESETS, example_size, simpler_resets

E = TypeVar("E", bound=Example)

MARKS = ("instance_id", "rack", "host", "client_id", "metadata_version")
MEMBER: Steps = {"owned": fewer_claims} | dict.fromkeys(("generation", *MARKS), stay)
TOPIC: Steps = {
    "replica_racks": each(lambda racks: drop(racks, least=1)),
    "begin_offsets": each(lower),
    "end_offsets": each(lower),
    "committed_offsets": each(lambda offset: () if offset is None else (None, *lower(offset))),
    "weights": stay,
}
GROWTH: Steps = {"topics": each(lambda sized: [(sized[0], sized[1] - 1)] if (sized[1] or 0) > 1 else [])}
EVENT: Steps = (
    dict.fromkeys(LISTS, drop)
    | dict.fromkeys(("reset", "leader", "at"), stay)
    | {"restart": lambda one: [replace(one, members=fewer) for fewer in drop(one.members, least=1)]}
)
"""How each field of a member, a topic and an event is simplified."""


def start_of(example: Example) -> Group:
    """The group, or the group of a life's first rebalance."""
    return example.life.group if isinstance(example, LifeRun) else example


def events_of(example: Example) -> tuple[Event, ...]:
    """The events of a life; a group has none."""
    return example.life.events if isinstance(example, LifeRun) else ()


def members_ever(example: Example) -> list[Member]:
    """The members of the start, then those that join later."""
    return [*start_of(example).members, *(joiner for event in events_of(example) for joiner in event.join)]


def change(
    example: E,
    group: Group | None = None,
    events: Sequence[Event] | None = None,
    gone: Collection[str] = frozenset(),
) -> Iterator[E]:
    """
    `example` with this start and these events, without the members that are `gone` and without impossible changes.

    Nothing if that is impossible or equals `example`.
    """
    group = start_of(example) if group is None else group
    events = events_of(example) if events is None else events
    if gone:
        group = replace(group, members=tuple(member for member in group.members if member.id not in gone))
        events = [replace(one, join=tuple(joiner for joiner in one.join if joiner.id not in gone)) for one in events]
    changed: Any = group
    if isinstance(example, LifeRun):
        try:
            changed = replace(example, life=possible_life(example.life, group, events))
        except InvalidGroup:
            return
        if not keeps_host(example.life, changed.life):
            return
    if changed != example and (group.members or not start_of(example).members):
        yield changed


Parts: TypeAlias = tuple[Callable[[Any], Sequence[Any]], Callable[[Any, Sequence[Any]], Iterator[Any]]]

EVENTS: Parts = (
    lambda example: range(len(events_of(example)))[::-1],
    lambda example, gone: change(
        example, events=[event for number, event in enumerate(events_of(example)) if number not in gone]
    ),
)
MEMBERS: Parts = (
    lambda example: [member.id for member in members_ever(example)],
    lambda example, gone: change(example, gone=gone),
)
TOPICS: Parts = (
    lambda example: [topic.name for topic in start_of(example).topics],
    lambda example, gone: _change_start(example, without_topics(start_of(example), gone)),
)
PARTITIONS: Parts = (
    lambda example: partitions_of(start_of(example)),
    lambda example, gone: _change_start(example, without_partitions(start_of(example), gone)),
)
CLAIMS: Parts = (
    lambda example: range(count_claims(start_of(example))),
    lambda example, gone: change(example, without_claims(start_of(example), gone)),
)
"""How to list the parts of one kind, and how to remove some of them."""


def smaller_examples(example: E) -> Iterator[E]:
    """The examples with one event, one member, one topic or one partition less."""
    start = start_of(example)
    for kind in (EVENTS, MEMBERS, TOPICS):
        yield from _without_each(example, kind)
    for events in merged_events(events_of(example)):
        yield from change(example, events=events)
    for topic in start.topics:
        if topic.partitions > 1:
            last = TopicPartition(topic.name, topic.partitions - 1)
            yield from _change_start(example, without_partitions(start, [last]))
    yield from _change_events(example, lambda event: simpler_fields(event, GROWTH))


def simpler_examples(example: E) -> Iterator[E]:
    """The examples with one thing less, the largest things first."""
    start = start_of(example)
    yield from smaller_examples(example)
    if isinstance(example, LifeRun):
        if example.one_object:
            yield replace(example, one_object=False)
        for group, events in earlier_changes(start, example.life.events):
            yield from _only_smaller(example, change(example, group, events))
        yield from _change_events(example, lambda event: simpler_fields(event, EVENT))
        yield from (replace(example, life=life) for life in newer_clients(example.life) if life != example.life)
    yield from _change_start(example, _bare_topics(start))
    yield from _change_members(example)
    for place, topic in enumerate(start.topics):
        for simpler in simpler_fields(topic, TOPIC):
            topics = (*start.topics[:place], simpler, *start.topics[place + 1 :])
            yield from change(example, replace(start, topics=topics))
    for reset in simpler_resets(start.auto_offset_reset):
        yield from change(example, replace(start, auto_offset_reset=reset))
    yield from fewer_generations(example)
    yield from _only_smaller(example, plainer_names(example))
    yield from _only_smaller(example, change(example, sort_group(start)))


def much_simpler_examples(example: E) -> Iterator[E]:
    """
    The examples with two things less at once, or with one thing less and reversed names.

    Two things, because a member may only be removable together with a partition if balance is at stake. Reversed names,
    because assignors follow their order.
    """
    start = start_of(example)
    yield from _change_start(example, with_equal_topics_smaller(start))
    yield from _without_each(example, PARTITIONS)
    yield from _change_start(example, without_a_member_and_its_share(start))
    if names_in(events_of(example), "topics").isdisjoint(start.partition_counts()):
        yield from _change_start(example, with_two_topics_as_one(start))
    for renamed in with_reversed_names(example):
        turned = next(change(renamed, sort_group(start_of(renamed))), renamed)
        yield from smaller_examples(turned)
        yield from _without_each(turned, PARTITIONS)
    for smaller in smaller_examples(example):
        yield from smaller_examples(smaller)
        yield from _change_members(smaller)
        yield from _change_events(smaller, lambda event: simpler_fields(event, EVENT))


def _without_each(example: E, kind: Parts) -> Iterator[E]:
    parts, without = kind
    for part in parts(example):
        yield from without(example, [part])


def _change_start(example: E, groups: Iterator[Group]) -> Iterator[E]:
    for group in groups:
        yield from change(example, group)


def _change_members(example: E) -> Iterator[E]:
    start = start_of(example)
    for place, member in enumerate(start.members):
        for simpler in (*simpler_fields(member, MEMBER), *fewer_subscribed(member)):
            yield from change(
                example, replace(start, members=(*start.members[:place], simpler, *start.members[place + 1 :]))
            )


def _change_events(example: E, simpler: Callable[[Event], Iterator[Event]]) -> Iterator[E]:
    """The lives in which one event is replaced by a `simpler` one."""
    for events in each(simpler)(events_of(example)):
        yield from change(example, events=events)


def _only_smaller(example: E, others: Iterator[E]) -> Iterator[E]:
    return (other for other in others if example_size(other) < example_size(example))


def _bare_topics(group: Group) -> Iterator[Group]:
    """`group` whose topics have only partition counts and racks: most laws do not look at more."""
    topics = tuple(with_defaults(topic, (*OFFSETS, "weights")) for topic in group.topics)
    yield replace(group, topics=topics, auto_offset_reset=RESETS[0])


def _bare_members(group: Group) -> Iterator[Group]:
    """`group` whose members have only a subscription, claims and a generation."""
    yield replace(group, members=tuple(with_defaults(member, MARKS) for member in group.members))


PLAINER: tuple[Callable[[Any], Iterator[Any]], ...] = (
    plainer_names,
    lambda example: _change_start(example, _bare_topics(start_of(example))),
    lambda example: _change_start(example, _bare_members(start_of(example))),
)
"""Each changes much in one question."""


def simplify_example(example: E, still: Callable[[E], bool]) -> E:
    """
    Simplify an `example` while `still` returns true: one thing less at a time, then two at once.

    No single thing can be removed from the result. `still` may raise to end early, so odd names and marks, which are
    removed all at once, come first.
    """
    for plainer in PLAINER:
        example = next((one for one in _only_smaller(example, plainer(example)) if still(one)), example)
    for parts, without in (EVENTS, MEMBERS, TOPICS, PARTITIONS, CLAIMS):
        example = remove_slices(example, parts, without, still)
    example = simplify(example, smaller_examples, still)
    place = 0
    while True:
        example = simplify(example, simpler_examples, still)
        found = next_simpler(example, much_simpler_examples, still, place)
        if found is None:
            return example
        place, example = found
