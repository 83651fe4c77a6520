"""
The consumer programs of a target, as assignors: a group goes in as a rebalance, and the leader's plan comes out.

Each program leads a group of its own, so that they answer questions side by side. The first one starts at once. Another
one starts when a question has to wait, up to the number that was asked for. So questions that come one by one all go to
the first program.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from queue import PriorityQueue
from typing import TypeAlias

from kafka_assay.assignors.hosted.wire.broker import ServedGroup, WireBroker
from kafka_assay.assignors.hosted.wire.coordinator import WireRebalance
from kafka_assay.assignors.hosted.wire.subscriptions import ClaimForm, Subscription, subscription_bytes
from kafka_assay.assignors.hosted.wire.topics import OwnTopics, SameNames, WireNames
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic

_LONGEST_TEXT = 32_767
_HIGHEST = 2**31 - 2
_PROBE = "probe"
_OUTSIDE = "u-outside"
"""A topic that the program does not subscribe to."""

_SHOWN_GENERATION = 5
_MOST_PROBES = 5


class WireAssignor:
    """The assignor of the consumer program that joined its group of `broker`."""

    def __init__(self, broker: WireBroker, served: ServedGroup) -> None:
        """The program has not joined yet; `probe` waits for it."""
        self._broker = broker
        self._pool = served.pool
        self.coordinator = served.coordinator
        self.claim_form = ClaimForm.NOWHERE
        self.own_topics: OwnTopics | None = None

    def probe(self) -> Subscription:
        """
        Wait for the program, and give it its topics. Returns what it sends when it joins again.

        That shows where the client puts the claims of a member, and whether its leader plans for its own topics only.
        """
        return self._broker.run(self._probe())

    async def _probe(self) -> Subscription:
        coordinator = self.coordinator
        await coordinator.has_joined.wait()
        assert coordinator.real is not None
        own = coordinator.real.topics
        if coordinator.real.is_cut_short:
            self.claim_form = ClaimForm.CUT_SHORT  # such a leader does not read whole subscriptions, either
        for _ in range(_MOST_PROBES):
            coordinator.has_joined.clear()
            await coordinator.run(replace(self._probing(own), is_settled=True))
            await coordinator.has_joined.wait()
            if coordinator.is_in_use:
                break  # otherwise it has joined on its own, before it used its part: its metadata had changed
        shown = coordinator.real
        self.claim_form = shown.claim_form()
        self._pool.add(Topic(name=_OUTSIDE, partitions=1))
        # It then gets nothing to read: requests for records would delay others of the same connection.
        coordinator.has_joined.clear()
        plan = await coordinator.run(replace(self._probing((*own, _OUTSIDE)), is_settled=True, gives_part=False))
        await coordinator.has_joined.wait()
        if not any(_OUTSIDE in part for part in plan.values()):
            self.own_topics = OwnTopics(topics=own)
        return shown

    def _probing(self, topics: tuple[str, ...]) -> WireRebalance:
        """A rebalance of the program alone, as a member that subscribes to these topics of the pool."""
        counts = self._pool.partition_counts()
        member = Member(id=_PROBE, subscription=topics)
        metadata = subscription_bytes(member, SameNames(), self.claim_form)
        return WireRebalance(
            generation=_SHOWN_GENERATION,
            members=[{"member_id": _PROBE, "group_instance_id": None, "metadata": metadata}],
            leader=_PROBE,
            topics={name: counts[name] for name in topics if name in counts},
        )

    def assign(self, group: Group) -> dict[str, dict[str, list[int]]]:
        """The program's plan for `group`. Raises `CannotBeAsked` where no client could be in such a group."""
        if not group.members:
            return {}  # a group without members has no leader
        return self._broker.run(self._assign(group))

    async def _assign(self, group: Group) -> dict[str, dict[str, list[int]]]:
        names, rebalance = self._question(group) if self.own_topics is None else self._own_question(group)
        plan = await self.coordinator.run(rebalance)
        own = names.from_wire  # a topic that the group does not have keeps its name
        return {member: {own.get(topic, topic): ids for topic, ids in part.items()} for member, part in plan.items()}

    def _question(self, group: Group) -> tuple[WireNames, WireRebalance]:
        names = self._pool.names_for(group)
        return names, self._rebalance(group, names.to_wire, group.members[0].id)

    def _own_question(self, group: Group) -> tuple[WireNames, WireRebalance]:
        """The same for a client whose leader plans for its own topics only."""
        own = self.own_topics
        assert own is not None
        names = own.names_for(group)
        seen = own.on_wire(group, names)
        rebalance = self._rebalance(seen, SameNames(), own.leader_of(group))
        self._pool.show(seen.topics)
        mine = {topic.name: topic.partitions for topic in seen.topics if topic.name in own.topics and topic.partitions}
        return names, replace(rebalance, topics=mine, needs_metadata=True)

    def _rebalance(self, group: Group, to_wire: Mapping[str, str], leader: str) -> WireRebalance:
        texts = (text for member in group.members for text in (member.id, member.instance_id or ""))
        if any(len(text.encode("utf-8", "surrogatepass")) > _LONGEST_TEXT for text in texts):
            raise CannotBeAsked(f"an id has more than {_LONGEST_TEXT:,} bytes")
        newest = max(member.claimed_generation() for member in group.members)
        if newest > _HIGHEST:
            raise CannotBeAsked(f"no generation follows {newest}: it is a 32-bit integer")
        counts = group.partition_counts()
        subscribed = {topic for member in group.members for topic in member.subscription}
        return WireRebalance(
            generation=max(newest, 0) + 1,
            members=[
                {
                    "member_id": member.id,
                    "group_instance_id": member.instance_id,
                    "metadata": subscription_bytes(member, to_wire, self.claim_form),
                }
                for member in group.members
            ],
            leader=leader,
            topics={to_wire[name]: counts[name] for name in subscribed if name in counts},
        )


