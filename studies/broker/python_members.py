"""
A program that runs consumers of a Python client, a thread each: `python_members.py CLIENT`.

It understands the commands of `java/Members.java` and answers in the same way. It imports nothing of ours.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

_POLL_SECONDS = 0.2


def main(client: str) -> None:
    """Read commands until the end of stdin, then stop all members."""
    run = {"kafka-python": _run_kafka_python, "aiokafka": _run_aiokafka, "confluent-kafka": _run_librdkafka}[client]
    running: dict[str, tuple[threading.Thread, threading.Event]] = {}
    for line in sys.stdin:
        word, name, *rest = line.rstrip("\n").split("\t")
        if word == "start":
            stopped = threading.Event()
            settings = dict(part.split("=", 1) for part in rest[1:])
            thread = threading.Thread(target=_member, args=(run, name, rest[0].split(","), settings, stopped))
            running[name] = thread, stopped
            thread.start()
        else:
            _finish(*running.pop(name))
    for one in running.values():
        one[1].set()
    for one in running.values():
        _finish(*one)


def _finish(thread: threading.Thread, stopped: threading.Event) -> None:
    stopped.set()
    thread.join()


def _member(
    run: Callable[..., None], name: str, topics: list[str], settings: dict[str, str], stopped: threading.Event
) -> None:
    try:
        run(name, topics, settings, stopped)
        _say(name, "stopped")
    except Exception as failed:  # noqa: BLE001 - the line tells whoever waits for this member
        _say(name, f"failed\t{type(failed).__name__}: {failed}")


def _say(name: str, what: str) -> None:
    sys.stdout.write(f"{name}\t{what}\n")
    sys.stdout.flush()


def _owned(name: str, partitions: Iterable[Any]) -> None:
    _say(name, "owns\t" + ",".join(sorted(f"{one.topic}-{one.partition}" for one in partitions)))


def _python_settings(settings: dict[str, str]) -> dict[str, Any]:
    """Java's names with `_`; numbers as numbers."""
    plain: dict[str, Any] = {key.replace(".", "_"): value for key, value in settings.items()}
    return {key: int(value) if value.isdecimal() else value for key, value in plain.items()}


def _run_kafka_python(name: str, topics: list[str], settings: dict[str, str], stopped: threading.Event) -> None:
    from kafka import KafkaConsumer
    from kafka.coordinator.assignors import cooperative_sticky, roundrobin, sticky
    from kafka.coordinator.assignors import range as range_assignor

    assignors = {
        "range": range_assignor.RangePartitionAssignor,
        "roundrobin": roundrobin.RoundRobinPartitionAssignor,
        "sticky": sticky.sticky_assignor.StickyPartitionAssignor,
        "cooperative-sticky": cooperative_sticky.CooperativeStickyAssignor,
    }
    words = _python_settings(settings)
    words["partition_assignment_strategy"] = (assignors[words.pop("partition_assignment_strategy", "range")],)
    consumer = KafkaConsumer(**words)
    consumer.subscribe(topics)
    _poll(name, stopped, lambda: consumer.poll(timeout_ms=int(_POLL_SECONDS * 1000)), consumer.assignment)
    consumer.close()


def _run_librdkafka(name: str, topics: list[str], settings: dict[str, str], stopped: threading.Event) -> None:
    from confluent_kafka import Consumer

    consumer = Consumer(settings)
    consumer.subscribe(topics)
    _poll(name, stopped, lambda: consumer.poll(_POLL_SECONDS), consumer.assignment)
    consumer.close()


def _poll(name: str, stopped: threading.Event, poll: Callable[[], Any], owned: Callable[[], Iterable[Any]]) -> None:
    before = None
    while not stopped.is_set():
        poll()
        now = frozenset((one.topic, one.partition) for one in owned())
        if now != before:
            _owned(name, owned())
            before = now


def _run_aiokafka(name: str, topics: list[str], settings: dict[str, str], stopped: threading.Event) -> None:
    asyncio.run(_aiokafka_member(name, topics, settings, stopped))


async def _aiokafka_member(name: str, topics: list[str], settings: dict[str, str], stopped: threading.Event) -> None:
    from aiokafka import AIOKafkaConsumer
    from aiokafka.coordinator.assignors.range import RangePartitionAssignor
    from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor

    words = _python_settings(settings)
    assignors = {"range": RangePartitionAssignor, "roundrobin": RoundRobinPartitionAssignor}
    words["partition_assignment_strategy"] = (assignors[words.pop("partition_assignment_strategy", "roundrobin")],)
    consumer = AIOKafkaConsumer(**words)
    consumer.subscribe(topics)
    await consumer.start()
    before = None
    while not stopped.is_set():
        await consumer.getmany(timeout_ms=int(_POLL_SECONDS * 1000))
        now = consumer.assignment()
        if now != before:
            _owned(name, now)
            before = now
    await consumer.stop()


if __name__ == "__main__":
    main(sys.argv[1])
