"""
One what-if: a change in a group, carried out by one target under its protocol; and the four usual ones of a group.

Counted are partitions: those that *moved* from a member that stays to another one, those that were *ownerless* when a
rebalance began (of members that left or restarted, new, or without an owner before), and those that were
*interrupted*: somebody read them before, and nobody did for some time. One partition can be ownerless and interrupted.
A partition that stops twice is interrupted once, with two *stops*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Literal, NamedTuple

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.life import Event, group_after
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import REBALANCING_STATES, Assignment, Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.membership.rollout import Rollout, RolloutWord
from kafka_assay.oracle.solve import solve
from kafka_assay.oracle.weighted.weights import member_weights, weights_of
from kafka_assay.pipeline.whatif.change import Change, PlannedChange, plan_change
from kafka_assay.pipeline.whatif.new_ids import id_placements, is_random
from kafka_assay.pipeline.whatif.rounds import Partition, count_moved, owners_of, protocol_of, run_rounds
from kafka_assay.pipeline.whatif.switching import client_of_members, learns_owners, rollout_to
from kafka_assay.properties.measures.claims import feed_back, without_claims
from kafka_assay.properties.measures.spread import host_spread, idle_members, topic_spread
from kafka_assay.properties.measures.subscriptions import count_assignable, has_same_existing_topics, subscribers

_BY_NAME = {name.replace("-", ""): name for name in SHIPPED} | {"uniform": "server-uniform"}
"""The clients', brokers' and our names, without case, hyphens, package and the ending of a class -> reference."""

_ENDING = re.compile(r"(assignor|assigner)$")


def present_assignor(group: Group) -> str | None:
    """
    The reference with the rule that the group runs, by its `strategy`; None if that is absent or unknown.

    `range` is the broker's if the member ids are those of KIP-848: a random id of 22 characters, without a client id.

    >>> present_assignor(Group(topics=(), members=(), strategy="uniform"))
    'server-uniform'
    """
    if group.strategy is None:
        return None
    word = group.strategy.rpartition(".")[2].lower().replace("-", "").replace("_", "")
    name = _BY_NAME.get(_ENDING.sub("", word))
    has_random_ids = bool(group.members) and all(map(is_random, group.members))
    return "server-range" if name == "range" and has_random_ids else name


def is_present(target: Target, group: Group) -> bool:
    """
    Whether `target` follows the rule that the group runs today.

    kafkajs gives everybody the leader's topics, so no reference follows it where subscriptions differ (kafkajs-1).
    """
    is_kafkajs = target.name in SHIPPED and client_of_members(group) == "kafkajs"
    if is_kafkajs and not has_same_existing_topics(group):
        return False
    return present_assignor(group) == (target.like or target.name).partition(",")[0]


Cause = Literal["change", "return"]
"""Why the group rebalances: the change itself, or the return of restarted members."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFigures:
    """One round, in numbers of partitions."""

    rebalance: Cause
    """What the rebalance is for: the change, or the return of restarted members."""
    number: int
    """The number of the rebalance, from 1."""
    revoked: int
    """A member stopped reading them in this round."""
    granted: int
    """A member started to read them."""
    unread: int
    """Nobody reads them after this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfOutcome:
    """What a change costs with one target. The figures count partitions, unless said otherwise."""

    target: str
    """The assignor."""
    version: str
    """Its version."""
    protocol: Protocol
    """Who stops during a rebalance: everybody (`eager`), or only what moves."""
    present: bool
    """Whether the group runs it today. Then the figures count from today's owners."""
    switch: int | None
    """
    Moves once, when the group first settles with this assignor; null where it is the present one, and where nobody owns
    anything today. From one classic assignor to another, nobody tells it the owners. The other figures count from
    there.
    """
    moved: int
    """Moved from a member that stays to another one, over all rebalances."""
    ownerless: int
    """Had no owner when a rebalance began: of members that left or restarted, new, or without an owner before."""
    interrupted: int
    """Were read before, and had no reader for some time."""
    stops: int
    """How often they lost their reader: a partition that stopped twice counts twice."""
    partitions: int
    """Of topics that a member subscribes to, before or after."""
    unassigned: int
    """Of these, without an owner afterwards."""
    rounds: tuple[RoundFigures, ...]
    """The rounds of all rebalances, in order."""
    switch_stops: int | None = None
    """Partitions that lose their reader in the rebalance of that switch; restarts come on top."""
    rollout: RolloutWord | None = None
    """What the switch takes: nothing, one or two rolling restarts, a full stop, or online; null: not known."""
    rollout_how: str | None = None
    """How it is done."""
    rollout_source: str | None = None
    """The documentation or code that says so."""
    rollout_client: str | None = None
    """The client that the members have to change to for it; null: they keep theirs, or it is not known."""
    comparable: bool = True
    """Whether the present assignment is known. If nobody owns anything, each target starts from its own settled one."""
    topic_spread: float | None = None
    """Afterwards: in each topic, most minus least partitions of its subscribers; the mean over the topics."""
    host_spread: int | None = None
    """Afterwards: most minus least partitions of a host; null where a member's host is unknown."""
    idle: int = 0
    """Members without a partition afterwards."""
    moves_range: tuple[int, ...] | None = None
    """The least and the most `moved` over the places where new ids can sort; null if all are equal."""
    interrupted_range: tuple[int, ...] | None = None
    """The same for `interrupted`."""
    stops_range: tuple[int, ...] | None = None
    """The same for `stops`."""
    topic_spread_range: tuple[float, ...] | None = None
    """The same for `topic_spread`."""
    host_spread_range: tuple[int, ...] | None = None
    """The same for `host_spread`."""
    heaviest_range: tuple[float, ...] | None = None
    """The same for `heaviest`."""
    loads_range: tuple[tuple[int, ...], ...] | None = None
    """The least and most partitions of the least loaded member, of the next one, and so on; null if all are equal."""
    all_orders: bool = True
    """Whether the ranges cover all places, or some of very many."""
    heaviest: float | None = None
    """With `--weights`: the weight of the heaviest member afterwards; null without."""
    loads: dict[str, int] = field(hash=False, default_factory=dict)
    """Member id to its number of partitions afterwards."""

    @property
    def rebalances(self) -> int:
        """The number of rebalances."""
        return len({one.number for one in self.rounds})

    @property
    def has_ranges(self) -> bool:
        """Whether a figure depends on the places where new ids can sort."""
        return any(getattr(self, one.name) is not None for one in fields(self) if one.name.endswith("_range"))

    @property
    def idle_range(self) -> tuple[int, int]:
        """The least and the most idle members over the places where new ids can sort."""
        if self.loads_range is None:
            return self.idle, self.idle
        least, most = ([span[end] for span in self.loads_range].count(0) for end in (1, 0))
        return least, most


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A target without an outcome."""

    target: str
    """The assignor."""
    why: str
    """Why it has no outcome."""


def find_outcome(target: Target, group: Group, planned: PlannedChange, by: str | None = None) -> WhatIfOutcome:
    """
    The outcome of the change with `target`, with ranges where it depends on the places of new ids.

    Raises `AssignorFailed` if it gives no valid answer.
    """
    return outcome_with_ranges(target, settle(target, group), planned, by)


class Settled(NamedTuple):
    """
    The group before a change, as the target leaves it, its valid owners, and the moves to get there.

    `present`: the group runs the target today. Then `switch` is None. `comparable`: somebody owns something today.
    """

    group: Group
    owners: Mapping[Partition, str]
    switch: int | None
    present: bool
    comparable: bool
    switch_stops: int | None = None
    rollout: Rollout | None = None


def settle(target: Target, group: Group) -> Settled:
    """
    The group once it has settled with `target`. Raises `AssignorFailed` if it gives no valid answer.

    If the group was captured in a rebalance, the present assignor finishes that rebalance first. If nobody owns
    anything, the present assignment is unknown, and the present assignor settles as every other one. Every other target
    is told what the members own only if the switch to it tells it (`learns_owners`).
    """
    switch = stops = None
    present, running = is_present(target, group), present_assignor(group)
    rollout, owners = rollout_to(target, group, running), owners_of(group)
    comparable = bool(owners) or not count_assignable(group)
    if not present or not comparable or group.state in REBALANCING_STATES:
        is_told = present or learns_owners(target, group, running, rollout)
        settled = run_rounds(target, group if is_told else without_claims(group, group.member_ids()))
        if settled:
            if not present and comparable:
                switch = count_moved(owners, settled)
                stops = len(frozenset().union(*(one.revoked for one in settled)) if is_told else owners)
            group = feed_back(group, settled[-1].answer)
    return Settled(group, owners_of(group), switch, present, comparable, stops, rollout)


def best_loads_after(group: Group, planned: PlannedChange) -> tuple[int, ...]:
    """
    The loads of the optimum after the change, ascending. No answer has fewer idle members.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]})
    >>> best_loads_after(group, plan_change(group, Change(join=2)))
    (0, 1, 1, 1)
    """
    return tuple(solve(group_after_change(group, planned)).loads)


def group_after_change(group: Group, planned: PlannedChange) -> Group:
    """The members and topics of `group` after the change. Claims stay as they are."""
    for stage in planned.stages:
        for event in (stage.before, stage.on_return):
            group = group if event is None else group_after(group, event)
    return group


def outcome_after(target: Target, start: Settled, planned: PlannedChange, by: str | None = None) -> WhatIfOutcome:
    """
    The outcome of the change from a settled `start` on, with weights `by`. Raises `AssignorFailed` without an answer.
    """
    run = _Run(target, start)
    for stage in planned.stages:
        stopped = {*stage.leaving, *stage.dynamic, *stage.static}
        run.interrupt(frozenset(one for one, reader in run.readers.items() if reader in stopped))
        if stage.before is not None:
            if run.protocol is not Protocol.CONSUMER:
                # Restarted static members return into a rebalance that goes on anyway. A new process remembers no
                # partitions; only KIP-848's coordinator knows them by itself.
                run.group = without_claims(run.group, stage.static)
            run.rebalance(stage.before, "change")
        if stage.on_return is not None:
            run.rebalance(stage.on_return, "return")
    answer, rollout = _assignment_of(run.group, run.readers), start.rollout
    loads = {member: sum(map(len, topics.values())) for member, topics in answer.items()}
    return WhatIfOutcome(
        target=target.name,
        version=target.version,
        protocol=run.protocol,
        present=start.present,
        switch=start.switch,
        switch_stops=start.switch_stops,
        rollout=None if rollout is None else rollout.rollout,
        rollout_how=None if rollout is None else rollout.how,
        rollout_source=None if rollout is None else rollout.source,
        rollout_client=None if rollout is None else rollout.client,
        moved=run.moved,
        ownerless=len(run.ownerless),
        interrupted=len(run.interrupted),
        stops=run.stops,
        partitions=sum(run.assignable.values()),
        unassigned=sum(run.assignable.values()) - len(run.readers),
        rounds=tuple(run.rounds),
        comparable=start.comparable,
        topic_spread=topic_spread(run.group, answer),
        host_spread=host_spread(run.group, loads),
        idle=idle_members(loads.values()),
        heaviest=None if by is None else _heaviest(run.group, answer, by),
        loads=loads,
    )


MOST_ORDERS = 32
"""The most orders of new ids that are tried."""
WORK = 100_000
"""The partitions of all orders together, above which fewer are tried; at least three."""


def outcome_with_ranges(
    target: Target, start: Settled, planned: PlannedChange, by: str | None = None, most: int = MOST_ORDERS
) -> WhatIfOutcome:
    """The outcome of the change, with the ranges over up to `most` places where the ids of new members can sort."""
    found = outcome_after(target, start, planned, by)
    unplaced = planned.unplaced_ids(start.group)
    if not unplaced:
        return found
    most = max(3, min(most, WORK // (found.partitions or 1)))
    orders, are_all = id_placements(unplaced, start.group.member_ids(), most)
    tried = [found, *(outcome_after(target, start, planned.with_ids(ids), by) for ids in orders)]

    def span(name: str) -> tuple[Any, Any] | None:
        figures = [getattr(one, name) for one in tried]
        return None if None in figures or len(set(figures)) == 1 else (min(figures), max(figures))

    ranks = [(min(rank), max(rank)) for rank in zip(*(sorted(one.loads.values()) for one in tried), strict=True)]
    return replace(
        found,
        moves_range=span("moved"),
        interrupted_range=span("interrupted"),
        stops_range=span("stops"),
        topic_spread_range=span("topic_spread"),
        host_spread_range=span("host_spread"),
        heaviest_range=span("heaviest"),
        loads_range=tuple(ranks) if any(least < most for least, most in ranks) else None,
        all_orders=are_all,
    )


def _heaviest(group: Group, answer: Assignment, by: str) -> float:
    return float(max(member_weights(group, weights_of(group, by), answer).values(), default=0))


def _assignment_of(group: Group, readers: Mapping[Partition, str]) -> Assignment:
    answer: Assignment = {member.id: {} for member in group.members}
    for (topic, partition), reader in readers.items():
        answer[reader].setdefault(topic, []).append(partition)
    return answer


class _Run:
    """A group on its way through the rebalances of one change, and the partitions counted so far."""

    def __init__(self, target: Target, start: Settled) -> None:
        self.target, self.group = target, start.group
        self.protocol = protocol_of(target)
        self.readers = start.owners
        self.assignable = _assignable(start.group)
        self.moved = 0
        self.ownerless: set[Partition] = set()
        self.interrupted: set[Partition] = set()
        self.stops = 0
        self.rounds: list[RoundFigures] = []
        self.rebalances = 0

    def interrupt(self, partitions: frozenset[Partition]) -> None:
        """Nobody reads these any more."""
        self.interrupted |= partitions
        self.stops += len(partitions)

    def rebalance(self, event: Event, cause: Cause) -> None:
        """The changes of `event`, then a rebalance."""
        group = group_after(self.group, event)
        assignable = _assignable(group)
        self.assignable = {**self.assignable, **assignable}
        rounds = run_rounds(self.target, group)
        self.ownerless |= _missing(assignable, rounds[0].owners if rounds else {})
        self.rebalances += 1
        for one in rounds:
            self.interrupt(one.revoked)
            unread = sum(assignable.values()) - len(one.readers)
            revoked, granted = len(one.revoked), len(one.granted)
            self.rounds.append(
                RoundFigures(rebalance=cause, number=self.rebalances, revoked=revoked, granted=granted, unread=unread)
            )
        self.group, self.readers = group, {}
        if rounds:
            self.moved += count_moved(rounds[0].owners, rounds)
            self.readers = rounds[-1].readers
            self.group = feed_back(group, rounds[-1].answer)


def _assignable(group: Group) -> dict[str, int]:
    """Topic with a subscriber -> the number of its partitions. A change takes no partition away."""
    counts = group.partition_counts()
    return {topic: counts[topic] for topic in subscribers(group)}


def _missing(assignable: Mapping[str, int], owners: Mapping[Partition, str]) -> set[Partition]:
    """The partitions without an owner. Only assignable ones have a valid owner."""
    if len(owners) == sum(assignable.values()):
        return set()
    return {(topic, one) for topic, count in assignable.items() for one in range(count)}.difference(owners)


def usual_changes(group: Group) -> dict[str, Change]:
    """
    The usual changes of a group with members, by name. A group that subscribes to no partition cannot grow.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3, "u": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1, 2]}})
    >>> usual_changes(group)["leave"].leave, usual_changes(group)["grow"].grow
    (('b',), (('t', 6),))
    """
    loads = Counter(valid_owners(group).values())
    largest = max(group.member_ids(), key=lambda member: loads[member])
    subscribed = {topic for member in group.members for topic in member.subscription}
    widths = {topic.name: topic.partitions for topic in group.topics if topic.name in subscribed and topic.partitions}
    found = {"leave": Change(leave=(largest,)), "join": Change(join=1), "restart": Change(restart=50.0)}
    if widths:
        widest = max(widths, key=lambda name: widths[name])
        found["grow"] = Change(grow=((widest, 2 * widths[widest]),))
    return found


def usual_outcomes(group: Group, references: tuple[str, ...]) -> dict[str, tuple[WhatIfOutcome, ...]]:
    """Usual change -> its outcome with each of these `references` that has one; the present assignor's is first."""
    if not group.members:
        return {}
    targets = sorted(_targets(references), key=lambda target: not is_present(target, group))
    planned = {name: plan_change(group, change) for name, change in usual_changes(group).items()}
    found: dict[str, list[WhatIfOutcome]] = {name: [] for name in planned}
    for target in targets:
        with suppress(AssignorFailed):
            start = settle(target, group)
            for name, change in planned.items():
                with suppress(AssignorFailed):
                    found[name].append(outcome_with_ranges(target, start, change, most=3))
    return {name: tuple(outcomes) for name, outcomes in found.items()}


@cache
def _targets(references: tuple[str, ...]) -> tuple[ReferenceTarget, ...]:
    return tuple(map(ReferenceTarget, references))
