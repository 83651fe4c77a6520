"""
A replay: the model of coordinator and members says who is asked what, and this module puts it on a clock.

The model says how long the coordinator waits for sessions to end and for slow members. All other times are upper bounds
from Kafka's defaults (`Timing`). Within one life they are the same for all targets, so the differences come from the
assignors and their protocols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from statistics import fmean

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Event, Life, group_after, restart_batches
from kafka_assay.assignors.life_members import Protocol, Restart
from kafka_assay.assignors.model import Assignment, Group, TopicPartition, group_of
from kafka_assay.assignors.ownership import assignable_partitions, loads, withhold_moves
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.membership.life_cast import changes_in
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.run import run
from kafka_assay.membership.timeouts import Timeouts
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.replay.life_input import without_clients
from kafka_assay.pipeline.replay.replayed_life import (
    BrokenLaw,
    Cause,
    ReaderRow,
    ReplayBreak,
    ReplayedLife,
    ReplayStep,
    Timing,
)
from kafka_assay.pipeline.whatif.rounds import protocol_of, readers_of
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.flaws import first_partition, flaws_of
from kafka_assay.properties.measures.lags import member_lags
from kafka_assay.properties.trials.trial import NeverSettled

_UNREAD = ("only-subscribed-topics", "nothing-left-out")
"""The validity laws of which a broken one leaves partitions without a reader."""


def replay_life(life: Life, target: Target, timing: Timing) -> ReplayedLife:
    """
    `life` with `target`, under the target's protocol.

    An answer that breaks a validity law counts too: what it gives to nobody who subscribes, nobody reads, and `breaks`
    says so. Raises `AssignorFailed` if the target gives no answer, and `AssayError` if a client of the life does not
    speak the protocol.
    """
    return Replay(life, target, timing).run()


class ReaderLog:
    """
    Who reads each partition from 0 seconds on; None: nobody. Times never go back.

    `stopped` are the partition-seconds without a reader so far. `taken` counts how often a partition got a reader other
    than its last one. Each of these adds `rebuild` seconds to `stopped`.
    """

    def __init__(self, readers: Mapping[TopicPartition, str | None], *, rebuild: float = 0.0) -> None:
        self.at = 0.0
        self.stopped = 0.0
        self.taken = 0
        self._rebuild = rebuild
        self._readers: Mapping[TopicPartition, str | None] = {}
        self._first: dict[TopicPartition, str] = {}
        self._last: dict[TopicPartition, str] = {}
        self._moments: list[tuple[float, dict[str, list[int]]]] = []
        self.record(0.0, readers)

    def record(self, at: float, readers: Mapping[TopicPartition, str | None]) -> None:
        """
        From `at` on these are the readers.

        >>> log = ReaderLog({TopicPartition("t", 0): "a", TopicPartition("t", 1): "b"})
        >>> log.record(10, {TopicPartition("t", 0): "a", TopicPartition("t", 1): None})
        >>> log.record(13, {TopicPartition("t", 0): "a", TopicPartition("t", 1): "a"})
        >>> log.stopped, log.taken, list(log.rows("x"))[-1]
        (3.0, 1, ReaderRow(target='x', at=13, member='b', first=0, taken=0, stopped=0))
        """
        unread = sum(reader is None for reader in self._readers.values())
        self.stopped += unread * (at - self.at)
        self.at, self._readers = at, readers
        before = self.taken
        self._note(readers)
        self.stopped += (self.taken - before) * self._rebuild
        if self._moments and self._moments[-1][0] == at:
            self._moments.pop()
        self._moments.append((at, self._bands()))

    def rows(self, target: str) -> Iterator[ReaderRow]:
        """The times at which the partitions of a member change. They stay as its last row says."""
        before: dict[str, list[int]] = {}
        for at, bands in self._moments:
            for member in dict.fromkeys((*before, *bands)):
                band = bands.get(member, [0, 0, 0])
                if band != before.get(member, [0, 0, 0]):
                    yield ReaderRow(target, at, member, *band)
            before = bands

    def _note(self, readers: Mapping[TopicPartition, str | None]) -> None:
        for partition in self._last.keys() - readers.keys():
            del self._last[partition]
            del self._first[partition]
        for partition, reader in readers.items():
            if reader is not None:
                self.taken += self._last.get(partition, reader) != reader
                self._last[partition] = reader
                self._first.setdefault(partition, reader)

    def _bands(self) -> dict[str, list[int]]:
        """Member to its partitions that it read first, took over, and was the last to read."""
        bands: dict[str, list[int]] = {}
        for partition, reader in self._readers.items():
            last = self._last.get(partition)
            if last is not None:
                band = bands.setdefault(last, [0, 0, 0])
                band[2 if reader is None else int(self._first[partition] != reader)] += 1
        return bands


class Replay:
    """
    A life on its way. `plan` holds the owners of partitions, `away` the members that do not read for some time.
    `silent` holds what members have that stopped, and that the coordinator has not missed yet. A `history` that took
    place, under the protocol of the life, replaces the one that the model makes with the target.
    """

    def __init__(
        self, life: Life, target: Target, timing: Timing, history: Iterator[HistoryRebalance] | None = None
    ) -> None:
        self.protocol = protocol_of(target) if history is None or life.protocol is None else life.protocol
        life = without_clients(life) if (target.like or target.name).partition(",")[0] == OPTIMAL else life
        self.life = replace(life, protocol=self.protocol)
        self.target, self.timing = target, timing
        self.group = life.group
        self.plan: dict[TopicPartition, str] = {}
        self.away: set[str] = set()
        self.silent: dict[TopicPartition, str] = {}
        self.steps: list[ReplayStep] = []
        self.log = ReaderLog({}, rebuild=timing.rebuild)
        self.number: int | None = None
        """The number of the event that happens; None: the start."""
        timeouts = Timeouts(session=timing.session, rebalance=timing.poll, restart=timing.restart)
        self.history = history or run(self.life, self._ask, timeouts=timeouts, leads=self._name_leader)
        self.next = next(self.history, None)

    def run(self, name: str | None = None) -> ReplayedLife:
        """The whole life, under the target's name and version, or another name."""
        if start := self._take(Trigger.START):
            self.plan = self._owners(start[-1])
            self.log.record(0.0, self._readers())
            self._add_step(start, Event(), "start", 0.0, rounds=len(start), moved=0, ownerless=0)
        for number, event in enumerate(self.life.events):
            self.number = number
            self._happen(event)
        after = self.steps[1:]
        gaps = [step.sum_of_squares - step.optimal_sum_of_squares for step in self.steps if not step.broken]
        spreads = [step.lag_spread for step in self.steps if step.lag_spread is not None]
        return ReplayedLife(
            target=name or self.target.name,
            version="" if name else self.target.version,
            protocol=self.protocol,
            rebalances=len(after),
            rounds=sum(step.rounds for step in after),
            moved=sum(step.moved for step in after),
            ownerless=sum(step.ownerless for step in after),
            taken=self.log.taken,
            stopped_partition_seconds=self.log.stopped,
            seconds=self.log.at,
            peak_gap=max(gaps, default=None if self.steps else 0),
            mean_gap=fmean(gaps) if gaps else None if self.steps else 0.0,
            lag_spread=fmean(spreads) if spreads else None,
            steps=tuple(self.steps),
            breaks=tuple(_breaks(self.steps, self.log.at)),
            readers=tuple(self.log.rows(name or self.target.name)),
        )

    def _name_leader(self, leader: str | None) -> None:
        if isinstance(self.target, HostTarget):
            self.target.leader = leader

    def _ask(self, group: Group) -> Assignment:
        plan = self.target.assign(group)
        return withhold_moves(plan, group) if getattr(self.target, "answers_with_target", False) else plan

    def _take(self, trigger: Trigger) -> list[HistoryRebalance]:
        """The next rebalance with its follow-up rounds, if it belongs to this event and has this trigger."""
        taken: list[HistoryRebalance] = []
        while self.next is not None and self.next.event == self.number:
            if self.next.trigger is not (Trigger.FOLLOW_UP if taken else trigger):
                break
            taken.append(self.next)
            self.next = next(self.history, None)
        return taken

    def _happen(self, event: Event) -> None:
        """One event: its changes, its rebalance, the ends of sessions after it, and its restarts."""
        begun = self.log.at + self.timing.pause if event.at is None else max(self.log.at, event.at)
        if self.protocol is Protocol.CONSUMER:
            self.away = set()
        taken = self._take(Trigger.EVENT)
        listed = {member.id for member in (taken[0].group.members if taken else ())}
        stays = {name for name in event.miss if name in listed}
        lost = {name for name, _ in event.errors} | set(event.miss) - stays
        before, self.group = self.plan, group_after(self.group, event)
        self.plan = self._still_owned(lost) if not event.reset else {}
        if not taken:
            # A static member that is back in time has kept its place.
            returned = {joiner.id for joiner in event.join}
            self.plan |= {one: owner for one, owner in self.silent.items() if owner in returned}
        self.silent |= {one: owner for one, owner in before.items() if owner in (*event.leave, *event.crash)}
        self.log.record(begun, self._readers(stays))
        if taken:
            self.away = stays if self.protocol is Protocol.CONSUMER else stays & set(taken[0].absent)
            cause = replace(event, at=None, restart=None, upgrade=(), runs=())
            start = begun + taken[0].delay
            if self.protocol is not Protocol.CONSUMER and not (changes_in(event) or {""}) - {"topics", "racks"}:
                # Nothing else makes classic members join, so they have to find out that their metadata changed.
                start += self.timing.metadata
            self._rebalance(taken, cause, "event", begun, start)
        while taken := self._take(Trigger.BATCH):
            self._rebalance(taken, Event(), "event", begun, self.log.at)
        self._end_sessions(begun)
        parallel = event.restart.parallel if event.restart else 1
        for batch in restart_batches(event):
            self._restart(Restart(members=batch, parallel=parallel))

    def _end_sessions(self, begun: float) -> None:
        """The rebalances that start because a session has ended."""
        while taken := self._take(Trigger.EXPIRY):
            self._rebalance(taken, Event(), "event", begun, max(self.log.at, begun + taken[0].delay))

    def _restart(self, restart: Restart) -> None:
        """Members stop and come back. Dynamic ones leave, so that the group rebalances twice."""
        begun, batch, waiting = self.log.at, set(restart.members), self.next
        dynamic = {member.id for member in self.group.members if member.instance_id is None}
        leaving = batch & dynamic
        if waiting is not None and waiting.event == self.number and waiting.trigger is Trigger.STOP:
            leaving = batch - set(waiting.group.member_ids())
        self.plan = self._still_owned(leaving)
        self.away |= batch - leaving
        self.log.record(begun, self._readers())
        event = Event(restart=restart)
        if leaving and (taken := self._take(Trigger.STOP)):
            self._rebalance(taken, event, "stop", begun, begun + taken[0].delay)
            self._end_sessions(begun)
        back = max(self.log.at, begun + self.timing.restart)
        self.away -= batch
        self.log.record(back, self._readers())
        if taken := self._take(Trigger.RETURN):
            self._rebalance(taken, event, "return", back, back)

    def _rebalance(self, taken: list[HistoryRebalance], event: Event, cause: Cause, begun: float, start: float) -> None:
        """The rounds of a rebalance. Who stops reading, and until when, is the protocol's."""
        self.silent = {}
        seconds = [max(self.timing.rebalance, one.waits) for one in taken]
        before, ownerless = self.plan, len(assignable_partitions(self.group)) - len(self.plan)
        rounds = len(taken)
        match self.protocol:
            case Protocol.EAGER:
                self.log.record(start, dict.fromkeys(assignable_partitions(self.group)))
                self.plan = self._owners(taken[-1])
                self.log.record(start + seconds[0], self._readers())
            case Protocol.COOPERATIVE:
                for one, round_seconds in zip(taken, seconds, strict=True):
                    self.plan = self._owners(one)
                    start += round_seconds
                    self.log.record(start, self._readers())
            case Protocol.CONSUMER:
                after = self._owners(taken[-1])
                self.plan = {one: owner for one, owner in after.items() if before.get(one, owner) == owner}
                rounds = 1 if len(self.plan) == len(after) else 2
                self.log.record(start + seconds[0], self._readers())
                self.plan = after
                self.log.record(start + seconds[0] * rounds, self._readers())
        moved = sum(self.plan.get(one) != owner for one, owner in before.items())
        self._add_step(taken, event, cause, begun, moved=moved, ownerless=ownerless, rounds=rounds)

    def _add_step(self, taken: list[HistoryRebalance], event: Event, cause: Cause, at: float, **figures: int) -> None:
        """Add a rebalance. `figures` are its rounds, and the partitions that moved or had no owner."""
        group, answer = taken[-1].group, taken[-1].answer
        if len(taken) >= 2 * len(self.group.members) + 2:
            raise NeverSettled("unsettled", f"no fixed point within {len(taken)} rounds")
        flaws = flaws_of(group, answer)
        lags = {} if flaws else member_lags(group, answer)
        earlier = sum(step.stopped_partition_seconds for step in self.steps)
        self.steps.append(
            ReplayStep(
                at=at,
                ended=self.log.at,
                cause=cause,
                number=self.number,
                event=event,
                members=len(group.members),
                partitions=len(assignable_partitions(group)),
                stopped_partition_seconds=self.log.stopped - earlier,
                sum_of_squares=sum_of_squares(loads(group, answer).values()),
                optimal_sum_of_squares=_least_squares(group),
                lag_spread=max(lags.values()) - min(lags.values()) if lags else None,
                broken=tuple(
                    BrokenLaw(law=law, partition=first_partition(facts), partitions=facts["count"])
                    for law, facts in flaws.items()
                ),
                **figures,
            )
        )

    def _owners(self, rebalance: HistoryRebalance) -> dict[TopicPartition, str]:
        """The owners of the partitions that exist, if they subscribe to the topic and have their answer."""
        owners = {TopicPartition(*one): owner for one, owner in readers_of(rebalance.answer).items()}
        return _read_by_subscribers(owners, rebalance.group, rebalance.without_sync)

    def _still_owned(self, lost: set[str]) -> dict[TopicPartition, str]:
        """The plan without members that are gone or in `lost`, and without topics that they no longer subscribe to."""
        return _read_by_subscribers(self.plan, self.group, lost)

    def _readers(self, more_away: set[str] | None = None) -> dict[TopicPartition, str | None]:
        away = self.away | (more_away or set())
        there = {member.id for member in self.group.members} - away
        readers: dict[TopicPartition, str | None] = dict(assignable_partitions(self.group))
        for one, owner in self.plan.items():
            if one in readers and owner in there:
                readers[one] = owner
        return readers


