"""
Which protocol and which clients a history gets for a target.

The members run the client family whose assignor the target is. References, programs and the classes of users get Java
members. A client family that does not speak the target's protocol gives way to Java, too. Guests run another family, if
it can be in a group of this target (`membership/client_families.py`); else they run the same one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life import Life
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.membership.client_families import CLIENTS, FAMILIES, GUESTS, guests_of, model_of
from kafka_assay.membership.client_model import ClientModel
from kafka_assay.membership.client_table import MODELS

JAVA = "kafka-clients"
_KAFKA_JAR = "maven:org.apache.kafka:kafka-clients:"
OLD = "1.0"
"""A release before all that the models tell apart."""

FAMILY_BY_TARGET = {
    "go:github.com/twmb/franz-go": "franz-go",
    "go:github.com/IBM/sarama": "sarama",
    "go:github.com/Shopify/sarama": "sarama",
    "librdkafka": "librdkafka",
    "kafka-python": "kafka-python",
    "aiokafka": "aiokafka",
    "npm:kafkajs": "kafkajs",
    "npm:@platformatic/kafka": "platformatic",
}
"""The start of a target's name -> the family of the members that use it."""

FAMILY_BY_SOFTWARE = {
    "apache-kafka-java": JAVA,
    "confluent-kafka-python": "librdkafka",
    "platformatic-kafka": "platformatic",
}
"""What a client on the wire calls itself -> its family, where they differ."""


def cast_life(life: Life, target: Target) -> Life:
    """
    `life` with the protocol of `target` and with clients that can use it, if the life names no protocol itself.

    Cooperative assignors get cooperative groups, the coordinator's own assignors groups of KIP-848, others eager ones.
    A life of claims alone gets none.
    """
    if life.protocol is not None or life.of_claims:
        return life
    protocol = protocol_for(target)
    cast = _cast_for(client_family_for(target), strategy_for(target), protocol)
    return replace(
        life,
        protocol=protocol,
        runs=cast.runs(life.runs),
        events=tuple(
            replace(
                event,
                runs=cast.runs(event.runs),
                upgrade=tuple((member, cast.client(client) or "") for member, client in event.upgrade),
            )
            for event in life.events
        ),
    )


def may_lead(life: Life, target: Target) -> frozenset[str] | None:
    """
    The members of `life` that would ask `target` as leaders: those that run its family or name no client.

    None: all of them, because there are no guests, or nobody else.
    """
    family = _cast_for(client_family_for(target), strategy_for(target), life.protocol or protocol_for(target)).family
    runs = (*life.runs, *(run for event in life.events for run in event.runs))
    upgrades = (upgrade for event in life.events for upgrade in event.upgrade)
    clients = [*((run.member, run.client) for run in runs if run.client is not None), *upgrades]
    guests = {member for member, client in clients if client.partition(" ")[0] != family}
    if not guests or guests >= {member for member, _ in clients}:
        return None
    there = (*life.group.members, *(joiner for event in life.events for joiner in event.join))
    return frozenset(member.id for member in there) - guests


def can_lead(target: Target, led_by: ClientModel | None) -> bool:
    """
    Whether a leader with this client runs `target`: a client of its family, and of its release if the target has one.

    A coordinator that assigns itself (None) does, and so does a member whose client the life does not name.
    """
    if led_by is None or led_by.family not in FAMILIES:
        return True
    family = client_family_for(target)
    released = target.name.startswith((*FAMILY_BY_TARGET, _KAFKA_JAR))
    if led_by.family != family:
        gave_way = not any(model.family == family and model.protocol is led_by.protocol for model in MODELS)
        return gave_way and led_by.family == JAVA and led_by.before is None
    return led_by.covers(target.version.removeprefix("v") if released else None)


def protocol_for(target: Target) -> Protocol:
    """The protocol of groups that use `target`."""
    if (target.like or target.name).startswith("server-"):
        return Protocol.CONSUMER
    return Protocol.COOPERATIVE if Promise.COOPERATIVE in target.promises else Protocol.EAGER


def client_family_for(target: Target) -> str:
    """The client family of the members that use `target`. A consumer on the wire says which client it is."""
    if target.name.startswith("wire:"):
        software = getattr(target, "implementation", "")
        family = FAMILY_BY_SOFTWARE.get(software, software)
        return family if family in FAMILIES else JAVA
    return next((family for start, family in FAMILY_BY_TARGET.items() if target.name.startswith(start)), JAVA)


def strategy_for(target: Target) -> str:
    """The name of the strategy in groups that use `target`, as far as the target says one."""
    return (target.like or re.split("[:#]", target.name)[-1]).partition(",")[0]


@cache
def _clients(family: str, protocol: Protocol) -> tuple[str, ...]:
    """A client of each set of rules of the family, the newest first."""
    found = [model for model in MODELS if model.family == family and model.protocol is protocol]
    if not found:
        return _clients(JAVA, protocol)
    found.sort(key=lambda model: model.before is not None)
    return tuple(family if one.before is None else f"{family} {one.first or OLD}" for one in found)


@dataclass(frozen=True, slots=True)
class _Cast:
    """The clients of the hosts in a group, the newest first, and the families of the guests."""

    hosts: tuple[str, ...]
    guests: tuple[str, ...]
    protocol: Protocol

    @property
    def family(self) -> str:
        """The family of the hosts."""
        return self.hosts[0].partition(" ")[0]

    def runs(self, runs: tuple[LifeMember, ...]) -> tuple[LifeMember, ...]:
        """The members with their clients."""
        return tuple(replace(run, client=self.client(run.client)) for run in runs)

    def client(self, drawn: str | None) -> str | None:
        """
        The client in the place of a `drawn` one: the client itself if it can be in the group, else a host.

        In groups of another family, its guests are Java members.
        """
        if drawn is None:
            return None
        family = drawn.partition(" ")[0]
        host = self.hosts[(CLIENTS.index(drawn) if drawn in CLIENTS else 0) % len(self.hosts)]
        if family == self.family and (drawn not in GUESTS or JAVA not in self.guests):
            return drawn if _speaks(drawn, self.protocol) else host
        if drawn in GUESTS:
            guest = JAVA if family == self.family else drawn
            return guest if guest in self.guests else self.hosts[0]
        return host


@cache
def _cast_for(family: str, strategy: str, protocol: Protocol) -> _Cast:
    hosts = _clients(family, protocol)
    host = hosts[0].partition(" ")[0]
    return _Cast(hosts, guests_of(host, strategy, protocol), protocol)


def _speaks(client: str, protocol: Protocol) -> bool:
    try:
        model_of(client, protocol)
    except InvalidGroup:
        return False
    return True
