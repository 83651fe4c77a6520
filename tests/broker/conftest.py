"""One broker for all tests here, with groups of real clients in it. Every wait is for a line that a program prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from tests.support.broker.members import Member, Members, java_members, python_members
from tests.support.broker.prepared_topics import allow_describe, create_topics
from tests.support.broker.real_broker import RealBroker, running_broker

TOPICS = {"orders": 6, "clicks": 4, "logs.eu": 3, "logs.us": 2, "hidden": 2}
_SECONDS = 60.0
_ASSIGNORS = "org.apache.kafka.clients.consumer."


@dataclass
class LiveGroups:
    """The broker, the programs with members, and the group of each member."""

    broker: RealBroker
    clients: dict[str, Members]
    members: dict[str, tuple[str, Member]] = field(default_factory=dict)

    def start(self, client: str, name: str, group: str, topics: str, **settings: str) -> None:
        """Start a member, and wait until it owns something."""
        members = self.clients[client]
        member = members.start(name, group, topics, **settings)
        members.lines.wait_for(lambda line: line.startswith(f"{name}\towns\t") and not line.endswith("\t"), _SECONDS)
        self.members[name] = group, member

    def owned(self, group: str) -> dict[str, set[str]]:
        """What each member of `group` says it owns: member -> partitions."""
        return {name: set(member.owned()) for name, (mine, member) in self.members.items() if mine == group}


@pytest.fixture(scope="session")
def broker() -> Iterator[RealBroker]:
    with running_broker() as running:
        yield running


@pytest.fixture(scope="session")
def groups(broker: RealBroker) -> Iterator[LiveGroups]:
    create_topics(broker.address, TOPICS)
    allow_describe(broker.address, "reader", groups=["g-"], topics=["orders", "clicks", "logs"])
    with ExitStack() as stack:
        clients = {"java": stack.enter_context(java_members(broker.address))}
        for client in ("kafka-python", "aiokafka", "confluent-kafka"):
            clients[client] = stack.enter_context(python_members(client, broker.address))
        live = LiveGroups(broker, clients)
        _start_all(live)
        yield live


def _start_all(live: LiveGroups) -> None:
    cooperative = _ASSIGNORS + "CooperativeStickyAssignor"
    rack = {"client_rack": "rack-a"}
    live.start("java", "j1", "g-java", "orders,clicks", partition_assignment_strategy=cooperative, **rack)
    live.start("java", "j2", "g-java", "orders", partition_assignment_strategy=cooperative, group_instance_id="pod-2")
    live.start("java", "k1", "g-kip", "orders,clicks", group_protocol="consumer", **rack)
    live.start("java", "k2", "g-kip", "//logs.*/", group_protocol="consumer")
    live.start("kafka-python", "p1", "g-kp", "orders,clicks", partition_assignment_strategy="sticky")
    live.start("kafka-python", "p2", "g-kp", "orders", partition_assignment_strategy="sticky")
    live.start("aiokafka", "a1", "g-ak", "orders")
    live.start("aiokafka", "a2", "g-ak", "orders,clicks")
    live.start("confluent-kafka", "c1", "g-ck", "orders,clicks")
    live.start("confluent-kafka", "c2", "g-ck", "orders")
    live.start("confluent-kafka", "d1", "g-ck-kip", "^logs.*", group_protocol="consumer")
    live.start("java", "h1", "g-hidden", "orders,hidden")
    live.start("java", "h2", "g-hidden-kip", "orders,hidden", group_protocol="consumer")
    live.start("java", "x1", "private", "orders")
