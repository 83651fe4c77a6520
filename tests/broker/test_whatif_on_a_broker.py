"""
What `assay whatif` says of seven groups of real clients, and what the cluster then does: equal, or in the range.

What was done is left in `changes.jsonl` of the run's folder (`--basetemp DIR`). `tests/data/live_changes.jsonl` is such
a file, which `tests/assay/test_whatif.py` compares without a broker.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.assay.test_whatif import LiveChange, contradictions
from tests.support.broker.members import Member, Members, members_of
from tests.support.broker.prepared_topics import create_topics, grow_topic
from tests.support.broker.real_broker import RealBroker
from tests.support.broker.watched_lines import wait_until

pytestmark = pytest.mark.broker

_SECONDS = 120.0
_CLASSIC = {"heartbeat_interval_ms": "500", "session_timeout_ms": "20000", "metadata_max_age_ms": "1000"}
_SUBSCRIPTIONS = {"1": ("orders", "clicks"), "2": ("orders", "clicks"), "3": ("orders",), "4": ("orders", "clicks")}
"""Of the three members, and of the one that joins."""

Owners = dict[str, frozenset[str]]
"""Instance id or member id -> the member's partitions."""


class Clients(NamedTuple):
    """The client of all members, its settings, and how they are named: numbered, numbered and static, or all alike."""

    client: str
    settings: Mapping[str, str]
    names: str = "numbered"


def _classic(strategy: str, **settings: str) -> dict[str, str]:
    return {**_CLASSIC, "partition_assignment_strategy": strategy, **settings}


def _java(strategy: str) -> dict[str, str]:
    return _classic(f"org.apache.kafka.clients.consumer.{strategy}Assignor")


def _kip_848(assignor: str) -> dict[str, str]:
    return {"group_protocol": "consumer", "group_remote_assignor": assignor}


GROUPS = {
    "java-range": Clients("kafka-clients", _java("Range"), "static"),
    "java-cooperative-sticky": Clients("kafka-clients", _java("CooperativeSticky"), "shared"),
    "java-uniform": Clients("kafka-clients", _kip_848("uniform")),
    "librdkafka-cooperative-sticky": Clients(
        "confluent-kafka", _classic("cooperative-sticky", topic_metadata_refresh_interval_ms="1000")
    ),
    "librdkafka-server-range": Clients("confluent-kafka", _kip_848("range")),
    "kafka-python-sticky": Clients("kafka-python", _classic("sticky")),
    "aiokafka-roundrobin": Clients("aiokafka", _classic("roundrobin"), "shared"),
}


def _assay(*words: str) -> dict[str, Any]:
    ended = subprocess.run(
        [sys.executable, "-m", "assay", *words], capture_output=True, text=True, timeout=_SECONDS, check=True
    )
    document: dict[str, Any] = json.loads(ended.stdout)
    return document


@dataclass
class LiveGroup:
    """A group whose members start and stop, and share two topics."""

    name: str
    clients: Clients
    broker: RealBroker
    members: Members
    file: Path
    running: dict[str, Member] = field(default_factory=dict)
    partitions: dict[str, int] = field(default_factory=lambda: {"orders": 7, "clicks": 4})

    def start(self, number: str) -> None:
        """Start the member of this number."""
        words = {"client_id": self.name if self.clients.names == "shared" else f"{self.name}-{number}"}
        if self.clients.names == "static":
            words["group_instance_id"] = f"pod-{number}"
        topics = ",".join(f"{self.name}.{topic}" for topic in _SUBSCRIPTIONS[number])
        self.running[number] = self.members.start(
            f"{self.name}-{number}", self.name, topics, **self.clients.settings, **words
        )

    def settled(self) -> Owners:
        """What each member owns, as captured into `file` when the members that run share all partitions."""
        whole = {f"{self.name}.{topic}-{one}" for topic, count in self.partitions.items() for one in range(count)}

        def find_owners() -> Owners | None:
            assert {None} == {member.error() for member in self.running.values()}
            owned = sorted(map(sorted, (member.owned() for member in self.running.values())))
            if not all(owned) or sorted(whole) != sorted(one for some in owned for one in some):
                return None
            group = _assay("capture", "--bootstrap-server", self.broker.address, "--group", self.name)
            owners = {
                member.get("instance_id", member["id"]): frozenset(
                    f"{topic}-{one}" for topic, ids in member.get("owned", {}).items() for one in ids
                )
                for member in group["members"]
            }
            if "Stable" != group["state"] or owned != sorted(map(sorted, owners.values())):
                return None
            self.file.write_text(json.dumps(group))
            return owners

        return wait_until(find_owners, _SECONDS, f"the members of {self.name} do not share all partitions")

    def numbers(self, owners: Owners) -> Iterator[tuple[str, str]]:
        """The number of each member, and its name in the capture."""
        for name, owned in owners.items():
            yield next(number for number, member in self.running.items() if member.owned() == owned), name

    def change(self, kind: str, before: Owners) -> Iterator[None]:
        """Do what `kind` names. Each yield is a moment at which the group has to settle."""
        match kind:
            case "--join":
                self.start("4")
            case "--leave":
                self.running.pop("2").stop()
            case "--grow":
                self.partitions["orders"] += 4
                grow_topic(self.broker.address, f"{self.name}.orders", self.partitions["orders"])
            case "--rolling":
                for number, _ in list(self.numbers(before)):
                    self.running.pop(number).stop()
                    if self.clients.names != "static":
                        yield
                    self.start(number)
                    yield
                return
        yield


def moves(before: Owners, after: Owners) -> int:
    """The number of partitions that members lose which stay."""
    return sum(len(owned - after[member]) for member, owned in before.items() if member in after)


@pytest.mark.parametrize("name", GROUPS)
def test_whatif_says_what_the_cluster_then_does(name: str, broker: RealBroker, tmp_path: Path) -> None:
    clients = GROUPS[name]
    with members_of(clients.client, broker.address) as members:
        group = LiveGroup(name, clients, broker, members, tmp_path / "group.json")
        create_topics(broker.address, {f"{name}.{topic}": count for topic, count in group.partitions.items()})
        for number in "123":
            group.start(number)
        before = group.settled()
        for kind in ("--join", "--leave", "--grow", "--rolling"):
            leaver = next(one for number, one in group.numbers(before) if number == "2") if kind == "--leave" else ""
            words = [kind, {"--leave": leaver, "--grow": f"{name}.orders=11"}.get(kind, "1")]
            captured, moved, start = json.loads(group.file.read_text()), 0, broker.lines.count()
            said = _assay("whatif", str(group.file), *words, "--json")
            for _ in group.change(kind, before):
                after = group.settled()
                moved += moves(before, after)
                before = after
            generations = sum(f"Stabilized group {name} " in line for line in broker.lines.since(start))
            done = LiveChange(
                group=captured,
                words=words,
                moved=moved,
                loads=sorted(map(len, before.values())),
                rounds=None
                if "group_protocol" in clients.settings or clients.client == "kafka-python"
                else generations,
            )
            with (tmp_path.parent / "changes.jsonl").open("a") as record:
                record.write(json.dumps(done._asdict()) + "\n")
            assert [] == contradictions(done, said)
