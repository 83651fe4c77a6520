"""
The rows of the table of switches (`membership/rollout.py`), done with real members on a real broker.

Two members read a topic. Each restart of a rollout stops one of them, and starts it with other settings. In between,
the members that run own the whole topic, and no client fails. Rows that need a stop are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.live_groups.capture import capture_groups
from kafka_assay.assignors.live_groups.client_settings import client_settings
from kafka_assay.assignors.live_groups.cluster import Cluster
from kafka_assay.assignors.model import Group
from kafka_assay.membership.rollout import ROLLOUTS, WORDS, Rollout, Side, Switch, find_rollout
from tests.support.broker.members import Member, Members, members_of
from tests.support.broker.prepared_topics import create_topics
from tests.support.broker.real_broker import RealBroker
from tests.support.broker.watched_lines import wait_until

pytestmark = pytest.mark.broker

_SECONDS = 60.0
_SIZES = {"switched": 4, "dozen": 12}
_WHOLE = {f"switched-{partition}" for partition in range(4)}
_FAST = {"heartbeat_interval_ms": "500", "session_timeout_ms": "10000"}
_JAVA, _LIBRDKAFKA, _SARAMA, _KAFKA_PYTHON = "kafka-clients", "librdkafka", "sarama", "kafka-python"
_CLASSES = {"range": "Range", "roundrobin": "RoundRobin", "sticky": "Sticky", "cooperative-sticky": "CooperativeSticky"}


class Rolling:
    """A group of one client whose members restart."""

    def __init__(self, broker: RealBroker, members: Members, client: str, group: str, topic: str = "switched") -> None:
        self.broker, self.members, self.client, self.group, self.topic = broker, members, client, group, topic
        self.whole = {f"{topic}-{partition}" for partition in range(_SIZES[topic])}
        self.running: dict[str, Member] = {}
        self.started = 0

    def start(self, place: str, settings: str) -> Member:
        """Start the member in this place: `consumer range` for KIP-848, or a list of strategies."""
        self.started += 1
        name = f"{self.group}-{place}{self.started}"
        member = self.members.start(name, self.group, self.topic, **self._settings(settings))
        self.running[place] = member
        return member

    def _settings(self, words: str) -> dict[str, str]:
        if words.startswith("consumer"):
            return {"group_protocol": "consumer", "group_remote_assignor": words.split()[1]}
        if self.client == _JAVA:
            prefix = "org.apache.kafka.clients.consumer."
            words = ",".join(f"{prefix}{_CLASSES[one]}Assignor" for one in words.split(","))
        return _FAST | {"partition_assignment_strategy": words}

    def stop(self, place: str) -> None:
        """Stop the member in this place, and wait for its end."""
        self.running.pop(place).stop()

    def wait_shared(self) -> None:
        """Wait until the members that run share the topic, each with a part."""

        def is_shared() -> bool | None:
            owned = [member.owned() for member in self.running.values()]
            assert {None} == {member.error() for member in self.running.values()}
            return (
                all(owned) and sum(map(len, owned)) == len(self.whole) and set().union(*owned) == self.whole
            ) or None

        wait_until(is_shared, _SECONDS, f"{self.group} does not share the topic")

    def strategy(self) -> str | None:
        """The assignor that the broker names."""
        with Cluster(self.broker.address, client_settings({}, seconds=30)) as cluster:
            (found,) = capture_groups(cluster, [self.group]).groups
        assert isinstance(found, Group)
        return found.strategy


@pytest.fixture(scope="module")
def clients(broker: RealBroker) -> Iterator[dict[str, Members]]:
    create_topics(broker.address, _SIZES)
    programs = {one: one for one in (_JAVA, _SARAMA, _KAFKA_PYTHON)} | {_LIBRDKAFKA: "confluent-kafka"}
    with ExitStack() as stack:
        running = {one: stack.enter_context(members_of(program, broker.address)) for one, program in programs.items()}
        # kafkajs fails where a coordinator is still loading.
        first = Rolling(broker, running[_JAVA], _JAVA, "first")
        first.start("a", "range")
        first.wait_shared()
        first.stop("a")
        yield running


def row(client: str, kind: Switch) -> Rollout:
    return ROLLOUTS[client][kind]


_BOTH = ["cooperative-sticky,range", "cooperative-sticky"]


@pytest.mark.parametrize(
    ("client", "kind", "old", "phases", "strategy"),
    [
        (_JAVA, Switch.EAGER, "range", ["roundrobin,range"], "roundrobin"),
        (_JAVA, Switch.COOPERATIVE, "range", _BOTH, "cooperative-sticky"),
        (_JAVA, Switch.BACK, "cooperative-sticky", ["cooperative-sticky,sticky", "sticky"], "sticky"),
        (_JAVA, Switch.UPGRADE, "range", ["consumer uniform"], "uniform"),
        (_JAVA, Switch.DOWNGRADE, "consumer uniform", ["range"], "range"),
        (_JAVA, Switch.SERVER, "consumer uniform", ["consumer range"], "range"),
        (_LIBRDKAFKA, Switch.EAGER, "range", ["roundrobin,range"], "roundrobin"),
        (_LIBRDKAFKA, Switch.UPGRADE, "range", ["consumer uniform"], "uniform"),
        (_LIBRDKAFKA, Switch.DOWNGRADE, "consumer range", ["range"], "range"),
        (_SARAMA, Switch.EAGER, "range", ["roundrobin,range"], "roundrobin"),
        (_SARAMA, Switch.COOPERATIVE, "range", _BOTH, "cooperative-sticky"),
        (_SARAMA, Switch.BACK, "cooperative-sticky", ["cooperative-sticky,range", "range"], "range"),
        (_KAFKA_PYTHON, Switch.EAGER, "range", ["sticky,range"], "sticky"),
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Switch) else value if isinstance(value, str) else "",
)
def test_rollout_needs_no_stop(
    broker: RealBroker,
    clients: dict[str, Members],
    client: str,
    kind: Switch,
    old: str,
    phases: list[str],
    strategy: str,
) -> None:
    rolling = Rolling(broker, clients[client], client, f"roll-{client}-{kind.name.lower()}")
    for place in "ab":
        rolling.start(place, old)
    rolling.wait_shared()

    for settings in phases:
        for place in "ab":
            rolling.stop(place)
            rolling.wait_shared()
            rolling.start(place, settings)
            rolling.wait_shared()

    assert strategy == rolling.strategy()
    assert {"online", "rolling", "two-rolling"} >= {row(client, kind).rollout}
    assert ("two" in WORDS[row(client, kind).rollout]) == (len(phases) == 2)
    for place in "ab":
        rolling.stop(place)


@pytest.mark.parametrize("new", ["sticky", "cooperative-sticky"])
@pytest.mark.parametrize("client", [_JAVA, _SARAMA, _KAFKA_PYTHON])
def test_no_member_of_another_classic_assignor_says_what_it_owns(
    broker: RealBroker, clients: dict[str, Members], client: str, new: str
) -> None:
    """Two members own six partitions each. A sticky leader that knew it would take two from each for the third."""
    if (client, new) == (_KAFKA_PYTHON, "cooperative-sticky"):
        pytest.skip("kafka-python refuses a list of both kinds")
    rolling = Rolling(broker, clients[client], client, f"owners-{client}-{new}", "dozen")
    for place in "ab":
        rolling.start(place, f"range,{new}")
    rolling.wait_shared()
    before = {place: rolling.running[place].owned() for place in "ab"}
    assert {6} == set(map(len, before.values()))

    rolling.start("c", new)
    rolling.wait_shared()

    kept = sum(len(before[place] & rolling.running[place].owned()) for place in "ab")
    assert rolling.strategy() == new
    assert {4} == {len(member.owned()) for member in rolling.running.values()}
    assert kept < 8
    for place in "abc":
        rolling.stop(place)


@pytest.mark.parametrize(
    ("client", "kind", "old", "new", "refused"),
    [
        (_LIBRDKAFKA, Switch.COOPERATIVE, "range", "cooperative-sticky,range", "must have the same protocol type"),
        (_LIBRDKAFKA, Switch.COOPERATIVE, "range", "cooperative-sticky", "Inconsistent group protocol"),
        (_LIBRDKAFKA, Switch.BACK, "cooperative-sticky", "range", "Inconsistent group protocol"),
        (_LIBRDKAFKA, Switch.USER_DATA, "cooperative-sticky", "consumer uniform", "group id does not exist"),
        (_KAFKA_PYTHON, Switch.COOPERATIVE, "range", "cooperative-sticky,range", "do not support a common Rebalance"),
        (_KAFKA_PYTHON, Switch.BACK, "cooperative-sticky", "range", "InconsistentGroupProtocol"),
    ],
)
def test_switch_without_a_stop_is_refused(
    broker: RealBroker, clients: dict[str, Members], client: str, kind: Switch, old: str, new: str, refused: str
) -> None:
    rolling = Rolling(broker, clients[client], client, f"stop-{client}-{len(new)}-{len(old)}")
    for place in "ac":  # the second rebalance is the first one in which members claim something
        rolling.start(place, old)
        rolling.wait_shared()

    begun = clients[client].lines.count()
    member = rolling.start("b", new)

    clients[client].lines.wait_for(lambda line: line.startswith(member.name) and refused in line, _SECONDS, begun)
    assert _WHOLE == rolling.running["a"].owned() | rolling.running["c"].owned()
    assert "stop" == row(client, kind).rollout


@pytest.mark.parametrize("new", ["range", "consumer uniform"])
def test_members_of_another_client_join_by_a_shared_name_or_by_kip_848(
    broker: RealBroker, clients: dict[str, Members], new: str
) -> None:
    """kafkajs calls its strategy as nobody else does, so Java's classic members are refused."""
    group = f"kafkajs-{len(new)}"
    with members_of("kafkajs", broker.address) as kafkajs:
        rolling = Rolling(broker, kafkajs, "kafkajs", group)
        rolling.start("a", "RoundRobinAssigner")
        rolling.wait_shared()
        old = Side("kafkajs", "RoundRobinAssigner", Protocol.EAGER)

        java = Rolling(broker, clients[_JAVA], _JAVA, group)
        begun = clients[_JAVA].lines.count()
        member = java.start("b", new)

        if new == "range":
            clients[_JAVA].lines.wait_for(
                lambda line: line.startswith(member.name) and "InconsistentGroupProtocol" in line, _SECONDS, begun
            )
            taken = find_rollout(old, Side(_JAVA, new, Protocol.EAGER))
        else:
            rolling.running["b"] = member
            rolling.wait_shared()
            java.stop("b")
            taken = find_rollout(old, Side(None, "server-uniform", Protocol.CONSUMER))

    assert taken is not None
    assert ("stop" if new == "range" else "online") == taken.rollout
