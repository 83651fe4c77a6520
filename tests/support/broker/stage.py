"""A group of real members on a real broker, led through a history. Every wait is for a line, and has a limit."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import TypeVar

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.clients import CLIENTS
from tests.support.broker.prepared_topics import assigned, create_topics, delete_topic, find_coordinator, write_records
from tests.support.broker.real_broker import RealBroker, further_broker, running_broker
from tests.support.broker.staged_member import SECONDS, StagedMember
from tests.support.broker.timeline import RUN, Event, coordinator_events, excerpt, member_events, shorten_log_line

GROUP = "g"
_UNREAD_SECONDS = 6.0
"""Longer than any fetch waits for records: platformatic's wait 5 s."""


_LOOK_SECONDS = 0.05
_Found = TypeVar("_Found")


def plan_of(generation: int | str) -> str:
    """The pattern of the line in the broker's log that says that the leader has sent its plan."""
    return rf"Assignment received from leader .* for generation {generation}\."


@dataclass(slots=True)
class Stage:
    """A broker, and the group `g` with its members."""

    broker: RealBroker
    members: dict[str, StagedMember] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)
    _notes: list[Event] = field(default_factory=list)
    _logged: int = 0

    def create(self, **topics: int | Sequence[int]) -> None:
        """Create topics: name = partitions, or the broker of each partition."""
        create_topics(self.broker.address, topics)

    def delete(self, topic: str) -> None:
        """Delete a topic."""
        delete_topic(self.broker.address, topic)
        self.note(f"{topic} is deleted")

    def write(self, **topics: int) -> None:
        """Write a record into each partition: name = partitions."""
        write_records(self.broker.address, topics)
        self.note(f"a record is written into each partition of {_and([*topics])}")

    def add_broker(self, rack: str) -> None:
        """Start the second broker. The first one becomes the coordinator before."""
        find_coordinator(self.broker.address, GROUP)
        self.wait_log("topic __consumer_offsets")
        self._stack.enter_context(further_broker(self.broker, rack))

    def start(self, name: str, client: str, topics: str, **settings: str) -> StagedMember:
        """Start a member; it reads from the beginning of its partitions."""
        members = self._stack.enter_context(CLIENTS[client].members(self.broker.address))
        member = self.members[name] = StagedMember(name, client, members)
        self.note(f"{name} starts, reads {topics.replace(',', ' ')} ({client})")
        members.start(name, GROUP, topics, **{"auto_offset_reset": "earliest", **settings})
        return member

    def pause(self, *names: str) -> None:
        """Let the members poll no more."""
        self.note(f"{_and(names)} stop{_s(names)} polling")
        for name in names:
            self.members[name].members.pause(name)

    def subscribe(self, name: str, topics: str) -> None:
        """Let the member read other topics."""
        self.note(f"{name} subscribes to {topics.replace(',', ' ')}")
        self.members[name].members.subscribe(name, topics)

    def resume(self, *names: str) -> None:
        """Let the members poll again."""
        self.note(f"{_and(names)} poll{_s(names)} again")
        for name in names:
            self.members[name].members.resume(name)

    def suspend(self, name: str) -> None:
        """Suspend the member's process, with all its threads."""
        self.note(f"{name} is suspended")
        self.members[name].members.process.send_signal(signal.SIGSTOP)

    def wake(self, name: str) -> None:
        """Let the suspended process go on."""
        self.note(f"{name} goes on")
        self.members[name].members.process.send_signal(signal.SIGCONT)

    def stop(self, *names: str) -> None:
        """Let the members leave, one after the other."""
        self.note(f"{_and(names)} leave{_s(names)}")
        for name in names:
            self.members[name].members.stop(name)

    def note(self, text: str) -> None:
        """Remember what is done now."""
        self._notes.append(Event(monotonic(), RUN, text))

    def wait_log(self, pattern: str, seconds: float = SECONDS) -> str:
        """Wait for the next line of the broker's log, after the one waited for last, in which `pattern` is found."""

        def find(lines: Sequence[str]) -> tuple[int, str] | None:
            new = enumerate(lines[self._logged :], start=self._logged + 1)
            return next(((number, line) for number, line in new if re.search(pattern, line)), None)

        self._logged, line = self.broker.lines.wait_until(find, seconds)
        return line

    def wait_joined(self, name: str) -> None:
        """Wait until the coordinator has added the member, in whatever state the group is."""
        self.wait_log(rf"member with id {name}-\S+ joins group {GROUP} .* Adding to the group")

    def wait_stable(self, members: int) -> None:
        """Wait for a generation with so many members."""
        self.wait_log(rf"Stabilized group {GROUP} generation \d+ with {members} members")

    def wait_generation(self, number: int, members: int, seconds: float = SECONDS) -> str:
        """Wait for this generation with so many members; return its words."""
        words = f"generation {number} with {members} members"
        self.wait_log(f"Stabilized group {GROUP} {words}", seconds)
        return words

    def wait_removed(self, *, unless: str) -> str:
        """
        Wait until the coordinator removes a member whose heartbeats have ended; return its name.

        Raises `AssayError` where the broker's log has a line with the pattern `unless` first.
        """
        removed = rf"Member (?P<name>\w+)-\S+ in group {GROUP} has failed"
        line = self.wait_log(f"{removed}|{unless}")
        found = re.search(removed, line)
        if found is None:
            raise AssayError(shorten_log_line(line))
        return found["name"]

    def find_frame(self, name: str, part: str) -> str:
        """The frame with `part` in the stack of the member's thread. Raises `AssayError` where it is not there."""
        line = self.members[name].members.find_frame(name, part)
        self._notes.append(Event(monotonic(), name, f"is in {line}"))
        return line

    def wait_owned(self, owned: Mapping[str, str]) -> None:
        """
        Wait until the members own these partitions (with spaces between them) and no others.

        The next line of the broker's log that is waited for comes after that.
        """
        for name, partitions in owned.items():
            self.wait_shared(partitions, name)
        self._logged = self.broker.lines.count()

    def wait_shared(self, partitions: str, *names: str) -> None:
        """Wait until these members together own these partitions (with spaces between them) and no others."""
        wanted = frozenset(partitions.split())

        def is_shared() -> bool | None:
            return wanted == frozenset().union(*(self.members[name].owned() for name in names)) or None

        self._wait_until(is_shared, f"{_and(names)} do not own {partitions}")

    def wait_failed(self, *, unless: str) -> str:
        """
        Wait until the client of any member raises; return the member and the error.

        Raises `AssayError` where the broker's log has a line with the pattern `unless` first.
        """

        def find() -> str | None:
            for member in self.members.values():
                if (error := member.error()) is not None:
                    return f"{member.name}: {error}"
            for line in self.broker.lines.since(self._logged):
                if re.search(unless, line):
                    raise AssayError(shorten_log_line(line))
            return None

        return self._wait_until(find, "no member failed")

    def wait_read(self, reads: Mapping[str, str], count: int = 1) -> None:
        """Wait until the members have read so many records of these partitions (with spaces between them)."""
        wanted = [(self.members[name], one) for name, partitions in reads.items() for one in partitions.split()]
        self._wait_until(
            lambda: all(member.reads(one) >= count for member, one in wanted) or None, f"not all of {reads} is read"
        )

    def wait_read_by_any(self, partition: str) -> None:
        """Wait until any member has read a record of the partition."""
        self._wait_until(lambda: self._reads(partition) > 0 or None, f"nobody reads {partition}")

    def wait_unread(self, partition: str, reads: Mapping[str, str], **topics: int) -> str:
        """
        Write records into all partitions of `topics`, and see that nobody reads `partition`.

        The members read the partitions `reads`. The first record is for fetches that are under way: they may return
        it to a member that has lost the partition. Raises `AssayError` where the second one is read.
        """
        for name, owned in sorted(assigned(self.broker.address, GROUP).items()):
            self.note(f"the coordinator says: {name} has {' '.join(owned) or 'nothing'}")
        self.write(**topics)
        self.wait_read(reads)
        sleep(_UNREAD_SECONDS)
        before = self._reads(partition)
        self.write(**topics)
        self.wait_read(reads, 2)
        sleep(_UNREAD_SECONDS)
        return self.see_unread(partition, before)

    def see_unread(self, partition: str, before: int = 0) -> str:
        """See that nobody has read more than `before` records of `partition`. Raises `AssayError` otherwise."""
        if self._reads(partition) > before:
            raise AssayError(f"{partition} is read")
        self.note(f"nobody has read {partition}")
        return f"nobody reads {partition}"

    def _reads(self, partition: str) -> int:
        return sum(member.reads(partition) for member in self.members.values())

    def _wait_until(self, find: Callable[[], _Found | None], otherwise: str) -> _Found:
        """What `find` finds in the lines of several programs, looked at every twentieth of a second."""
        until = monotonic() + SECONDS
        while monotonic() < until:
            if (found := find()) is not None:
                return found
            sleep(_LOOK_SECONDS)
        raise AssayError(f"{otherwise} after {SECONDS:g} s")

    def excerpt(self) -> list[str]:
        """What happened so far."""
        events = [*self._notes, *coordinator_events(self.broker.lines.timed(), GROUP)]
        for name, member in self.members.items():
            events += member_events(name, member.members.lines.timed())
        return excerpt(events)

    def close(self) -> None:
        """End all programs. Members that hang are killed."""
        for member in self.members.values():
            if member.members.process.poll() is None:
                member.members.process.kill()
        self._stack.close()


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _s(names: Sequence[str]) -> str:
    """The ending of a verb."""
    return "" if len(names) > 1 else "s"


@contextmanager
def open_stage() -> Iterator[Stage]:
    """A stage without topics and members. Its broker waits 3 s for the members of a new group, as by default."""
    with running_broker(group_initial_rebalance_delay_ms="3000") as broker:
        stage = Stage(broker)
        try:
            yield stage
        finally:
            stage.close()
