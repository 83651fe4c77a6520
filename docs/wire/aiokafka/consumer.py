"""An aiokafka consumer: python consumer.py BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]."""

import asyncio
import select
import sys
from collections.abc import Sequence

from aiokafka import AIOKafkaConsumer
from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor

STRATEGIES = {
    "range": RangePartitionAssignor,
    "roundrobin": RoundRobinPartitionAssignor,
    "sticky": StickyPartitionAssignor,
}


def read_settings(words: Sequence[str]) -> dict[str, str | int]:
    """Read the settings of the client from `KEY=VALUE`."""
    pairs = (word.split("=", 1) for word in words)
    return {key: int(value) if value.isdecimal() else value for key, value in pairs}


async def read_new_topics() -> list[str]:
    """Read the topics of the next line on stdin, if there is one."""
    is_ready = bool(select.select([sys.stdin], [], [], 0)[0])
    line = await asyncio.to_thread(sys.stdin.readline) if is_ready else ""
    return line.strip().split(",") if line.strip() else []


async def consume(bootstrap: str, group: str, topics: str, strategy: str, *more: str) -> None:
    """Poll until an error is raised."""
    consumer = AIOKafkaConsumer(
        *topics.split(","),
        bootstrap_servers=bootstrap,
        group_id=group,
        partition_assignment_strategy=(STRATEGIES[strategy],),
        heartbeat_interval_ms=100,
        retry_backoff_ms=10,
        enable_auto_commit=False,
        **read_settings(more),
    )
    await consumer.start()
    while True:
        if new_topics := await read_new_topics():
            consumer.subscribe(new_topics)
        await consumer.getmany(timeout_ms=100)


asyncio.run(consume(*sys.argv[1:]))
