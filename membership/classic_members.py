"""The coordinator and the members of a classic group, and how they go through one rebalance."""

from __future__ import annotations

from collections.abc import Callable

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Assignment, Member
from kafka_assay.assignors.ownership import claims_from_answer
from kafka_assay.membership.classic_group import ClassicGroup, GroupMember
from kafka_assay.membership.client_model import Situation
from kafka_assay.membership.life_cast import LifeCast
from kafka_assay.membership.member_state import as_member, is_revoked
from kafka_assay.membership.rebalance_record import AskAssignor, HistoryRebalance, Trigger
from kafka_assay.membership.silent_members import SilentMembers
from kafka_assay.membership.timeouts import MemberTimeouts, Timeouts


class ClassicMembers:
    """
    A classic group between two rebalances: the coordinator, the members, and those that fell silent.

    `elapsed` are the seconds since the last event.
    """

    def __init__(self, life: Life, ask: AskAssignor, *, timeouts: Timeouts, rounds: Callable[[], int]) -> None:
        self.life = life
        self.ask = ask
        self.rounds = rounds
        self.cast = LifeCast(life)
        self.timeouts = MemberTimeouts(life, timeouts)
        self.silent = SilentMembers(self.timeouts)
        self.elapsed = 0.0
        newest = max((member.claimed_generation() for member in life.group.members), default=0)
        self.coordinator = ClassicGroup(max(0, newest))

    def rebalance(
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
        plan = self.ask(group)
        self.coordinator.generation += self.rounds() - 1
        informed = self._sync_all(joined, plan, event.miss_sync)
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

    def remove_silent(self, name: str, *, is_back: bool = False) -> None:
        """A silent member is back, or the coordinator removes it."""
        self.silent.discard(name)
        if not is_back:
            self.coordinator.remove(name)

    def is_static(self, name: str) -> bool:
        """Whether the coordinator knows a member as a static one. In a life without a `protocol` all are dynamic."""
        return self.life.protocol is not None and self.cast.states[name].config.instance_id is not None

    def group_patience(self) -> float:
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
                instance = state.config.instance_id if self.is_static(name) else None
                self.coordinator.join(GroupMember(name, state.metadata(), instance))
        if event.leader is not None:
            self.coordinator.leader = event.leader
        # The life's order is the coordinator's: ids carry random parts, so every order can occur.
        self.coordinator.sort(self.cast.states)
        return self.coordinator.complete_join([name for name in self.cast.states if name not in away])

    def _sync_all(self, joined: tuple[str, ...], plan: Assignment, missing: tuple[str, ...]) -> set[str]:
        """SyncGroup from all who joined. Returns who gets an assignment: nobody if the leader sends no plan."""
        if self.coordinator.leader in missing:
            return set()
        self.coordinator.sync({name: claims_from_answer(plan, name) for name in self.coordinator.members})
        return {name for name in joined if name not in missing}

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
        patience, longest = self.group_patience(), 0.0
        for name in self.silent.names():
            left = self.silent.left(name) - self.elapsed
            longest = max(longest, min(left, patience))
            if left <= patience or not self.silent.is_static(name):
                self.remove_silent(name)
        return longest

    def _lose(self, names: tuple[str, ...]) -> None:
        """
        These members miss the rebalance timeout.

        The coordinator removes dynamic members. A static one stays, with the metadata of its last JoinGroup.
        """
        for name in names:
            if self.is_static(name):
                self.cast.mark((name,), Situation.ILLEGAL_GENERATION)
            else:
                self.cast.mark((name,), Situation.UNKNOWN_AT_HEARTBEAT)
                self.coordinator.remove(name)
