"""A group of real members on a real broker, led through a history. Every wait is for a line, and has a limit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from signal import Signals
from subprocess import TimeoutExpired
from time import sleep

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.members import Member, members_of
from tests.support.broker.prepared_topics import create_topics, delete_topic, find_coordinator, write_records
from tests.support.broker.real_broker import RealBroker, further_broker, running_broker
from tests.support.broker.watched_lines import wait_until

GROUP = "g"
SECONDS = 60.0
"""The longest wait for an event that a history needs."""
_UNREAD_SECONDS = 6.0
"""Longer than any fetch waits for records."""


def plan_of(generation: int | str) -> str:
    """The pattern of the line in the broker's log that says that the leader has sent its plan."""
    return rf"Assignment received from leader .* for generation {generation}\."


@dataclass(slots=True)
class Stage:
    """A broker, and the group `g` with its members, each in a process of its own."""

    broker: RealBroker
    members: dict[str, Member] = field(default_factory=dict)
    _stack: ExitStack = field(default_factory=ExitStack)
    _logged: int = 0

    def create(self, **topics: int | Sequence[int]) -> None:
        """Create topics: name = partitions, or the broker of each partition."""
        create_topics(self.broker.address, topics)

    def delete(self, topic: str) -> None:
        """Delete a topic."""
        delete_topic(self.broker.address, topic)

    def write(self, **topics: int) -> None:
        """Write a record into each partition: name = partitions."""
        write_records(self.broker.address, topics)

    def add_broker(self, rack: str) -> None:
        """Start the second broker. The first one becomes the coordinator before."""
        find_coordinator(self.broker.address, GROUP)
        self.wait_log("topic __consumer_offsets")
        self._stack.enter_context(further_broker(self.broker, rack))

    def start(self, name: str, client: str, topics: str, **settings: str) -> None:
        """Start a member; it reads from the beginning of its partitions."""
        members = self._stack.enter_context(members_of(client, self.broker.address))
        self.members[name] = members.start(name, GROUP, topics, **{"auto_offset_reset": "earliest", **settings})

    def pause(self, *names: str) -> None:
        """Let the members poll no more."""
        for name in names:
            self.members[name].obey("pause")

    def subscribe(self, name: str, topics: str) -> None:
        """Let the member read other topics."""
        self.members[name].obey("subscribe", topics)

    def resume(self, *names: str) -> None:
        """Let the members poll again."""
        for name in names:
            self.members[name].obey("resume")

    def wait_end(self, name: str) -> int:
        """Wait until the member's program ends; return its exit code, which is negative for a signal."""
        try:
            return self.members[name].members.process.wait(SECONDS)
        except TimeoutExpired:
            raise AssayError(f"{name} did not end within {SECONDS:g} s") from None

    def signal(self, name: str, number: Signals) -> None:
        """Suspend the member's process with all its threads (SIGSTOP), or let it go on (SIGCONT)."""
        self.members[name].members.process.send_signal(number)

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

    def wait_removed(self, *, unless: str) -> str:
        """
        Wait until the coordinator removes a member whose heartbeats have ended; return its name.

        Raises `AssayError` where the broker's log has a line with the pattern `unless` first.
        """
        removed = rf"Member (?P<name>\w+)-\S+ in group {GROUP} has failed"
        line = self.wait_log(f"{removed}|{unless}")
        found = re.search(removed, line)
        if found is None:
            raise AssayError(line)
        return found["name"]

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

        wait_until(is_shared, SECONDS, f"{' and '.join(names)} do not own {partitions}")

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
                    raise AssayError(line)
            return None

        return wait_until(find, SECONDS, "no member failed")

    def wait_read(self, reads: Mapping[str, str], count: int = 1) -> None:
        """Wait until the members have read so many records of these partitions (with spaces between them)."""
        wanted = [(self.members[name], one) for name, partitions in reads.items() for one in partitions.split()]
        wait_until(
            lambda: all(member.reads(one) >= count for member, one in wanted) or None,
            SECONDS,
            f"not all of {reads} is read",
        )

    def wait_read_by_any(self, partition: str) -> None:
        """Wait until any member has read a record of the partition."""
        wait_until(lambda: self._reads(partition) > 0 or None, SECONDS, f"nobody reads {partition}")

    def wait_unread(self, partition: str, reads: Mapping[str, str], **topics: int) -> str:
        """
        Write records into all partitions of `topics`, and see that nobody reads `partition`.

        The members read the partitions `reads`. The first record is for fetches that are under way: they may return
        it to a member that has lost the partition. Raises `AssayError` where the second one is read.
        """
        self.write(**topics)
        self.wait_read(reads)
        sleep(_UNREAD_SECONDS)
        before = self._reads(partition)
        self.write(**topics)
        self.wait_read(reads, 2)
        sleep(_UNREAD_SECONDS)
        if self._reads(partition) > before:
            raise AssayError(f"{partition} is read")
        return f"nobody reads {partition}"

    def _reads(self, partition: str) -> int:
        return sum(member.reads(partition) for member in self.members.values())

    def close(self) -> None:
        """End all programs. Members that hang are killed."""
        for member in self.members.values():
            if member.members.process.poll() is None:
                member.members.process.kill()
        self._stack.close()


@contextmanager
def open_stage() -> Iterator[Stage]:
    """A stage without topics and members. Its broker waits 3 s for the members of a new group, as by default."""
    with running_broker(group_initial_rebalance_delay_ms="3000") as broker:
        stage = Stage(broker)
        try:
            yield stage
        finally:
            stage.close()
