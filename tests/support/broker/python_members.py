"""
A program that runs consumers of a Python client, a thread each: `python_members.py CLIENT`.

It understands the commands of `java/Members.java` and answers in the same way. It imports nothing of ours.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

_POLL_SECONDS = 0.2


class Member:
    """One consumer: its commands, and what it says on stdout. Only its own thread uses the client."""

    def __init__(self, name: str, topics: str, settings: dict[str, str]) -> None:
        """Take the words of the command `start`."""
        self.name, self.topics, self.settings = name, topics.split(","), settings
        self.commands: SimpleQueue[list[str]] = SimpleQueue()
        self._owned: frozenset[str] | None = None

    def say(self, what: str) -> None:
        """Print a line."""
        sys.stdout.write(f"{self.name}\t{what}\n")
        sys.stdout.flush()

    def obey(self, subscribe: Callable[[list[str]], Any]) -> bool:
        """Run the commands that wait, and while paused those that come. Return whether to go on."""
        paused = False
        while True:
            try:
                word, *rest = self.commands.get(block=paused)
            except Empty:
                return True
            if word == "stop":
                return False
            if word == "subscribe":
                subscribe(rest[0].split(","))
            else:
                paused = word == "pause"
            self.say(f"did\t{word}")

    def show_owned(self, partitions: Iterable[Any]) -> None:
        """Say what the member owns, if that has changed."""
        owned = frozenset(map(_text, partitions))
        if owned != self._owned:
            self.say("owns\t" + ",".join(sorted(owned)))
            self._owned = owned

    def show_read(self, records: Iterable[Any]) -> None:
        """Say from which partitions the records came."""
        for record in records:
            self.say(f"reads\t{record.topic}-{record.partition}")


def _text(partition: Any) -> str:
    return f"{partition.topic}-{partition.partition}"


def _records(batches: dict[Any, list[Any]]) -> list[Any]:
    """The records of all partitions."""
    return [record for batch in batches.values() for record in batch]


def main(client: str) -> None:
    """Read commands until the end of stdin, then stop all members."""
    run = {"kafka-python": _run_kafka_python, "aiokafka": _run_aiokafka, "confluent-kafka": _run_librdkafka}[client]
    running: dict[str, Member] = {}
    threads: dict[str, threading.Thread] = {}
    for line in sys.stdin:
        word, name, *rest = line.rstrip("\n").split("\t")
        if word == "start":
            running[name] = Member(name, rest[0], dict(part.split("=", 1) for part in rest[1:]))
            threads[name] = threading.Thread(target=_run, args=(run, running[name]))
            threads[name].start()
        elif word == "stack":
            frames = sys._current_frames()
            for frame in reversed(traceback.extract_stack(frames[threads[name].ident or 0])):
                running[name].say(f"is in\t{frame.name} ({Path(frame.filename).name}:{frame.lineno})")
        else:
            running[name].commands.put([word, *rest])
    for one in running.values():
        one.commands.put(["stop"])
    for thread in threads.values():
        thread.join()


def _run(run: Callable[[Member], None], member: Member) -> None:
    try:
        run(member)
        member.say("stopped")
    except Exception as failed:  # noqa: BLE001 - the line tells whoever waits for this member
        member.say(f"failed\t{type(failed).__name__}: {failed}")


def _python_settings(settings: dict[str, str]) -> dict[str, Any]:
    """Java's names with `_`; numbers as numbers."""
    plain: dict[str, Any] = {key.replace(".", "_"): value for key, value in settings.items()}
    return {key: int(value) if value.isdecimal() else value for key, value in plain.items()}


def _run_kafka_python(member: Member) -> None:
    from kafka import KafkaConsumer
    from kafka.coordinator.assignors import cooperative_sticky, roundrobin, sticky
    from kafka.coordinator.assignors import range as range_assignor

    assignors = {
        "range": range_assignor.RangePartitionAssignor,
        "roundrobin": roundrobin.RoundRobinPartitionAssignor,
        "sticky": sticky.sticky_assignor.StickyPartitionAssignor,
        "cooperative-sticky": cooperative_sticky.CooperativeStickyAssignor,
    }
    words = _python_settings(member.settings)
    named = words.pop("partition_assignment_strategy", "range")
    words["partition_assignment_strategy"] = [assignors[name] for name in named.split(",")]
    consumer = KafkaConsumer(**words)
    consumer.subscribe(member.topics)
    with closing(consumer):
        while member.obey(consumer.subscribe):
            member.show_read(_records(consumer.poll(timeout_ms=int(_POLL_SECONDS * 1000))))
            member.show_owned(consumer.assignment())


def _run_librdkafka(member: Member) -> None:
    from confluent_kafka import Consumer

    consumer = Consumer(member.settings)
    consumer.subscribe(member.topics)
    while member.obey(consumer.subscribe):
        message = consumer.poll(_POLL_SECONDS)
        if message is not None and message.error() is None:
            member.say(f"reads\t{message.topic()}-{message.partition()}")
        elif message is not None:
            member.say(f"hears\t{message.error()}")
        member.show_owned(consumer.assignment())
    consumer.close()


def _run_aiokafka(member: Member) -> None:
    asyncio.run(_aiokafka_member(member))


async def _aiokafka_member(member: Member) -> None:
    from aiokafka import AIOKafkaConsumer
    from aiokafka.coordinator.assignors.range import RangePartitionAssignor
    from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
    from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor

    words = _python_settings(member.settings)
    assignors = {
        "range": RangePartitionAssignor,
        "roundrobin": RoundRobinPartitionAssignor,
        "sticky": StickyPartitionAssignor,
    }
    named = words.pop("partition_assignment_strategy", "roundrobin")
    words["partition_assignment_strategy"] = [assignors[name] for name in named.split(",")]
    consumer = AIOKafkaConsumer(**words)
    consumer.subscribe(member.topics)
    await consumer.start()
    try:
        while member.obey(consumer.subscribe):  # a paused member blocks the event loop, and all tasks of the client
            member.show_read(_records(await consumer.getmany(timeout_ms=int(_POLL_SECONDS * 1000))))
            member.show_owned(consumer.assignment())
    finally:
        await consumer.stop()


if __name__ == "__main__":
    main(sys.argv[1])
