"""
A month of a group's life, drawn from a seed and a number: the same on every machine.

`Rates` say how often things happen, and how large the group is; `docs/understand/lives.md` says why each default.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from heapq import heappop, heappush
from random import Random

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import Restart
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.pipeline.replay.replayed_life import Timing

MOST_EVENTS = 1_000.0
MOST_SIZE = 1_000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """
    How often things happen in a month, and how large groups are.

    The first four are mean numbers of events in a month, the next three are shares of the groups.
    """

    deploys: float = 8.0
    """All members restart."""
    scale_outs: float = 4.0
    """The group grows by half, for a working day."""
    crashes: float = 2.0
    """A member crashes, and is back after a restart."""
    growths: float = 0.25
    """A topic gets twice its partitions."""
    static: float = 0.2
    """Groups with static members."""
    quarter: float = 0.5
    """Groups that restart a quarter of their members at once, not one after another."""
    unequal: float = 0.2
    """Groups whose older members do not read the newest topic."""
    least_members: float = 3.0
    """The least number of members at the start."""
    most_members: float = 30.0
    """The largest."""
    least_partitions: float = 1.0
    """The least number of partitions for each member, over all topics."""
    most_partitions: float = 8.0
    """The largest."""
    most_topics: float = 4.0
    """The largest number of topics."""

    def __post_init__(self) -> None:
        """Raise `AssayError` for a value that cannot be."""
        for name in ("deploys", "scale_outs", "crashes", "growths"):
            self._require(name, 0.0, MOST_EVENTS)
        for name in ("static", "quarter", "unequal"):
            self._require(name, 0.0, 1.0)
        self._require("least_members", 2.0, MOST_SIZE)
        self._require("most_members", self.least_members, MOST_SIZE)
        self._require("least_partitions", 0.01, MOST_SIZE)
        self._require("most_partitions", self.least_partitions, MOST_SIZE)
        self._require("most_topics", 1.0, MOST_SIZE)

    def _require(self, name: str, least: float, most: float) -> None:
        value: float = getattr(self, name)
        if not least <= value <= most:
            raise AssayError(f"--rate {key_of(name)}={value:g}: expected a number from {least:g} to {most:g}")


def key_of(name: str) -> str:
    """The key of a field on the command line."""
    return name.replace("_", "-")


KEYS = tuple(key_of(one.name) for one in fields(Rates))
"""The keys of `--rate`."""


def parse_rates(words: Iterable[str]) -> Rates:
    """
    The rates with the changes in `words`, such as `deploys=20`. Raises `AssayError`.

    >>> parse_rates(["deploys=20", "static=0"]).deploys
    20.0
    """
    changes: dict[str, float] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if key not in KEYS or not equals:
            tip = spelling_tip(key, KEYS)
            raise AssayError(f"--rate {word}{tip}: expected KEY=NUMBER with one of the keys {', '.join(KEYS)}")
        try:
            changes[key.replace("-", "_")] = float(text)
        except ValueError:
            raise AssayError(f"--rate {word}: expected a number") from None
    return replace(Rates(), **changes)


MONTH = 30 * 86_400.0
SCALED_OUT = 8 * 3_600.0
"""Members that a scale-out added leave after a working day."""
GROWTH = 2
"""A topic that grows gets so many times its partitions."""
QUARTER = 4


def draw_month(seed: int, number: int, rates: Rates, restart: float = Timing().restart) -> Life:
    """
    The month with this `number`. A crashed member is back after as many seconds as a `restart` takes.

    >>> month = draw_month(0, 7, Rates())
    >>> month == draw_month(0, 7, Rates()), month.events[-1].at < MONTH + 30
    (True, True)
    """
    return _DrawnMonth(Random(f"{seed}/months/{number}"), rates, restart).draw(f"month-{seed}-{number}")


class _DrawnMonth:
    """A group and its clock. Later changes of what happened (a replacement, a scale-in) wait in `queue`."""

    def __init__(self, random: Random, rates: Rates, restart: float) -> None:
        self.random, self.rates, self.restart = random, rates, restart
        self.is_static = random.random() < rates.static
        self.restarts_quarter = random.random() < rates.quarter
        self.is_unequal = random.random() < rates.unequal
        self.counts = self._draw_topics(members := round(self._draw_number(rates.least_members, rates.most_members)))
        self.members: dict[str, Member] = {}
        self.born = 0
        start = [self._new_member() for _ in range(members)]
        old = len(start) // 2 if self.is_unequal else 0
        self.members = {
            one.id: replace(one, subscription=tuple(self.counts)[:-1]) if place < old else one
            for place, one in enumerate(start)
        }
        self.queue: list[tuple[float, int, str, tuple[str, ...]]] = []

    def draw(self, name: str) -> Life:
        """The life: its group as it is now, and the events of a month."""
        group = Group(
            topics=tuple(Topic(name=topic, partitions=count) for topic, count in self.counts.items()),
            members=tuple(self.members.values()),
        )
        for kind in ("deploys", "scale_outs", "crashes", "growths"):
            for at in self._times(getattr(self.rates, kind)):
                self._wait(at, kind)
        events = []
        while self.queue:
            at, _, kind, names = heappop(self.queue)
            event = self._happen(kind, at, names)
            events += [] if event is None else [replace(event, at=at)]
        return Life(group=group, events=tuple(events), name=name)

    def _happen(self, kind: str, at: float, names: tuple[str, ...]) -> Event | None:
        match kind:
            case "deploys":
                parallel = max(1, len(self.members) // QUARTER) if self.restarts_quarter else 1
                return Event(restart=Restart(members=tuple(self.members), parallel=parallel))
            case "scale_outs":
                return self._scale_out(at)
            case "scale_in":
                leaving = tuple(name for name in names if self.members.pop(name, None) is not None)
                return Event(leave=leaving) if leaving else None
            case "crashes":
                return self._crash(at)
            case "replacement":
                member = replace(self._new_member(), subscription=names)
                self.members[member.id] = member
                return Event(join=(member,))
            case _:
                topic = self.random.choice(list(self.counts))
                self.counts[topic] *= GROWTH
                return Event(topics=((topic, self.counts[topic]),))

    def _draw_number(self, least: float, most: float) -> float:
        """A number whose logarithm is uniform: as often between 3 and 6 as between 10 and 20."""
        return math.exp(self.random.uniform(math.log(least), math.log(most)))

    def _draw_topics(self, members: int) -> dict[str, int]:
        """Topics of different sizes, which together have the drawn number of partitions for each member."""
        least = 2 if self.is_unequal else 1
        count = self.random.randint(least, max(least, int(self.rates.most_topics)))
        shares = (self._draw_number(self.rates.least_partitions, self.rates.most_partitions) for _ in range(count))
        return {f"t{place}": max(1, round(members * share / count)) for place, share in enumerate(shares)}

    def _times(self, mean: float) -> Iterator[float]:
        """The times of a Poisson process with this mean number of events in a month, in whole seconds."""
        at = 0.0
        while mean > 0:
            at += self.random.expovariate(mean / MONTH)
            if at >= MONTH:
                return
            yield float(round(at))

    def _wait(self, at: float, kind: str, names: tuple[str, ...] = ()) -> None:
        self.born += 1
        heappush(self.queue, (at, self.born, kind, names))

    def _new_member(self) -> Member:
        self.born += 1
        name = f"m{self.born}"
        return Member(id=name, subscription=tuple(self.counts), instance_id=name if self.is_static else None)

    def _scale_out(self, at: float) -> Event:
        joining = [self._new_member() for _ in range(max(1, len(self.members) // 2))]
        self.members |= {one.id: one for one in joining}
        if at + SCALED_OUT < MONTH:
            self._wait(at + SCALED_OUT, "scale_in", tuple(one.id for one in joining))
        return Event(join=tuple(joining))

    def _crash(self, at: float) -> Event | None:
        name = self.random.choice(list(self.members))
        if self.is_static:
            return Event(restart=Restart(members=(name,)))
        if len(self.members) < 2:
            return None
        subscription = self.members.pop(name).subscription
        self._wait(at + self.restart, "replacement", subscription)
        return Event(crash=(name,))
