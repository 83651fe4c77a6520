"""A confluent-kafka consumer: python consumer.py BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]."""

import select
import sys

from confluent_kafka import Consumer, KafkaError, KafkaException


def read_new_topics() -> list[str]:
    """Read the topics of the next line on stdin, if there is one."""
    is_ready = bool(select.select([sys.stdin], [], [], 0)[0])
    line = sys.stdin.readline().strip() if is_ready else ""
    return line.split(",") if line else []


bootstrap, group, topics, strategy, *more = sys.argv[1:]
if strategy == "consumer":
    protocol = {"group.protocol": "consumer"}
else:
    protocol = {"partition.assignment.strategy": strategy, "heartbeat.interval.ms": 100}
consumer = Consumer(
    {
        "bootstrap.servers": bootstrap,
        "group.id": group,
        "enable.auto.commit": False,
        **protocol,
        **dict(one.split("=", 1) for one in more),
    }
)
consumer.subscribe(topics.split(","))
while True:
    if new_topics := read_new_topics():
        consumer.subscribe(new_topics)
    message = consumer.poll(0.1)
    error = None if message is None else message.error()
    if error is not None and error.code() == KafkaError._FATAL:  # noqa: SLF001 - the client's name for fatal errors
        raise KafkaException(error)
