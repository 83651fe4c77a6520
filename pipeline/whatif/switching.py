"""The switch from the assignor that a group runs to a target: from which client to which, and how it is rolled out."""

from __future__ import annotations

import re

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.membership.rollout import Rollout, Side, find_rollout
from kafka_assay.pipeline.whatif.rounds import protocol_of
from kafka_assay.properties.effect import COORDINATOR, client_of
from kafka_assay.properties.judging.history_cast import strategy_for

_KAFKAJS = "RoundRobinAssigner"
_DEFAULT_IDS = {
    "kafka-clients": r"consumer-.+-\d+-",
    "librdkafka": r"rdkafka-",
    "franz-go": r"kgo-",
    "sarama": r"sarama-",
    "kafka-python": r"kafka-python-\d",
    "aiokafka": r"aiokafka-\d",
    "kafkajs": r"kafkajs-",
    "kafka-go": r".+ \(github\.com/segmentio/kafka-go\)-",
}
"""Client family -> how the ids of its members begin if the user sets no client id."""


def client_of_members(group: Group) -> str | None:
    """
    The client family of all members, by their ids or by a strategy that only one client has; None if they do not say.

    >>> from kafka_assay.assignors.model import group_of
    >>> client_of_members(group_of({"t": 1}, {"rdkafka-0b1f": ["t"], "rdkafka-77e0": ["t"]}))
    'librdkafka'
    """
    if group.strategy == _KAFKAJS:
        return "kafkajs"
    for family, start in _DEFAULT_IDS.items():
        if group.members and all(re.match(start, member.id) for member in group.members):
            return family
    return None


def present_side(group: Group, present: str) -> Side:
    """The members of `group`, which run the reference `present`."""
    family = client_of_members(group)
    if present.startswith("server-"):
        return Side(family, present, Protocol.CONSUMER)
    cooperative = Protocol.COOPERATIVE if present == "cooperative-sticky" else Protocol.EAGER
    return Side(family, _KAFKAJS if family == "kafkajs" else present, cooperative)


def rollout_to(target: Target, group: Group, present: str | None) -> Rollout | None:
    """How the group comes to run `target`; None if its assignor or the target's client is not known."""
    client = client_of(target.name)
    if present is None or (client is None and target.name not in SHIPPED):
        return None
    strategy = _KAFKAJS if client == "kafkajs" else strategy_for(target)
    family = None if client == COORDINATOR else client
    return find_rollout(present_side(group, present), Side(family, strategy, protocol_of(target)))


def learns_owners(target: Target, group: Group, present: str | None, rollout: Rollout | None) -> bool:
    """
    Whether `target` learns what the members own when the group changes to it; as if it did, where this is not known.

    The coordinator of KIP-848 knows it. Between classic assignors nobody says it: an eager member gives up everything
    before it joins, a group whose members list both kinds is eager, and a sticky assignor reads claims from user data
    that it alone writes (`ConsumerCoordinator.onJoinPrepare`, `StickyAssignor.subscriptionUserData`, 4.4.0). A process
    that was stopped remembers nothing.
    """
    if present is None or rollout is None or rollout.rollout == "none":
        return True
    protocols = {protocol_of(target), present_side(group, present).protocol}
    return rollout.rollout != "stop" and Protocol.CONSUMER in protocols
