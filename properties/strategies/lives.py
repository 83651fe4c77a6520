"""
Lives: a clean group, and the events before each further rebalance.

A change is three small numbers, interpreted by the current state of the group. So every draw is a possible life, no
draw is thrown away, and removing one change leaves the others valid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.membership.run import run
from kafka_assay.properties.measures.terms import subscribers
from kafka_assay.properties.strategies.choices import Choice, Draw, booleans, integers, lists, made, named, tuples
from kafka_assay.properties.strategies.clean import TINY, USUAL
from kafka_assay.properties.strategies.groups import groups_of
from kafka_assay.properties.strategies.names import make_different

MOST_EVENTS = 6
MOST_CHANGES = 4
MOST_JOINED = 2
"""The most members that a group may have more than at the start."""

_SMALL = integers(0, 7)
_CHANGE = tuples(named("change", integers(0, 15)), _SMALL, _SMALL)


@cache
def _plots(most: int) -> Choice[list[list[tuple[int, ...]]]]:
    # At least three events if six are allowed: shrinking shortens lives, and little happens in one event.
    return lists(lists(_CHANGE, most=MOST_CHANGES), least=min(3, most - 1), most=most)


def life_runs(name: str, *, tiny: bool) -> Choice[LifeRun]:
    """Lives that start with a group of the family called `name`."""
    return made(_life_run, name, tiny)


def outcomes(*, tiny: bool) -> Choice[Group]:
    """
    The last groups of lives, for callers that put one group to several assignors.

    The answers are dealt by a plain rule instead of asked.
    """
    return made(_outcome, tiny)


def _life_run(draw: Draw, name: str, tiny: bool) -> LifeRun:  # noqa: FBT001 - an argument of a choice
    """
    A life of one to six events (tiny: two) that starts with a group of the family called `name`.

    In half of the lives one assignor object answers all questions.
    """
    group = draw(groups_of(name, TINY if tiny else USUAL))
    plot = draw(_plots(2 if tiny else MOST_EVENTS))
    one_object = draw(booleans())
    most = TINY.members if tiny else len(group.members) + MOST_JOINED
    return LifeRun(life=life_of(group, plot, most_members=most), one_object=one_object)


def _outcome(draw: Draw, tiny: bool) -> Group:  # noqa: FBT001 - an argument of a choice
    return last_group(draw(life_runs("clean", tiny=tiny)).life)


def last_group(life: Life) -> Group:
    """The last group of a `life` in which every answer leaves validly owned partitions and deals out the rest."""
    *_, last = run(life, deal_answer)
    return last.group


def life_of(group: Group, plot: Sequence[Sequence[tuple[int, ...]]], *, most_members: int) -> Life:
    """The life that starts with `group` and follows the numbers in `plot`: a list of events, each a list of changes."""
    scene = LifeDraft(group, most_members)
    return Life(group=group, events=tuple(scene.event(changes) for changes in plot))


class LifeDraft:
    """
    The members, their subscriptions and the topics while events are made.

    `changes` are the kinds of change, by the first number of a drawn one.
    """

    changes: tuple[Callable[[Any, EventDraft, int, int], None], ...] = ()

    def __init__(self, group: Group, most_members: int) -> None:
        self.subscriptions = {member.id: member.subscription for member in group.members}
        self.topics: dict[str, int] = group.partition_counts()
        self.once = dict(self.topics)
        self.names = set(self.subscriptions)
        self.most_members = most_members
        self.away: dict[str, int] = {}

    def event(self, changes: Sequence[tuple[int, ...]]) -> Event:
        """The event that the numbers in `changes` make. The group is then as it is after the event."""
        draft = EventDraft()
        draft.miss = [member for member, left in self.away.items() if left]
        self.away = {member: left - 1 for member, left in self.away.items() if left}
        for kind, who, what in changes:
            self.changes[kind](self, draft, who, what)
        self.subscriptions = {
            member: draft.subscribe.get(member, topics)
            for member, topics in self.subscriptions.items()
            if member not in draft.leave and member not in draft.crash
        } | {member.id: draft.subscribe.get(member.id, member.subscription) for member in draft.join}
        return draft.event()

    def pick_staying(self, draft: EventDraft, who: int) -> str | None:
        """A present member that does not leave; None if there is none."""
        there = [member for member in self.subscriptions if member not in draft.leave and member not in draft.crash]
        return there[who % len(there)] if there else None

    def miss(self, draft: EventDraft, who: int, what: int) -> None:
        """
        A member misses this rebalance and perhaps one or two more.

        Three members claim the same partition only if one of them misses rebalances.
        """
        member = self.pick_dispensable(draft, who, what)
        if member is not None:
            draft.miss.append(member)
            self.away[member] = max(0, what - 5)

    def leave(self, draft: EventDraft, who: int, what: int) -> None:
        """A member leaves."""
        member = self.pick_dispensable(draft, who, what)
        if member is not None:
            draft.leave.append(member)
            draft.subscribe.pop(member, None)

    def join(self, draft: EventDraft, who: int, what: int) -> None:
        """A new member joins."""
        size = len(self.subscriptions) - len(draft.leave) - len(draft.crash) + len(draft.join)
        if size >= self.most_members:
            return
        name = make_different("", f"{'!' if what % 3 == 2 else ''}C{len(self.names)}", self.names)
        self.names.add(name)
        like = list(self.subscriptions.values())
        subscription = like[who % len(like)] if like and what < 5 else self._pick_topics(what)
        draft.join.append(Member(id=name, subscription=subscription))

    def subscribe(self, draft: EventDraft, who: int, what: int) -> None:
        """A member changes its subscription."""
        member = self.pick_staying(draft, who)
        if member is not None:
            draft.subscribe[member] = self._pick_topics(what)

    def grow(self, draft: EventDraft, who: int, what: int) -> None:
        """A topic gets more partitions."""
        name = self._pick_topic(draft, who)
        if name is not None:
            self._resize(draft, name, self.topics[name] + 1 + what % 3)

    def delete(self, draft: EventDraft, who: int, _: int) -> None:
        """A topic is deleted."""
        name = self._pick_topic(draft, who)
        if name is not None:
            draft.topics[name] = None
            del self.topics[name]

    def recreate(self, draft: EventDraft, who: int, what: int) -> None:
        """Recreate a topic with fewer partitions; a deleted one with as many as it had at the start."""
        gone = [name for name in self.once if name not in self.topics and name not in draft.topics]
        if gone:
            self._resize(draft, gone[who % len(gone)], self.once[gone[who % len(gone)]])
            return
        name = self._pick_topic(draft, who)
        if name is not None and self.topics[name] > 1:
            self._resize(draft, name, 1 + what % (self.topics[name] - 1))

    def reset(self, draft: EventDraft, _: int, __: int) -> None:
        """The coordinator forgets the group."""
        draft.reset = True

    def pick_dispensable(self, draft: EventDraft, who: int, what: int) -> str | None:
        """A member that takes part so far, but seldom the last one: an empty group shows nothing."""
        gone = {*draft.leave, *draft.crash, *draft.miss}
        there = [member for member in self.subscriptions if member not in gone]
        return there[who % len(there)] if len(there) > 1 or (there and what == 7) else None

    def _resize(self, draft: EventDraft, name: str, count: int) -> None:
        draft.topics[name] = self.topics[name] = count

    def _pick_topic(self, draft: EventDraft, who: int) -> str | None:
        there = [name for name in self.topics if name not in draft.topics]
        return there[who % len(there)] if there else None

    def _pick_topics(self, what: int) -> tuple[str, ...]:
        """Topics of the start: those that the bits of `what` select, or all of them."""
        names = list(self.once)
        bits = what % (2 ** min(len(names), 3))
        return tuple(name for place, name in enumerate(names) if not bits or bits >> place % 3 & 1)


class EventDraft:
    """A mutable event."""

    def __init__(self) -> None:
        self.join: list[Member] = []
        self.leave: list[str] = []
        self.subscribe: dict[str, tuple[str, ...]] = {}
        self.topics: dict[str, int | None] = {}
        self.miss: list[str] = []
        self.crash: list[str] = []
        self.reset = False

    def event(self) -> Event:
        """The event as a value."""
        return Event(
            join=tuple(self.join),
            leave=tuple(self.leave),
            subscribe=tuple(self.subscribe.items()),
            topics=tuple(self.topics.items()),
            miss=tuple(self.miss),
            crash=tuple(self.crash),
            reset=self.reset,
        )


LifeDraft.changes = (
    LifeDraft.leave,
    LifeDraft.join,
    *[LifeDraft.miss] * 6,
    LifeDraft.leave,
    LifeDraft.join,
    LifeDraft.subscribe,
    LifeDraft.subscribe,
    LifeDraft.grow,
    LifeDraft.recreate,
    LifeDraft.delete,
    LifeDraft.reset,
)
"""Indexed by the first number of a change. Six of sixteen miss the rebalance: disputed claims need several absences."""


def deal_answer(group: Group) -> Assignment:
    """A plain answer: validly owned partitions stay, the rest goes to the members with the fewest."""
    owners = valid_owners(group)
    answer: Assignment = {member.id: {} for member in group.members}
    counts = Counter(owners.values())
    for topic, there in subscribers(group).items():
        for partition in range(group.partition_counts()[topic]):
            owner = owners.get((topic, partition))  # type: ignore[call-overload]
            if owner is None:
                owner = min(there, key=counts.__getitem__)
                counts[owner] += 1
            answer[owner].setdefault(topic, []).append(partition)
    return answer
