"""A history of a KIP-848 group: the coordinator assigns at each change, then its members reconcile."""

from __future__ import annotations

from collections.abc import Iterator

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import Assignment, Claims, Group, Member, TopicPartition
from kafka_assay.membership.hash_order import hash_order
from kafka_assay.membership.life_cast import LifeCast
from kafka_assay.membership.rebalance_record import AskAssignor, HistoryRebalance, Trigger
from kafka_assay.membership.server.consumer_group import (
    NOTHING,
    ConsumerGroup,
    Partitions,
    heartbeat,
    join_group,
    leave_group,
    set_target,
)


class ConsumerHistory:
    """
    The state of a KIP-848 group while a life runs. Its assignor sees each member with its part of the last target.

    Members in `miss` lose their session, and members with an error in `errors` are fenced: both start again without
    partitions, the first at the next event. `miss_sync` and `leader` mean nothing here. A static member that restarts
    keeps its part of the target.
    """

    def __init__(self, life: Life, ask: AskAssignor, *, hashes_ids: bool = False) -> None:
        self.life = life
        self.ask = ask
        self.hashes_ids = hashes_ids
        self.cast = LifeCast(life)
        self.group = ConsumerGroup()
        self.owned: dict[str, Partitions] = {}

    def run(self) -> Iterator[HistoryRebalance]:
        """All changes of the target in the life."""
        yield from self._change(None, Trigger.START)
        for number, event in enumerate(self.life.events):
            if event.reset:
                self.group, self.owned = ConsumerGroup(), {}
            if self.cast.begin(event):
                fenced = tuple(name for name, _ in event.errors)
                self._remove((*event.leave, *event.crash, *event.miss, *fenced))
                yield from self._change(number, Trigger.EVENT, event.miss)
            for batch in self.cast.batches(event):
                yield from self._restart(batch, event, number)

    def _restart(self, batch: tuple[str, ...], event: Event, number: int) -> Iterator[HistoryRebalance]:
        for name in batch:
            self.cast.restart(name, self.cast.upgraded(event, name))
        leaving = tuple(name for name in batch if self.cast.states[name].config.instance_id is None)
        if leaving:
            self._remove(leaving)
            yield from self._change(number, Trigger.STOP, leaving)
            yield from self._change(number, Trigger.RETURN)

    def _remove(self, names: tuple[str, ...]) -> None:
        for name in names:
            self.owned.pop(name, None)
            if name in self.group.members:
                self.group = leave_group(self.group, name)

    def _change(self, number: int | None, trigger: Trigger, away: tuple[str, ...] = ()) -> Iterator[HistoryRebalance]:
        """A new target for the members that are there, and the way to it."""
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
        self.group = set_target(self.group, {name: _partitions_in(plan, name) for name in self.group.members})
        rounds = self._reconcile()
        yield HistoryRebalance(
            group=question,
            answer=plan,
            generation=self.group.epoch,
            leader=None,
            trigger=trigger,
            event=number,
            rounds=rounds,
        )

    def _question(self) -> Group:
        names = [name for name in self.cast.states if name in self.group.members]
        listed = hash_order(names) if self.hashes_ids else names
        return self.cast.group.with_members(tuple(self._as_member(name) for name in listed))

    def _as_member(self, name: str) -> Member:
        part = self.group.target.get(name)
        config = self.cast.states[name].config
        return config.with_claims(_claims_of(part or NOTHING), self.group.target_epoch if part is not None else None)

    def _reconcile(self) -> int:
        """Heartbeats of all members in turn, until everybody has its part. Returns the number of turns."""
        for turn in range(1, 2 * len(self.group.members) + 3):
            for name, member in list(self.group.members.items()):
                self.group, answer = heartbeat(self.group, name, member.epoch, self.owned[name])
                self.owned[name] = answer.assigned
            if self.group.is_settled():
                return turn
        return 2 * len(self.group.members) + 2


def _partitions_in(plan: Assignment, member: str) -> Partitions:
    return frozenset(TopicPartition(topic, one) for topic, ids in plan.get(member, {}).items() for one in ids)


def _claims_of(part: Partitions) -> Claims:
    claims: dict[str, list[int]] = {}
    for topic, partition in sorted(part):
        claims.setdefault(topic, []).append(partition)
    return tuple((topic, tuple(ids)) for topic, ids in claims.items())
