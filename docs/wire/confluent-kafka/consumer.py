"""A confluent-kafka consumer: python consumer.py BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY."""

import sys

from confluent_kafka import Consumer, KafkaException

bootstrap, group, topics, strategy = sys.argv[1:]
consumer = Consumer(
    {
        "bootstrap.servers": bootstrap,
        "group.id": group,
        "partition.assignment.strategy": strategy,
        "heartbeat.interval.ms": 100,
        "enable.auto.commit": False,
    }
)
consumer.subscribe(topics.split(","))
while True:
    message = consumer.poll(1.0)
    if message is not None and message.error() is not None and message.error().fatal():
        raise KafkaException(message.error())
