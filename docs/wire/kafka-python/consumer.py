"""A kafka-python consumer: python consumer.py BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY."""

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

bootstrap, group, topics, strategy = sys.argv[1:]
consumer = KafkaConsumer(
    *topics.split(","),
    bootstrap_servers=bootstrap,
    group_id=group,
    partition_assignment_strategy=[STRATEGIES[strategy]],
    heartbeat_interval_ms=100,
    retry_backoff_ms=10,
    enable_auto_commit=False,
)
while True:
    consumer.poll(timeout_ms=1000)
