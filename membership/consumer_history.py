"""A history of a KIP-848 group: the coordinator assigns at each change, then its members reconcile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import Group, Member, TopicPartition
from kafka_assay.membership.consumer_group import (
    NOTHING,
    ConsumerGroup,
    Partitions,
    heartbeat,
    join_group,
    leave_group,
    replace_member,
    set_target,
)
from kafka_assay.membership.life_cast import LifeCast
from kafka_assay.membership.rebalance_record import AskAssignor, HistoryRebalance, Trigger
from kafka_assay.membership.timeouts import MemberTimeouts, SilentMembers, Timeouts, falls_silent, starts_rebalance


class ConsumerHistory:
    """
    The state of a KIP-848 group while a life runs. Its assignor sees each member with its part of the last target.

    Members in `miss` lose their membership, and members with an error in `errors` are fenced: both start again without
    partitions, the first at the next event. A member in `miss` that is back within its rebalance timeout misses
    nothing. `miss_sync` and `leader` mean nothing here. A static member that stops and is back before its session ends
    keeps its part of the target; one that crashed is refused until then (UNRELEASED_INSTANCE_ID). The change of an
    event waits for the sessions that end because of it. If the next event comes first, its change takes place instead.

    All joins of an event meet one assignment, or so many as its `batch` says. Before 4.3 the coordinator assigns at
    each heartbeat that changes the group. Since 4.3 it waits until `group.consumer.assignment.interval.ms` (1 s) have
    passed since its last assignment, so that what changes meanwhile meets the next one (KIP-1263;
    `GroupMetadataManager.canComputeNextTargetAssignment` and `.maybeUpdateTargetAssignment`, byte code of 4.3.1).
    """

    def __init__(self, life: Life, ask: AskAssignor, *, timeouts: Timeouts) -> None:
        self.life = life
        self.timeouts = MemberTimeouts(life, timeouts)
        self.silent = SilentMembers(self.timeouts)
        self.crashed: set[str] = set()
        self.ask = ask
        self.cast = LifeCast(life)
        self.group = ConsumerGroup()
        self.owned: dict[str, Partitions] = {}

    def start(self) -> Iterator[HistoryRebalance]:
        """The first target of the group."""
        yield from self._change(None, Trigger.START)

    def take_place(self, event: Event, number: int, pause: float) -> Iterator[HistoryRebalance]:
        """The changes of an event, batch by batch of its joins, and the ends of sessions until the next one."""
        size = event.batch or len(event.join)
        yield from self._take_place(replace(event, join=event.join[:size]), number, pause)
        for place in range(size, len(event.join), size or 1):
            self.cast.begin(Event(join=event.join[place : place + size], runs=event.runs))
            yield from self._change(number, Trigger.BATCH)

    def _take_place(self, event: Event, number: int, pause: float) -> Iterator[HistoryRebalance]:
        if event.reset:
            self.group, self.owned = ConsumerGroup(), {}
        back = tuple(name for name in self.silent.returning(event) if name not in self.crashed)
        silent = falls_silent(event, self.cast.states)
        for name in silent:
            self.silent.add(self.cast.states[name].config)
        self.crashed |= set(event.crash)
        for name in back:
            self.silent.discard(name)
            self.owned[name] = NOTHING
            self.group = replace_member(self.group, name)
        self.cast.begin(event)
        is_loud = starts_rebalance(event, silent, back)
        gone = tuple(name for name in self.silent.names() if is_loud or self.silent.left(name) <= pause)
        if not is_loud and not gone:
            self._reconcile()
            return
        late = tuple(name for name in event.miss if self.timeouts.rebalance(name) <= pause)
        delay = max((self.timeouts.longest_rebalance(late), *map(self.silent.left, gone)))
        for name in gone:
            self.silent.discard(name)
            self.crashed.discard(name)
        dynamic = tuple(name for name in event.leave if name not in silent)
        self._remove((*dynamic, *gone, *late, *(name for name, _ in event.errors)))
        yield from self._change(number, Trigger.EVENT, late, delay)

    def restart(self, batch: tuple[str, ...], event: Event, number: int) -> Iterator[HistoryRebalance]:
        """A dynamic member leaves when it stops. A static one is removed if its session ends before it is back."""
        states, away = self.cast.states, self.timeouts.default.restart
        dynamic = tuple(name for name in batch if states[name].config.instance_id is None)
        slow = tuple(name for name in batch if name not in dynamic and self.timeouts.session(name) <= away)
        for name in batch:
            self.cast.restart(name, self.cast.upgraded(event, name))
        leaving = (*dynamic, *slow)
        if leaving:
            self._remove(leaving)
            yield from self._change(number, Trigger.STOP, leaving, max(map(self.timeouts.session, slow), default=0.0))
            yield from self._change(number, Trigger.RETURN)

    def _remove(self, names: tuple[str, ...]) -> None:
        for name in names:
            self.owned.pop(name, None)
            if name in self.group.members:
                self.group = leave_group(self.group, name)

    def _change(
        self, number: int | None, trigger: Trigger, away: tuple[str, ...] = (), delay: float = 0.0
    ) -> Iterator[HistoryRebalance]:
        """A new target for the members that are there, `delay` seconds after the event, and the way to it."""
        before = self.group.epoch
        for name in self.cast.states:
            if name not in away and name not in self.group.members:
                self.group = join_group(self.group, name)
                self.owned[name] = NOTHING
        if not self.group.members:
            return
        if self.group.epoch == before == self.group.target_epoch:
            self.group = ConsumerGroup(before + 1, self.group.target_epoch, self.group.target, self.group.members)
        question = self._question()
        plan = self.ask(question)
        target = {
            name: frozenset(TopicPartition(topic, one) for topic, ids in plan.get(name, {}).items() for one in ids)
            for name in self.group.members
        }
        self.group = set_target(self.group, target)
        rounds = self._reconcile()
        yield HistoryRebalance(
            group=question,
            answer=plan,
            generation=self.group.epoch,
            leader=None,
            led_by=None,
            trigger=trigger,
            event=number,
            rounds=rounds,
            delay=delay,
        )

    def _question(self) -> Group:
        names = [name for name in self.cast.states if name in self.group.members]
        return self.cast.group.with_members(tuple(map(self._as_member, names)))

    def _as_member(self, name: str) -> Member:
        part = self.group.target.get(name)
        claims = {
            topic: tuple(one.partition for one in same) for topic, same in groupby(sorted(part or ()), itemgetter(0))
        }
        epoch = None if part is None else self.group.target_epoch
        return self.cast.states[name].config.with_claims(tuple(claims.items()), epoch)

    def _reconcile(self) -> int:
        """Heartbeats of all members in turn, until everybody has its part. Returns the number of turns."""
        for turn in range(1, 2 * len(self.group.members) + 3):
            for name, member in list(self.group.members.items()):
                self.group, answer = heartbeat(self.group, name, member.epoch, self.owned[name])
                self.owned[name] = answer.assigned
            if self.group.is_settled():
                return turn
        return 2 * len(self.group.members) + 2
