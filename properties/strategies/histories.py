"""
Histories: lives from an empty group, run by the model of the coordinator and its members (`membership/`).

The first rebalance is that of a new group: nobody claims anything. All later claims are what the model's members send
after what happened to them. Most groups run one client family, drawn as releases of Java's client. In every fourth
group some members are guests: they run other families. The protocol, the clients of a target of another family, and
the guests that can be in its groups are filled in when the history is run (`properties/judging/history_cast.py`); which
can, `membership/client_families.py` says. Guests come last, so that a member with the target as its assignor leads.

In every fourth group members and replicas have racks. A member sends its rack if its client does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import TypeVar

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.membership.run import run
from kafka_assay.properties.strategies.choices import Choice, Draw, integers, lists, made, named, tuples
from kafka_assay.properties.strategies.clean import TINY, GroupSize, clean_draft
from kafka_assay.properties.strategies.lives import EventDraft, LifeDraft, deal_answer
from kafka_assay.properties.strategies.members import racks

T = TypeVar("T")

SMALL = GroupSize(topics=(1, 3), partitions=(1, 4))
MOST_EVENTS = 6
MOST_CHANGES = 2

CLIENTS = ("kafka-clients", "kafka-clients 3.3.2", "kafka-clients 2.8.0", "kafka-clients 2.3.1", "kafka-clients 2.2.2")
"""A release of each set of claim rules of Java's client, the newest first."""

GUESTS = ("franz-go", "librdkafka", "kafka-python", "sarama", "platformatic", "aiokafka")
"""The families that are drawn as guests."""

_SMALL = integers(0, 7)
_CLIENT = integers(0, 7)
_MIXTURE = integers(0, 3)
_STATIC = integers(0, 5)
_RARE = integers(0, 3)
_GUEST = integers(0, len(GUESTS) - 1)
_CHANGE = tuples(named("incident", integers(0, 23)), _SMALL, _SMALL)


@cache
def _plots(most: int) -> Choice[list[list[tuple[int, ...]]]]:
    return lists(lists(_CHANGE, least=1, most=MOST_CHANGES), least=min(3, most - 1), most=most)


def history_runs(*, tiny: bool) -> Choice[LifeRun]:
    """Histories of three to six events (tiny: one or two)."""
    return made(_history_run, tiny)


def history_outcomes(*, tiny: bool) -> Choice[Group]:
    """The last groups of histories, for callers that need one group. The answers are dealt by a plain rule."""
    return made(_outcome, tiny)


def _history_run(draw: Draw, tiny: bool) -> LifeRun:  # noqa: FBT001 - an argument of a choice
    draft = clean_draft(draw, least_members=2, size=TINY if tiny else SMALL)
    # Half of the groups run one release; in one of six all members are static, in another every second one.
    is_mixed, static = draw(_MIXTURE) > 1, draw(_STATIC)
    common = draw(_CLIENT)
    clients = []
    for place, member in enumerate(draft.members):
        member.claims.clear()
        member.generation = None
        if static == 4 or (static == 5 and place % 2):
            member.instance_id = f"i{place}"
        clients.append(_client(draw(_CLIENT) if is_mixed else common))
    plot = draw(_plots(2 if tiny else MOST_EVENTS))
    guests = 1 + draw(_SMALL) % (len(clients) - 1) if draw(_RARE) == 3 and len(clients) > 1 else 0
    for place in range(len(clients) - guests, len(clients)):
        clients[place] = GUESTS[draw(_GUEST)]
    if draw(_RARE) == 3:
        racks(draw, draft)
    group = draft.group()
    runs = tuple(LifeMember(member=one.name, client=client) for one, client in zip(draft.members, clients, strict=True))
    most = TINY.members if tiny else SMALL.members
    scene = _HistoryDraft(group, most, (_client(common), *dict.fromkeys(clients[len(clients) - guests :])))
    scene.clients = {run.member: run.client or "" for run in runs}
    return LifeRun(life=Life(group=group, events=tuple(map(scene.event, plot)), runs=runs))


def _client(number: int) -> str:
    """Half of the numbers from 0 to 7 stand for the newest release."""
    return CLIENTS[max(0, number - 3)]


