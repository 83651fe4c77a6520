"""A history of a classic group: the coordinator and its members, driven through the events of a life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_changes import restart_batches
from kafka_assay.membership.classic_group import ClassicGroup
from kafka_assay.membership.classic_members import ClassicMembers
from kafka_assay.membership.client_model import Situation
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.silent_members import falls_silent, starts_rebalance
from kafka_assay.membership.timeouts import pauses


class ClassicHistory(ClassicMembers):
    """
    A classic group while a life runs.

    An event makes one rebalance of its changes, follow-up rebalances while cooperative members revoke partitions, and
    two for each batch of a restart: one without the batch, one with it. Static members restart without a rebalance, if
    they are back before their session ends.

    Members that stop without a LeaveGroup stay in the group until their session ends. If the next event comes first,
    they are in its rebalance: the coordinator waits for them until their session or the group's rebalance timeout has
    passed. Of the latter, it removes dynamic members only. A member in `miss` that is back before the coordinator loses
    patience has missed nothing.
    """

    def run(self) -> Iterator[HistoryRebalance]:
        """All rebalances of the life."""
        yield from self._settle(Event(), None, Trigger.START)
        for number, (event, pause) in enumerate(zip(self.life.events, pauses(self.life), strict=True)):
            yield from self._take_place(event, number, pause)
            self.silent.pass_time(pause)
            for batch in restart_batches(event):
                yield from self._restart(batch, event, number)

    def _take_place(self, event: Event, number: int, pause: float) -> Iterator[HistoryRebalance]:
        """The changes of an event, and the ends of sessions until the next one."""
        self.elapsed = 0.0
        back = self.silent.returning(event)
        silent = self._stop(event)
        self.cast.begin(event)
        for joiner in event.join:
            if joiner.id in self.silent:
                self.remove_silent(joiner.id, is_back=joiner.id in back)
        if event.reset:
            for name in self.silent.names():
                self.remove_silent(name)
            self.coordinator = ClassicGroup()
            self.cast.mark(self.cast.states, Situation.UNKNOWN_AT_HEARTBEAT)
        patience = {name: self._patience(name) for name in event.miss}
        late = tuple(name for name, seconds in patience.items() if seconds <= pause)
        is_loud = starts_rebalance(event, silent, back)
        if is_loud:
            self._answer_errors(event)
            waits = min(pause, max(patience.values(), default=0.0))
            yield from self._settle(event, number, Trigger.EVENT, late, waits)
        for name in () if is_loud else back:
            self._replace_static(name)
        yield from self._end_sessions(number, Trigger.EXPIRY if is_loud else Trigger.EVENT, pause, late)

    def _end_sessions(
        self, number: int, trigger: Trigger, pause: float, away: tuple[str, ...]
    ) -> Iterator[HistoryRebalance]:
        """The rebalances that ends of sessions start within the `pause`. Members in `away` take no part."""
        while (end := self.silent.first_end()) <= pause and self.silent.names():
            self.elapsed = max(self.elapsed, end)
            for name in self.silent.names():
                if self.silent.left(name) <= end:
                    self.remove_silent(name)
            yield from self._settle(Event(), number, trigger, away)
            trigger = Trigger.EXPIRY

    def _settle(
        self, event: Event, number: int | None, trigger: Trigger, away: tuple[str, ...] = (), waits: float = 0.0
    ) -> Iterator[HistoryRebalance]:
        """One rebalance, and its follow-ups while members of a cooperative group revoke partitions."""
        for _ in range(2 * len(self.cast.states) + 2):
            happened, needs_another = self.rebalance(event, number, trigger, away, waits)
            if happened is not None:
                yield happened
            if not needs_another:
                return
            event, trigger, waits = replace(event, miss_sync=(), leader=None), Trigger.FOLLOW_UP, 0.0

    def _patience(self, name: str) -> float:
        """
        How long the others wait for a slow member.

        Many clients leave by themselves after their own rebalance timeout (`max.poll.interval.ms`); static members and
        other clients do not.
        """
        state = self.cast.states[name]
        leaves = state.model.leaves_when_slow and state.config.instance_id is None
        return self.timeouts.rebalance(name) if leaves else self.group_patience()

    def _stop(self, event: Event) -> tuple[str, ...]:
        """The members that an event stops. Returns those that say nothing; the coordinator forgets the others."""
        stopped = () if self.life.protocol is None else falls_silent(event, self.cast.states)
        silent = tuple(name for name in stopped if name in self.coordinator.members)
        for name in silent:
            self.silent.add(name, self.cast.states[name])
        for name in (*event.leave, *event.crash):
            if name not in silent:
                self.coordinator.remove(name)
        return silent

    def _answer_errors(self, event: Event) -> None:
        for name, code in event.errors:
            match KafkaError(code):
                case KafkaError.UNKNOWN_MEMBER_ID:
                    self.coordinator.remove(name)
                    self.cast.mark((name,), Situation.UNKNOWN_AT_JOIN)
                case KafkaError.ILLEGAL_GENERATION:
                    self.cast.mark((name,), Situation.ILLEGAL_GENERATION)
                case _:
                    # Fenced: another process with the same instance id has taken its place.
                    self.cast.restart(name)

    def _restart(self, batch: tuple[str, ...], event: Event, number: int) -> Iterator[HistoryRebalance]:
        """
        Stop and start the members of a batch.

        Dynamic members leave when they stop; static ones say nothing, and a stable group takes them back without a
        rebalance. A static member whose session ends before it is back is removed. A member that the coordinator does
        not know has nothing to leave: its new process joins.
        """
        self.elapsed, away = 0.0, self.timeouts.default.restart
        known = [name for name in batch if name in self.coordinator.members]
        is_stable = self.coordinator.is_stable
        stays = [name for name in known if is_stable and self.cast.states[name].config.instance_id is not None]
        quick = tuple(name for name in stays if away < self.timeouts.session(name))
        slow = tuple(name for name in stays if name not in quick)
        leaving = tuple(name for name in known if name not in stays)
        for name in slow:
            self.silent.add(name, self.cast.states[name])
        if leaving:
            for name in leaving:
                self.coordinator.remove(name)
            yield from self._settle(Event(), number, Trigger.STOP, (*leaving, *slow))
        if slow:
            trigger = Trigger.EXPIRY if leaving else Trigger.STOP
            yield from self._end_sessions(number, trigger, away, (*leaving, *slow))
        for name in batch:
            self.cast.restart(name, self.cast.upgraded(event, name))
        for name in quick:
            self._replace_static(name)
        if len(quick) < len(batch):
            self.elapsed = 0.0
            yield from self._settle(Event(), number, Trigger.RETURN)

    def _replace_static(self, name: str) -> None:
        """
        The member's new process joins with its instance id and gets the old assignment back (KIP-345).

        In a stable group nothing else happens, whatever its new metadata says: the model has one protocol, so the
        group's choice cannot change.
        """
        if self.coordinator.is_stable:
            member, state = self.coordinator.members[name], self.cast.states[name]
            member.metadata = state.metadata()
            self.cast.states[name] = state.received(member.assignment, self.coordinator.generation)
