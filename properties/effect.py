"""What a broken law does to a live group."""

from __future__ import annotations

import re
from dataclasses import dataclass

SEVERITIES = (
    "crash or hang",
    "partition read by nobody",
    "partition read twice",
    "endless rebalance",
    "needless moves or imbalance",
    "curiosity",
)
"""The effects on a live group, the gravest first."""

CRASH, BY_NOBODY, TWICE, ENDLESS, NEEDLESS, CURIOSITY = SEVERITIES

CLIENTS = (
    "kafka-clients",
    "kafka-group-coordinator",
    "franz-go",
    "sarama",
    "kafka-go",
    "librdkafka",
    "kafkajs",
    "kafka-node",
    "platformatic",
    "no-kafka",
    "kafka-python",
    "aiokafka",
    "kacrab",
)
"""The clients whose effects can differ. `kafka-group-coordinator` assigns for members of the consumer protocol."""

_CLIENT = re.compile(rf"(?<![\w.-])({'|'.join(CLIENTS)})(?![\w.-])")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a break does to a live group whose members are all of one client: a word of `SEVERITIES`, and a text."""

    severity: str
    text: str


def client_of(target: str) -> str | None:
    """
    The client that runs the assignor `target`, or that `target` itself names; None if the text does not say.

    A Java class runs in kafka-clients, unless its package is the group coordinator.

    >>> client_of("npm:@platformatic/kafka@2.12.1:roundrobin"), client_of("jar:target/mine.jar:com.acme.Mine")
    ('platformatic', 'kafka-clients')
    """
    found = _CLIENT.search(target)
    if found is not None:
        return found[1]
    return CLIENTS[0] if target.startswith(("maven:", "jar:")) else None
