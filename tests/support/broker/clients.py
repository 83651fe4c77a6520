"""The clients whose members replay findings on a real broker, with their releases."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version

from tests.support.broker.members import (
    LIBRDKAFKA,
    Members,
    java_members,
    node_members,
    python_members,
    sarama_members,
)
from tests.support.newest_releases import IMPLEMENTATIONS

JAVA = "4.4.0"


@dataclass(frozen=True, slots=True)
class MemberClient:
    """A client: its release, and how a program with members of it is started at a broker."""

    release: str
    members: Callable[[str], AbstractContextManager[Members]]


def _node(client: str, target: str) -> MemberClient:
    package, _, release = target.removeprefix("npm:").rpartition(":")[0].rpartition("@")
    return MemberClient(release, partial(node_members, client, package, release))


def _python(client: str, release: str) -> MemberClient:
    return MemberClient(release, partial(python_members, client))


CLIENTS = {
    "kafka-clients": MemberClient(JAVA, partial(java_members, release=JAVA)),
    "kafka-python": _python("kafka-python", version("kafka-python")),
    "aiokafka": _python("aiokafka", version("aiokafka")),
    "confluent-kafka": _python(*LIBRDKAFKA),
    **{client: _node(client, IMPLEMENTATIONS[client][0]) for client in ("kafkajs", "platformatic", "kafka-node")},
    "sarama": MemberClient(IMPLEMENTATIONS["sarama"][0].partition("@")[2].partition(":")[0], sarama_members),
}
"""Name -> client. The Python clients are the installed ones."""
