"""
All client families: the model of one member's client, and which families can be members of one group.

The members of a classic group share the name of a strategy: the coordinator answers a JoinGroup that has none in common
with the others with INCONSISTENT_GROUP_PROTOCOL (`ClassicGroup.supportsProtocols`, 4.4.0). So these mixtures exist:

* `sticky`: Java, franz-go, sarama, kafka-python, aiokafka and kacrab. librdkafka and platformatic have none.
* `cooperative-sticky`: Java, librdkafka, franz-go, sarama, kafka-python, platformatic and kacrab. aiokafka has none.
* `range`: all of them but platformatic. `roundrobin`: all of them.
* kafkajs calls its strategy `RoundRobinAssigner`, so it has groups of its own.
* KIP-848: Java, librdkafka, franz-go and platformatic, because the coordinator assigns.

No member of the eager protocol joins a cooperative group, or the other way round: the strategies have other names.

Two mixtures exist and are left out. An eager sarama member sends the user data that its leader wrote, so what it claims
depends on who led. A group on its way from the classic protocol to KIP-848 has members of both.
"""

from __future__ import annotations

from functools import cache

from kafka_assay.assignors.errors import InvalidGroup, spelling_tip
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_model import ClientModel
from kafka_assay.membership.client_table import MODELS, NEUTRAL

CLIENTS = ("kafka-clients", "kafka-clients 3.3.2", "kafka-clients 2.8.0", "kafka-clients 2.3.1", "kafka-clients 2.2.2")
"""A release of each set of claim rules of Java's client, the newest first."""

GUESTS = ("franz-go", "librdkafka", "kafka-python", "sarama", "platformatic", "aiokafka")
"""The families that drawn histories have as guests."""

FAMILIES = tuple(dict.fromkeys(model.family for model in MODELS))

_FOUR = frozenset({"range", "roundrobin", "sticky", "cooperative-sticky"})

STRATEGIES = {
    "kafka-clients": _FOUR,
    "librdkafka": _FOUR - {"sticky"},
    "franz-go": _FOUR,
    "sarama": _FOUR,
    "kafka-python": _FOUR,
    "aiokafka": _FOUR - {"cooperative-sticky"},
    "kafkajs": frozenset({"RoundRobinAssigner"}),
    "platformatic": frozenset({"roundrobin", "cooperative-sticky"}),
    "kacrab": _FOUR,
}
"""
Client family -> the names of the strategies that its newest release brings along.

Sources: `ConsumerPartitionAssignor.name` (4.4.0), `rd_kafka_assignors_init` (2.15.1), `GroupBalancer.ProtocolName`
(v1.22.2), `BalanceStrategy.Name` (v1.61.1), `name` of the Python assignors (3.0.12, 0.14.0), `assigners` of kafkajs
(2.2.4), `partitions-assigners.js` (2.12.1), `protocol_name` of kacrab (0.4.0).
"""


@cache
def model_of(client: str | None, protocol: Protocol | None) -> ClientModel:
    """
    The model of a client, written `FAMILY` (its newest release) or `FAMILY RELEASE`.

    None is a member that names no client. Without a protocol the group is eager. Raises `InvalidGroup` for an unknown
    family, and for a release that does not speak the protocol.

    >>> model_of("kafka-clients 2.8.0", Protocol.COOPERATIVE).before
    '2.8.1'
    """
    if client is None:
        return NEUTRAL[protocol]
    family, _, release = client.partition(" ")
    spoken = protocol or Protocol.EAGER
    if family not in FAMILIES:
        expected = f"a client family ({', '.join(FAMILIES)}){spelling_tip(family, FAMILIES)}"
        raise InvalidGroup("client", client, expected)
    for model in MODELS:
        if model.family == family and model.protocol is spoken and model.covers(release or None):
            return model
    raise InvalidGroup("client", client, f"a release of {family} that can be a member of {spoken.value} groups")


def guests_of(host: str, strategy: str, protocol: Protocol) -> tuple[str, ...]:
    """
    The other families whose members can be in a group of `host` members that use `strategy`.

    >>> guests_of("kafka-clients", "sticky", Protocol.EAGER)
    ('franz-go', 'kafka-python', 'aiokafka', 'kacrab')
    """
    spoken = dict.fromkeys(model.family for model in MODELS if model.protocol is protocol)
    others = (family for family in spoken if family != host)
    if protocol is Protocol.CONSUMER:
        return tuple(others)
    has_led_claims = {"sarama"} if (strategy, protocol) == ("sticky", Protocol.EAGER) else set()
    both = (family for family in others if strategy in STRATEGIES[family] & STRATEGIES[host])
    return tuple(family for family in both if family not in has_led_claims)
