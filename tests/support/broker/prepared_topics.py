"""Topics, records and access rules of a real broker, through kafka-python's clients."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any


def create_topics(bootstrap: str, topics: Mapping[str, int | Sequence[int]]) -> None:
    """Create `topics`: name -> number of partitions, or the id of the broker that has each partition."""
    with _admin(bootstrap) as admin:
        admin.create_topics([_new_topic(name, places) for name, places in topics.items()])


def grow_topic(bootstrap: str, name: str, count: int) -> None:
    """Let the topic `name` have `count` partitions."""
    with _admin(bootstrap) as admin:
        admin.create_partitions({name: count})


def delete_topic(bootstrap: str, name: str) -> None:
    """Delete the topic `name`."""
    with _admin(bootstrap) as admin:
        admin.delete_topics([name])


def find_coordinator(bootstrap: str, group: str) -> None:
    """Ask for the coordinator of `group`. The first such question creates the topic of the coordinators."""
    with _admin(bootstrap) as admin:
        from kafka.errors import CoordinatorNotAvailableError

        with suppress(CoordinatorNotAvailableError):
            admin.list_group_offsets(group)


def write_records(bootstrap: str, topics: Mapping[str, int]) -> None:
    """Write a record into each partition of `topics`: name -> number of partitions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from kafka import KafkaProducer

        producer = KafkaProducer(bootstrap_servers=bootstrap)
        for name, count in topics.items():
            for partition in range(count):
                producer.send(name, b"x", partition=partition)
        producer.flush()
        producer.close()


@contextmanager
def _admin(bootstrap: str) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # kafka-python reads its schemas in an old way
        from kafka.admin import KafkaAdminClient

        admin = KafkaAdminClient(bootstrap_servers=bootstrap)
        try:
            yield admin
        finally:
            admin.close()


def _new_topic(name: str, places: int | Sequence[int]) -> Any:
    from kafka.admin import NewTopic

    if isinstance(places, int):
        return NewTopic(name, places, 1)
    return NewTopic(name, replica_assignments={number: [broker] for number, broker in enumerate(places)})


def allow_describe(bootstrap: str, user: str, *, groups: Iterable[str], topics: Iterable[str]) -> None:
    """Let `user` DESCRIBE the groups and topics whose names start with these prefixes, and nothing else."""
    with _admin(bootstrap) as admin:
        from kafka.admin import (
            ACL,
            ACLOperation,
            ACLPermissionType,
            ACLResourcePatternType,
            ResourcePattern,
            ResourceType,
        )

        prefixes = [*((ResourceType.GROUP, name) for name in groups), *((ResourceType.TOPIC, name) for name in topics)]
        admin.create_acls(
            [
                ACL(
                    f"User:{user}",
                    "*",
                    ACLOperation.DESCRIBE,
                    ACLPermissionType.ALLOW,
                    ResourcePattern(kind, prefix, ACLResourcePatternType.PREFIXED),
                )
                for kind, prefix in prefixes
            ]
        )