def _read_by_subscribers(
    plan: Mapping[TopicPartition, str], group: Group, lost: Collection[str]
) -> dict[TopicPartition, str]:
    """The existing partitions of `plan` whose owner is in the group, subscribes to the topic, and is not `lost`."""
    reads = {member.id: set(member.subscription) for member in group.members if member.id not in lost}
    needed = assignable_partitions(group)
    return {one: owner for one, owner in plan.items() if one in needed and one.topic in reads.get(owner, ())}


def _breaks(steps: Sequence[ReplayStep], end: float) -> Iterator[ReplayBreak]:
    """Each law that answers break, with its cost up to the `end` of the life."""
    ends = [step.ended for step in steps[1:]] + [end]
    for law in dict.fromkeys(one.law for step in steps for one in step.broken):
        found = [(number, one) for number, step in enumerate(steps) for one in step.broken if one.law == law]
        (first, example), (last, _) = found[0], found[-1]
        yield ReplayBreak(
            law=law,
            partition=example.partition,
            partitions=max(one.partitions for _, one in found),
            rebalances=len(found),
            at=steps[first].at,
            until=ends[last] if last + 1 < len(steps) else None,
            unread_partition_seconds=sum(
                one.partitions * (ends[number] - steps[number].ended) for number, one in found if law in _UNREAD
            ),
        )


def _least_squares(group: Group) -> int:
    """The least sum of squared loads of `group`. It does not depend on ids or claims, so a life has few different."""
    subscriptions = tuple(sorted(member.subscription for member in group.members))
    return _solve_once(tuple(group.partition_counts().items()), subscriptions)


@lru_cache(maxsize=256)
def _solve_once(topics: tuple[tuple[str, int], ...], subscriptions: tuple[tuple[str, ...], ...]) -> int:
    members = {str(number): list(subscription) for number, subscription in enumerate(subscriptions)}
    return solve(group_of(dict(topics), members)).sum_of_squares
