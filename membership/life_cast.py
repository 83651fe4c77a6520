"""The members and topics of a life while its events take place, apart from any coordinator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kafka_assay.assignors.life import Event, Life, topics_after
from kafka_assay.assignors.life_members import LifeMember
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.membership.client_families import model_of
from kafka_assay.membership.client_model import ClientModel, Situation
from kafka_assay.membership.member_state import MemberState

_QUIET = frozenset({"restart", "upgrade", "lag_rates", "runs", "batch"})
"""The fields of an event that make no rebalance of their own."""


class LifeCast:
    """Who is in the group, with what each client remembers, and which topics exist."""

    def __init__(self, life: Life) -> None:
        self.protocol = life.protocol
        self.group: Group = life.group
        self.states: dict[str, MemberState] = {}
        self._rates: dict[str, tuple[float, ...]] = {}
        self._clock: float | None = None
        self._enter(life.group.members, life.runs)

    def begin(self, event: Event) -> None:
        """Apply an event's changes of members and topics."""
        self._pass_time(event)
        if event.topics or event.racks:
            self.group = replace(self.group, topics=topics_after(self.group, event))
        for name in (*event.leave, *event.crash):
            del self.states[name]
        self._enter(event.join, event.runs)
        for name, topics in event.subscribe:
            self.states[name] = self.states[name].resubscribed(topics)

    def mark(self, names: Iterable[str], situation: Situation) -> None:
        """Record what happened to these members' clients."""
        for name in names:
            self.states[name] = replace(self.states[name], situation=situation)

    def restart(self, name: str, model: ClientModel | None = None) -> None:
        """Start the member's process again, with another client if `model` is given."""
        state = self.states[name]
        self.states[name] = state.restarted(model or state.model)

    def upgraded(self, event: Event, name: str) -> ClientModel | None:
        """The model of the client to which an event upgrades a member."""
        client = dict(event.upgrade).get(name)
        return None if client is None else model_of(client, self.protocol)

    def _enter(self, members: tuple[Member, ...], runs: tuple[LifeMember, ...]) -> None:
        clients = {run.member: run.client for run in runs}
        for member in members:
            self.states[member.id] = MemberState(
                config=member,
                model=model_of(clients.get(member.id), self.protocol),
                held=member.owned,
                assigned=member.generation,
                joined=member.generation,
            )

    def _pass_time(self, event: Event) -> None:
        if event.at is not None:
            if self._rates and self._clock is not None:
                seconds = event.at - self._clock
                self.group = replace(
                    self.group, topics=tuple(self._grown(topic, seconds) for topic in self.group.topics)
                )
            self._clock = event.at
        self._rates.update(event.lag_rates)

    def _grown(self, topic: Topic, seconds: float) -> Topic:
        rates = self._rates.get(topic.name)
        if rates is None or topic.end_offsets is None:
            return topic
        ends = topic.end_offsets
        grown = tuple(end + int(rate * seconds) for end, rate in zip(ends, rates, strict=False))
        return replace(topic, end_offsets=grown + ends[len(grown) :])


def changes_in(event: Event) -> set[str] | None:
    """The fields of an event that change something before its restarts. None: it says nothing at all."""
    named = {name for name in Event.__dataclass_fields__ if getattr(event, name) not in (None, (), False)} - {"at"}
    return named - _QUIET if named else None
