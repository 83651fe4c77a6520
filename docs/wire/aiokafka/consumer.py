"""An aiokafka consumer: python consumer.py BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY."""

import asyncio
import sys

from aiokafka import AIOKafkaConsumer
from aiokafka.coordinator.assignors.range import RangePartitionAssignor
from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor

STRATEGIES = {
    "range": RangePartitionAssignor,
    "roundrobin": RoundRobinPartitionAssignor,
    "sticky": StickyPartitionAssignor,
}


async def consume(bootstrap: str, group: str, topics: str, strategy: str) -> None:
    """Poll until an error is raised."""
    consumer = AIOKafkaConsumer(
        *topics.split(","),
        bootstrap_servers=bootstrap,
        group_id=group,
        partition_assignment_strategy=(STRATEGIES[strategy],),
        heartbeat_interval_ms=100,
        retry_backoff_ms=10,
        enable_auto_commit=False,
    )
    await consumer.start()
    while True:
        await consumer.getmany(timeout_ms=1000)


asyncio.run(consume(*sys.argv[1:]))
