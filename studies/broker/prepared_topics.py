"""Topics and access rules of a real broker, made through kafka-python's admin client."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping


def create_topics(bootstrap: str, topics: Mapping[str, int]) -> None:
    """Create `topics`: name -> number of partitions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # kafka-python reads its schemas in an old way
        from kafka.admin import KafkaAdminClient, NewTopic

        admin = KafkaAdminClient(bootstrap_servers=bootstrap)
        admin.create_topics([NewTopic(name, count, 1) for name, count in topics.items()])
        admin.close()


def allow_describe(bootstrap: str, user: str, *, groups: Iterable[str], topics: Iterable[str]) -> None:
    """Let `user` DESCRIBE the groups and topics whose names start with these prefixes, and nothing else."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from kafka.admin import (
            ACL,
            ACLOperation,
            ACLPermissionType,
            ACLResourcePatternType,
            KafkaAdminClient,
            ResourcePattern,
            ResourceType,
        )

        prefixes = [*((ResourceType.GROUP, name) for name in groups), *((ResourceType.TOPIC, name) for name in topics)]
        admin = KafkaAdminClient(bootstrap_servers=bootstrap)
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
        admin.close()
