"""A kafka-python consumer: python consumer.py BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]."""

import select
import sys

from kafka import KafkaConsumer
from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
from kafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor

STRATEGIES = {
    "range": RangePartitionAssignor,
    "roundrobin": RoundRobinPartitionAssignor,
    "sticky": StickyPartitionAssignor,
    "cooperative-sticky": CooperativeStickyAssignor,
}


def read_settings(words: list[str]) -> dict[str, str | int]:
    """Read the settings of the client from `KEY=VALUE`."""
    pairs = (word.split("=", 1) for word in words)
    return {key: int(value) if value.isdecimal() else value for key, value in pairs}


def read_new_topics() -> list[str]:
    """Read the topics of the next line on stdin, if there is one."""
    is_ready = bool(select.select([sys.stdin], [], [], 0)[0])
    line = sys.stdin.readline().strip() if is_ready else ""
    return line.split(",") if line else []


bootstrap, group, topics, strategy, *more = sys.argv[1:]
consumer = KafkaConsumer(
    *topics.split(","),
    bootstrap_servers=bootstrap,
    group_id=group,
    partition_assignment_strategy=[STRATEGIES[strategy]],
    heartbeat_interval_ms=100,
    retry_backoff_ms=10,
    enable_auto_commit=False,
    **read_settings(more),
)
while True:
    if new_topics := read_new_topics():
        consumer.subscribe(new_topics)
    consumer.poll(timeout_ms=100)
