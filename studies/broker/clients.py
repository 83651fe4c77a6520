"""The clients whose members replay findings on a real broker, with their releases."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version

from studies.broker.members import LIBRDKAFKA, Members, java_members, python_members

JAVA = "4.4.0"


@dataclass(frozen=True, slots=True)
class MemberClient:
    """A client: its release, and how a program with members of it is started at a broker."""

    release: str
    members: Callable[[str], AbstractContextManager[Members]]


def _python(client: str, release: str) -> MemberClient:
    return MemberClient(release, partial(python_members, client))


CLIENTS = {
    "kafka-clients": MemberClient(JAVA, partial(java_members, release=JAVA)),
    "kafka-python": _python("kafka-python", version("kafka-python")),
    "aiokafka": _python("aiokafka", version("aiokafka")),
    "confluent-kafka": _python(*LIBRDKAFKA),
}
"""Name -> client. The Python clients are the installed ones."""
