"""A history of a classic group: the coordinator and its members, driven through the events of a life."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from kafka_assay.assignors.life import Event, KafkaError, Life
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Member
from kafka_assay.assignors.ownership import claims_from_answer
from kafka_assay.membership.classic_group import ClassicGroup, GroupMember
from kafka_assay.membership.client_model import Situation
from kafka_assay.membership.life_cast import LifeCast
from kafka_assay.membership.member_state import as_member, is_revoked
from kafka_assay.membership.rebalance_record import AskAssignor, HistoryRebalance, Trigger
from kafka_assay.membership.timeouts import MemberTimeouts, SilentMembers, Timeouts, falls_silent, starts_rebalance


class ClassicHistory:
    """
    A classic group while a life runs.

    An event makes one rebalance of its changes, follow-up rebalances while cooperative members revoke partitions, and
    two for each batch of a restart: one without the batch, one with it. Static members restart without a rebalance, if
    they are back before their session ends.

    Members that stop without a LeaveGroup stay in the group until their session ends. If the next event comes first,
    they are in its rebalance: the coordinator waits for them until their session or the group's rebalance timeout has
    passed. Of the latter, it removes dynamic members only. A member in `miss` that is back before the coordinator loses
    patience has missed nothing.

    `elapsed` are the seconds since the last event.
    """

    def __init__(
        self,
        life: Life,
        ask: AskAssignor,
        *,
        timeouts: Timeouts,
        rounds: Callable[[], int],
        leads: Callable[[str | None], None],
    ) -> None:
        self.life = life
        self.ask = ask
        self.rounds, self.leads = rounds, leads
        self.cast = LifeCast(life)
        self.timeouts = MemberTimeouts(life, timeouts)
        self.silent = SilentMembers(self.timeouts)
        self.elapsed = 0.0
        newest = max((member.claimed_generation() for member in life.group.members), default=0)
        self.coordinator = ClassicGroup(max(0, newest))

    def start(self) -> Iterator[HistoryRebalance]:
        """The first rebalance of the group, and its follow-ups."""
        yield from self._settle(Event(), None, Trigger.START)

    def take_place(self, event: Event, number: int, pause: float) -> Iterator[HistoryRebalance]:
        """The changes of an event, and the ends of sessions until the next one."""
        self.elapsed = 0.0
        back = self.silent.returning(event)
        silent = self._stop(event)
        self.cast.begin(event)
        for joiner in event.join:
            if joiner.id in self.silent:
                self._remove_silent(joiner.id, is_back=joiner.id in back)
        if event.reset:
            for name in self.silent.names():
                self._remove_silent(name)
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
                    self._remove_silent(name)
            yield from self._settle(Event(), number, trigger, away)
            trigger = Trigger.EXPIRY

    def _settle(
        self, event: Event, number: int | None, trigger: Trigger, away: tuple[str, ...] = (), waits: float = 0.0
    ) -> Iterator[HistoryRebalance]:
        """One rebalance, and its follow-ups while members of a cooperative group revoke partitions."""
        for _ in range(2 * len(self.cast.states) + 2):
            happened, needs_another = self._rebalance(event, number, trigger, away, waits)
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
        return self.timeouts.rebalance(name) if leaves else self._group_patience()

    def _stop(self, event: Event) -> tuple[str, ...]:
        """The members that an event stops. Returns those that say nothing; the coordinator forgets the others."""
        stopped = () if self.life.protocol is None else falls_silent(event, self.cast.states)
        silent = tuple(name for name in stopped if name in self.coordinator.members)
        for name in silent:
            self.silent.add(self.cast.states[name].config)
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

    def restart(self, batch: tuple[str, ...], event: Event, number: int) -> Iterator[HistoryRebalance]:
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
            self.silent.add(self.cast.states[name].config)
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

    def _rebalance(
        self, event: Event, number: int | None, trigger: Trigger, away: tuple[str, ...], waits: float
    ) -> tuple[HistoryRebalance | None, bool]:
        """One rebalance, and whether it needs a follow-up. None: nobody is there to lead."""
        delay = self.elapsed
        waits = max(waits, self._await_silent())
        self.elapsed += waits
        joined = self._join_all(event, away)
        if not joined and not self.life.of_claims:
            return None, False
        leader = self.coordinator.leader
        listed = tuple(self.coordinator.members)
        group = self.cast.group.with_members(tuple(map(self._as_member, self.coordinator.members.values())))
        self.leads(leader)
        plan = self.ask(group)
        self.coordinator.generation += self.rounds() - 1
        # SyncGroup from all who joined. Nobody gets an assignment if the leader sends no plan.
        informed = set(joined) - {*event.miss_sync}
        if self.coordinator.leader in event.miss_sync:
            informed.clear()
        else:
            self.coordinator.sync({name: claims_from_answer(plan, name) for name in self.coordinator.members})
        is_revoking = self._hand_out(joined, informed)
        happened = HistoryRebalance(
            group=group,
            answer=plan,
            generation=self.coordinator.generation,
            leader=leader,
            led_by=None if leader is None else self.cast.states[leader].model,
            trigger=trigger,
            event=number,
            without_sync=tuple(name for name in joined if name not in informed),
            absent=tuple(name for name in listed if name not in joined),
            delay=delay,
            waits=waits,
        )
        return happened, is_revoking and self.cast.protocol is Protocol.COOPERATIVE

    def _remove_silent(self, name: str, *, is_back: bool = False) -> None:
        """A silent member is back, or the coordinator removes it."""
        self.silent.discard(name)
        if not is_back:
            self.coordinator.remove(name)

    def _is_static(self, name: str) -> bool:
        """Whether the coordinator knows a member as a static one. In a life without a `protocol` all are dynamic."""
        return self.life.protocol is not None and self.cast.states[name].config.instance_id is not None

    def _group_patience(self) -> float:
        """The group's rebalance timeout: the longest of its members."""
        return self.timeouts.longest_rebalance({*self.coordinator.members, *self.cast.states})

    def _as_member(self, member: GroupMember) -> Member:
        is_silent = member.id in self.silent
        config = self.silent.config(member.id) if is_silent else self.cast.states[member.id].config
        return as_member(config, member.metadata, self.cast.protocol)

    def _join_all(self, event: Event, away: tuple[str, ...]) -> tuple[str, ...]:
        """JoinGroup from all who take part; then the rebalance timeout passes for those in `away`."""
        self._lose(away)
        for name, state in self.cast.states.items():
            if name not in away:
                instance = state.config.instance_id if self._is_static(name) else None
                self.coordinator.join(GroupMember(name, state.metadata(), instance))
        if event.leader is not None:
            self.coordinator.leader = event.leader
        # The life's order is the coordinator's: ids carry random parts, so every order can occur.
        self.coordinator.sort(self.cast.states)
        return self.coordinator.complete_join([name for name in self.cast.states if name not in away])

    def _hand_out(self, joined: tuple[str, ...], informed: set[str]) -> bool:
        """Tell the clients. Returns whether a member has lost a partition."""
        is_revoking = False
        for name in joined:
            state, generation = self.cast.states[name], self.coordinator.generation
            if name in informed:
                claims = self.coordinator.members[name].assignment
                is_revoking = is_revoking or is_revoked(state.reading(), claims)
                self.cast.states[name] = state.received(claims, generation)
            else:
                self.cast.states[name] = state.without_sync(generation)
        return is_revoking

    def _await_silent(self) -> float:
        """
        How long the coordinator waits for silent members in this rebalance. Those that it gives up are removed.

        Source: `GroupMetadataManager.prepareRebalance`, `.completeClassicGroupJoin` and
        `.removeMemberAndUpdateClassicGroup`, 4.4.0.
        """
        patience, longest = self._group_patience(), 0.0
        for name in self.silent.names():
            left = self.silent.left(name) - self.elapsed
            longest = max(longest, min(left, patience))
            if left <= patience or self.silent.config(name).instance_id is None:
                self._remove_silent(name)
        return longest

    def _lose(self, names: tuple[str, ...]) -> None:
        """
        These members miss the rebalance timeout.

        The coordinator removes dynamic members. A static one stays, with the metadata of its last JoinGroup.
        """
        for name in names:
            if self._is_static(name):
                self.cast.mark((name,), Situation.ILLEGAL_GENERATION)
            else:
                self.cast.mark((name,), Situation.UNKNOWN_AT_HEARTBEAT)
                self.coordinator.remove(name)
