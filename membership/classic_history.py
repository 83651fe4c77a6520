"""A history of a classic group: the coordinator and its members, driven through the events of a life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.membership.classic.classic_group import Answer, ClassicGroup, GroupMember, GroupState
from kafka_assay.membership.classic.joining import JoinRequest, join
from kafka_assay.membership.classic.leaving import expire_rebalance
from kafka_assay.membership.classic.rebalance import prepare_rebalance, remove_member
from kafka_assay.membership.classic.syncing import sync
from kafka_assay.membership.clients.claim_rule import Situation
from kafka_assay.membership.life_cast import LifeCast
from kafka_assay.membership.member_state import JoinMetadata, as_member, claims_in, is_revoked
from kafka_assay.membership.rebalance_record import AskAssignor, HistoryRebalance, Trigger


class ClassicHistory:
    """
    The state of a classic group while a life runs.

    An event makes one rebalance of its changes, follow-up rebalances while cooperative members revoke partitions, and
    two for each batch of a restart: one without the batch, one with it. Static members restart without a rebalance.
    """

    def __init__(self, life: Life, ask: AskAssignor, *, hashes_ids: bool = False) -> None:
        self.life = life
        self.ask = ask
        self.cast = LifeCast(life)
        newest = max((member.claimed_generation() for member in life.group.members), default=0)
        self.coordinator = ClassicGroup(generation=max(0, newest), hashes_ids=hashes_ids)

    def run(self) -> Iterator[HistoryRebalance]:
        """All rebalances of the life."""
        yield from self._settle(Event(), None, Trigger.START)
        for number, event in enumerate(self.life.events):
            makes_rebalance = self.cast.begin(event)
            self._forget((*event.leave, *event.crash))
            if event.reset:
                self.coordinator = ClassicGroup(hashes_ids=self.coordinator.hashes_ids)
                self.cast.mark(self.cast.states, Situation.UNKNOWN_AT_HEARTBEAT)
            if makes_rebalance:
                self._answer_errors(event)
                yield from self._settle(event, number, Trigger.EVENT)
            for batch in self.cast.batches(event):
                yield from self._restart(batch, event, number)

    def _settle(self, event: Event, number: int | None, trigger: Trigger) -> Iterator[HistoryRebalance]:
        """One rebalance, and its follow-ups while members of a cooperative group revoke partitions."""
        for _ in range(2 * len(self.cast.states) + 2):
            happened, needs_another = self._rebalance(event, number, trigger)
            if happened is not None:
                yield happened
            if not needs_another:
                return
            event, trigger = replace(event, miss_sync=(), leader=None), Trigger.FOLLOW_UP

    def _rebalance(self, event: Event, number: int | None, trigger: Trigger) -> tuple[HistoryRebalance | None, bool]:
        """One rebalance, and whether it needs a follow-up. None: nobody is there to lead."""
        answers = self._join_all(event)
        lead = next((answer for answer in answers if answer.members), None)
        if lead is None:
            return None, False
        group = self._question(lead.members)
        plan = self.ask(group)
        joined = tuple(answer.to for answer in answers)
        informed = self._sync_all(lead, joined, plan, event.miss_sync)
        is_revoking = self._hand_out(joined, informed, lead.generation, plan)
        happened = HistoryRebalance(
            group=group,
            answer=plan,
            generation=lead.generation,
            leader=lead.to,
            trigger=trigger,
            event=number,
            without_sync=tuple(name for name in joined if name not in informed),
        )
        return happened, is_revoking and self.cast.protocol is Protocol.COOPERATIVE

    def _join_all(self, event: Event) -> tuple[Answer, ...]:
        """JoinGroup from all who take part; then the rebalance timeout passes for the others."""
        self._lose(event.miss)
        if self.coordinator.state is not GroupState.PREPARING:
            self.coordinator, _ = prepare_rebalance(self.coordinator)
        # The timeout alone ends the join phase here, so that nobody who takes part is too late.
        self.coordinator = replace(self.coordinator, is_new=True)
        for name, state in self.cast.states.items():
            if name not in event.miss:
                request = JoinRequest(
                    metadata=state.metadata(),
                    member_id=name if self.coordinator.member(name) is not None else "",
                    new_id=name,
                    instance_id=state.config.instance_id,
                    takes_id_first=False,
                )
                self.coordinator, _ = join(self.coordinator, request)
        if event.leader is not None:
            self.coordinator = replace(self.coordinator, leader=event.leader)
        self._sort_members()
        self.coordinator, answers = expire_rebalance(self.coordinator)
        return answers

    def _lose(self, names: tuple[str, ...]) -> None:
        """
        These members miss the rebalance timeout.

        The coordinator removes dynamic members. A static one stays, with the metadata of its last JoinGroup; in a life
        without a `protocol` it goes, too.
        """
        for name in names:
            is_kept = self.life.protocol is not None and self.cast.states[name].config.instance_id is not None
            self.cast.mark((name,), Situation.ILLEGAL_GENERATION if is_kept else Situation.UNKNOWN_AT_HEARTBEAT)
            if not is_kept:
                self._forget((name,))

    def _forget(self, names: tuple[str, ...]) -> None:
        for name in names:
            self.coordinator = remove_member(self.coordinator, name)

    def _sort_members(self) -> None:
        """The life's order is the coordinator's: ids carry random parts, so every order can occur."""
        rank = {name: place for place, name in enumerate(self.cast.states)}
        members = tuple(sorted(self.coordinator.members, key=lambda member: rank[member.id]))
        self.coordinator = replace(self.coordinator, members=members)

    def _question(self, members: tuple[GroupMember, ...]) -> Group:
        return self.cast.group.with_members(tuple(self._as_member(member) for member in members))

    def _as_member(self, member: GroupMember) -> Member:
        assert isinstance(member.metadata, JoinMetadata)
        return as_member(self.cast.states[member.id].config, member.metadata, self.cast.protocol)

    def _sync_all(self, lead: Answer, joined: tuple[str, ...], plan: Assignment, missing: tuple[str, ...]) -> set[str]:
        """SyncGroup from all who joined, the leader's last. Returns who gets an assignment."""
        parts = {member.id: claims_in(plan, member.id) for member in lead.members}
        answers: tuple[Answer, ...] = ()
        for name in sorted(joined, key=lambda name: name == lead.to):
            if name not in missing:
                given = parts if name == lead.to else None
                instance = self.cast.states[name].config.instance_id
                self.coordinator, more = sync(self.coordinator, name, lead.generation, given, instance)
                answers = (*answers, *more)
        return {answer.to for answer in answers if answer.error is KafkaError.NONE}

    def _hand_out(self, joined: tuple[str, ...], informed: set[str], generation: int, plan: Assignment) -> bool:
        """Tell the clients. Returns whether a member has lost a partition."""
        is_revoking = False
        for name in joined:
            state = self.cast.states[name]
            if name in informed:
                claims = claims_in(plan, name)
                is_revoking = is_revoking or is_revoked(state.reading(), claims)
                self.cast.states[name] = state.received(claims, generation)
            else:
                self.cast.states[name] = state.without_sync(generation)
        return is_revoking

    def _answer_errors(self, event: Event) -> None:
        for name, code in event.errors:
            match KafkaError(code):
                case KafkaError.UNKNOWN_MEMBER_ID:
                    self._forget((name,))
                    self.cast.mark((name,), Situation.UNKNOWN_AT_JOIN)
                case KafkaError.ILLEGAL_GENERATION:
                    self.cast.mark((name,), Situation.ILLEGAL_GENERATION)
                case _:
                    # Fenced: another process with the same instance id has taken its place.
                    self.cast.restart(name)

    def _restart(self, batch: tuple[str, ...], event: Event, number: int) -> Iterator[HistoryRebalance]:
        """
        Stop and start the members of a batch.

        Dynamic members leave when they stop; static ones do not, and a stable group takes them back without a
        rebalance. A member that the coordinator does not know has nothing to leave: its new process joins.
        """
        known = {member.id for member in self.coordinator.members}
        is_stable = self.coordinator.state is GroupState.STABLE
        is_static = {name: self.cast.states[name].config.instance_id is not None for name in batch}
        quick = tuple(name for name in batch if name in known and is_stable and is_static[name])
        leaving = tuple(name for name in batch if name in known and name not in quick)
        if leaving:
            self._forget(leaving)
            yield from self._settle(Event(miss=leaving), number, Trigger.STOP)
        for name in batch:
            self.cast.restart(name, self.cast.upgraded(event, name))
        for name in quick:
            self._replace_static(name)
        if len(quick) < len(batch):
            yield from self._settle(Event(), number, Trigger.RETURN)

    def _replace_static(self, name: str) -> None:
        """The member's new process joins with its instance id and gets the old assignment back (KIP-345)."""
        if self.coordinator.state is not GroupState.STABLE:
            return
        state = self.cast.states[name]
        instance = state.config.instance_id
        request = JoinRequest(metadata=state.metadata(), new_id=name, instance_id=instance)
        self.coordinator, _ = join(self.coordinator, request)
        self.coordinator, answers = sync(self.coordinator, name, self.coordinator.generation, None, instance)
        claims = answers[0].assignment
        assert isinstance(claims, tuple)
        self.cast.states[name] = state.received(claims, self.coordinator.generation)
