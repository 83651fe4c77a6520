"""The coordinator and the members of a classic group, and how they go through one rebalance."""

from __future__ import annotations

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
from kafka_assay.membership.silent_members import SilentMembers
from kafka_assay.membership.timeouts import MemberTimeouts, Timeouts


class ClassicMembers:
    """
    A classic group between two rebalances: the coordinator, the members, and those that fell silent.

    `elapsed` are the seconds since the last event.
    """

    def __init__(self, life: Life, ask: AskAssignor, *, timeouts: Timeouts, hashes_ids: bool = False) -> None:
        self.life = life
        self.ask = ask
        self.cast = LifeCast(life)
        self.timeouts = MemberTimeouts(life, timeouts)
        self.silent = SilentMembers(self.timeouts)
        self.elapsed = 0.0
        newest = max((member.claimed_generation() for member in life.group.members), default=0)
        self.coordinator = ClassicGroup(generation=max(0, newest), hashes_ids=hashes_ids)

    def rebalance(
        self, event: Event, number: int | None, trigger: Trigger, away: tuple[str, ...], waits: float
    ) -> tuple[HistoryRebalance | None, bool]:
        """One rebalance, and whether it needs a follow-up. None: nobody is there to lead."""
        delay = self.elapsed
        waits = max(waits, self._await_silent())
        self.elapsed += waits
        answers = self._join_all(event, away)
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
            led_by=self.cast.states[lead.to].model,
            trigger=trigger,
            event=number,
            without_sync=tuple(name for name in joined if name not in informed),
            absent=tuple(member.id for member in lead.members if member.id not in joined),
            delay=delay,
            waits=waits,
        )
        return happened, is_revoking and self.cast.protocol is Protocol.COOPERATIVE

    def remove_silent(self, name: str, *, is_back: bool = False) -> None:
        """A silent member is back, or the coordinator removes it."""
        self.silent.discard(name)
        if not is_back:
            self.forget((name,))

    def forget(self, names: tuple[str, ...]) -> None:
        """The coordinator removes these members."""
        for name in names:
            self.coordinator = remove_member(self.coordinator, name)

    def _sort_members(self) -> None:
        """The life's order is the coordinator's: ids carry random parts, so every order can occur."""
        rank = {name: place for place, name in enumerate(self.cast.states)}
        members = tuple(sorted(self.coordinator.members, key=lambda member: rank.get(member.id, len(rank))))
        self.coordinator = replace(self.coordinator, members=members)

    def _question(self, members: tuple[GroupMember, ...]) -> Group:
        return self.cast.group.with_members(tuple(self._as_member(member) for member in members))

    def _as_member(self, member: GroupMember) -> Member:
        assert isinstance(member.metadata, JoinMetadata)
        is_silent = member.id in self.silent
        config = self.silent.config(member.id) if is_silent else self.cast.states[member.id].config
        return as_member(config, member.metadata, self.cast.protocol)

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

    def _await_silent(self) -> float:
        """
        How long the coordinator waits for silent members in this rebalance. Those that it gives up are removed.

        Source: `GroupMetadataManager.prepareRebalance`, `.completeClassicGroupJoin` and
        `.removeMemberAndUpdateClassicGroup`, 4.4.0.
        """
        patience, longest = self.group_patience(), 0.0
        for name in self.silent.names():
            left = self.silent.left(name) - self.elapsed
            longest = max(longest, min(left, patience))
            if left <= patience or not self.silent.is_static(name):
                self.remove_silent(name)
        return longest

    def group_patience(self) -> float:
        """The group's rebalance timeout: the longest of its members."""
        known = (member.id for member in self.coordinator.members)
        return self.timeouts.longest_rebalance({*known, *self.cast.states})

    def _join_all(self, event: Event, away: tuple[str, ...]) -> tuple[Answer, ...]:
        """JoinGroup from all who take part; then the rebalance timeout passes for those in `away`."""
        self._lose(away)
        if self.coordinator.state is not GroupState.PREPARING:
            self.coordinator, _ = prepare_rebalance(self.coordinator)
        # The timeout alone ends the join phase here, so that nobody who takes part is too late.
        self.coordinator = replace(self.coordinator, is_new=True)
        for name, state in self.cast.states.items():
            if name not in away:
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
                self.forget((name,))