def _outcome(draw: Draw, tiny: bool) -> Group:  # noqa: FBT001 - an argument of a choice
    life = draw(history_runs(tiny=tiny)).life
    *_, last = run(life, deal_answer)
    return last.group


class _HistoryDraft(LifeDraft):
    """A group while the events of its history are made. Members that join run one of the `joining` clients in turn."""

    def __init__(self, group: Group, most_members: int, joining: tuple[str, ...]) -> None:
        super().__init__(group, most_members)
        self.joining = joining
        self.clients: dict[str, str] = {}
        self.racks = tuple(dict.fromkeys(member.rack for member in group.members))
        self.instances = {member.id for member in group.members if member.instance_id is not None}

    def event(self, changes: Iterable[tuple[int, ...]]) -> Event:
        """The event that the numbers in `changes` make, without what its own changes make impossible."""
        self.lost: list[str] = []
        self.wrong: dict[str, int] = {}
        self.restarted: list[str] = []
        self.upgraded: dict[str, str] = {}
        before = set(self.subscriptions)
        event = super().event(tuple(changes))
        joiners = tuple(replace(one, rack=self._turn(self.racks)) for one in event.join)
        self.clients |= {one.id: self._turn(self.joining) for one in joiners}
        here = set(self.subscriptions)
        there = before & here - set(event.miss)
        restarted = tuple(name for name in dict.fromkeys(self.restarted) if name in here)
        return replace(
            event,
            join=joiners,
            miss_sync=tuple(name for name in dict.fromkeys(self.lost) if name in here and name not in event.miss),
            errors=tuple((name, code) for name, code in self.wrong.items() if name in there),
            restart=Restart(members=restarted) if restarted else None,
            upgrade=tuple((name, client) for name, client in self.upgraded.items() if name in here),
            runs=tuple(LifeMember(member=one.id, client=self.clients[one.id]) for one in joiners),
        )

    def _turn(self, choices: tuple[T, ...]) -> T:
        """The next of the choices, by the number of members that there were so far."""
        return choices[len(self.names) % len(choices)]

    def miss_sync(self, draft: EventDraft, who: int, what: int) -> None:
        """A member, or with another one, joins and misses the sync."""
        there = [member for member in self.subscriptions if member not in draft.miss]
        self.lost += [there[(who + step) % len(there)] for step in range(2 if what > 5 else 1) if there]

    def crash(self, draft: EventDraft, who: int, what: int) -> None:
        """A member vanishes."""
        member = self.pick_dispensable(draft, who, what)
        if member is not None:
            draft.crash.append(member)
            draft.subscribe.pop(member, None)

    def answer_error(self, draft: EventDraft, who: int, what: int) -> None:
        """The coordinator answers a member with an error."""
        member = self.pick_staying(draft, who)
        if member is not None:
            codes = [KafkaError.UNKNOWN_MEMBER_ID, KafkaError.ILLEGAL_GENERATION]
            codes += [KafkaError.FENCED_INSTANCE_ID] if member in self.instances else []
            self.wrong[member] = int(codes[what % len(codes)])

    def restart(self, draft: EventDraft, who: int, what: int) -> None:
        """A member restarts, or all of them, one by one."""
        member = self.pick_staying(draft, who)
        if member is not None:
            self.restarted += list(self.subscriptions) if what > 5 else [member]

    def upgrade(self, draft: EventDraft, who: int, what: int) -> None:
        """A member restarts with another release of its client; a guest with the same one."""
        member = self.pick_staying(draft, who)
        if member is not None:
            client = self.clients[member]
            self.upgraded[member] = client if client in GUESTS else CLIENTS[what % len(CLIENTS)]


_HistoryDraft.changes = (
    LifeDraft.leave,
    LifeDraft.join,
    *[_HistoryDraft.miss_sync] * 5,
    *[_HistoryDraft.answer_error] * 5,
    *[_HistoryDraft.crash] * 2,
    *[LifeDraft.miss] * 2,
    _HistoryDraft.restart,
    _HistoryDraft.upgrade,
    LifeDraft.subscribe,
    LifeDraft.subscribe,
    LifeDraft.grow,
    LifeDraft.recreate,
    LifeDraft.delete,
    LifeDraft.reset,
)
"""Indexed by the first number of a change."""