def filled_words(command: str, values: Mapping[str, str]) -> list[str]:
    """
    The words of `command` with its placeholders filled in.

    >>> filled_words("python c.py {bootstrap} '{topics}'", {"bootstrap": "localhost:9092", "topics": "a,b"})
    ['python', 'c.py', 'localhost:9092', 'a,b']
    """
    words = shlex.split(command)
    for name, value in values.items():
        words = [word.replace(f"{{{name}}}", value) for word in words]
    return words


Plan: TypeAlias = "dict[str, dict[str, list[int]]]"


class Consumers:
    """The running programs. A program that has joined answers one question at a time."""

    def __init__(self, command: str, group: str, strategy: str | None, count: int) -> None:
        """Up to `count` programs of `command`, with `group` at the start of their group ids. None runs yet."""
        self._broker = WireBroker()
        self._command = command
        self._group = group
        self._strategy = strategy
        self._count = count
        self._assignors: list[WireAssignor] = []
        self._free: PriorityQueue[int] = PriorityQueue()
        self._joined: set[int] = set()
        self._starting = threading.Lock()

    def start_first(self) -> WireAssignor:
        """Start the first program, and wait until it leads its group. Raises `OSError`."""
        first = self._start(is_needed=True)
        first.probe()
        self._add_free(0)
        return first

    def put(self, _: object, group: Group) -> Callable[[], Plan]:
        """The call that asks a free program about `group`, and makes it free again. Waits until one is free."""
        number = self._take_free()

        def ask() -> Plan:
            try:
                return self._assignors[number].assign(group)
            finally:
                self._add_free(number)

        return ask

    def _take_free(self) -> int:
        with self._starting:
            if self._free.empty() and len(self._assignors) < self._count:
                self._start_another()
        return self._free.get()

    def _add_free(self, number: int) -> None:
        self._joined.add(number)
        self._free.put(number)

    def _start_another(self) -> None:
        """Start one more program. No question waits for it: it is used when it has joined."""
        number = len(self._assignors)
        try:
            another = self._start(is_needed=False)
        except OSError as wrong:
            os.write(2, f"no further consumer program can be started: {wrong}\n".encode())
            return

        def join() -> None:
            another.probe()
            self._add_free(number)

        threading.Thread(target=join, daemon=True).start()

    def _start(self, *, is_needed: bool) -> WireAssignor:
        number = len(self._assignors)
        served = self._broker.open_group(self._strategy)
        values: Mapping[str, str] = {
            "bootstrap": served.bootstrap,
            "group": self._group if is_needed else f"{self._group}-{number}",
            "topics": ",".join(served.pool.first_names),
            "strategy": self._strategy or "",
        }
        words = filled_words(self._command, values)
        # Its output goes to our stderr.
        client = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno())  # noqa: S603
        threading.Thread(target=lambda: self._note_end(number, words[0], client.wait()), daemon=True).start()
        self._assignors.append(WireAssignor(self._broker, served))
        return self._assignors[-1]

    def _note_end(self, number: int, name: str, code: int) -> None:
        """
        End this process with the program that ended.

        Then the end is judged as the end of any other host, and nothing waits for a program that is gone. A further
        program that has never joined is only left out.
        """
        ending = f"with exit code {code}" if code >= 0 else f"by signal {-code}"
        os.write(2, f"the consumer program {name} ended {ending}\n".encode())
        if not number or number in self._joined:
            os._exit(code if code > 0 else 1)
