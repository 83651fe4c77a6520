"""
What each client reads of a group, seen in its answers.

A host may speak the protocol and still translate a group wrongly into the objects of its client. So each client is
asked a few questions whose answers tell what it has read, and that it has forgotten the question before. One table says
it for all clients, release by release.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from tests.assignors.hosted.real_hosts import Open, with_releases

VERSIONS = (0, 1, 2, 3, 9)
"""Of a member's subscription. A client of 9 would know more than all of today."""

CROSSED = {"a": [1], "b": [0]}
"""Without claims and racks, the first member gets the first partition."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """
    The versions of a subscription from which a client reads a member's claims, and their generation.

    `static`: it sorts static members before the others. `racks`: the versions from which it reads a member's rack; it
    prefers partitions with a replica there, or only with the leader there, if `leaders_only`.
    """

    claims: str = ""
    generations: str = ""
    static: bool = False
    racks: str = ""
    leaders_only: bool = False


ALL = "01239"
STICKY = Reading(claims=ALL, generations=ALL)
COOPERATIVE = Reading(claims="1239", generations="1239")
STATIC = Reading(static=True)
NOTHING = Reading()

CLIENTS = "maven:org.apache.kafka:kafka-clients"
COORDINATOR = "maven:org.apache.kafka:kafka-group-coordinator"
READINGS = {
    f"{CLIENTS}:4.4.0:RangeAssignor": Reading(static=True, racks="39"),
    f"{CLIENTS}:4.4.0:StickyAssignor": Reading(claims=ALL, generations="239", racks="39"),
    f"{CLIENTS}:4.4.0:CooperativeStickyAssignor": Reading(claims="1239", generations="239", racks="39"),
    f"{CLIENTS}:2.4.1:CooperativeStickyAssignor": Reading(claims="1239"),
    f"{CLIENTS}:2.3.1:RangeAssignor": NOTHING,
    f"{CLIENTS}:0.11.0.0:StickyAssignor": Reading(claims=ALL),
    f"{COORDINATOR}:4.4.0:UniformAssignor": STICKY,
    f"{COORDINATOR}:4.4.0:RangeAssignor": STATIC,
    f"{COORDINATOR}:3.7.2:UniformAssignor": Reading(claims=ALL, generations=ALL, racks=ALL),
    "go:github.com/twmb/franz-go@v1.22.3:range": STATIC,
    "go:github.com/twmb/franz-go@v1.21.4:range": Reading(static=True, racks="39", leaders_only=True),
    "go:github.com/twmb/franz-go@v1.22.3:sticky": Reading(claims=ALL, generations=ALL, static=True),
    "go:github.com/twmb/franz-go@v1.22.3:cooperative-sticky": Reading(claims="1239", generations="1239", static=True),
    "go:github.com/twmb/franz-go@v1.5.0:sticky": Reading(claims=ALL, generations=ALL, static=True),
    "go:github.com/IBM/sarama@v1.61.1:range": NOTHING,
    "go:github.com/IBM/sarama@v1.61.1:sticky": STICKY,
    "go:github.com/IBM/sarama@v1.61.1:cooperative-sticky": COOPERATIVE,
    "go:github.com/Shopify/sarama@v1.26.0:sticky": STICKY,
    "go:github.com/segmentio/kafka-go@v0.4.51:range": NOTHING,
    "go:github.com/segmentio/kafka-go@v0.4.51:rack-affinity": Reading(racks=ALL, leaders_only=True),
    "librdkafka==2.15.1:range": Reading(racks="39"),
    "librdkafka==2.15.1:cooperative-sticky": Reading(claims="1239", generations="239", racks="39"),
    "librdkafka==2.1.1:cooperative-sticky": Reading(claims="1239"),
    "librdkafka==1.6.0:cooperative-sticky": NOTHING,
    "kafka-python==3.0.12:range": STATIC,
    "kafka-python==3.0.12:sticky": STICKY,
    "kafka-python==3.0.12:cooperative-sticky": Reading(claims="1239", generations="239"),
    "kafka-python==2.3.3:range": STATIC,
    "kafka-python==2.3.3:sticky": STICKY,
    "kafka-python==2.2.21:range": NOTHING,
    "kafka-python==2.2.21:sticky": STICKY,
    "kafka-python==2.0.2:sticky": STICKY,
    "aiokafka==0.14.0:range": NOTHING,
    "aiokafka==0.14.0:sticky": STICKY,
    "aiokafka==0.9.0:sticky": STICKY,
    "npm:@platformatic/kafka@2.12.1:cooperative-sticky": COOPERATIVE,
    "npm:@platformatic/kafka@2.12.1:roundrobin": NOTHING,
    "npm:kafka-node@5.0.0:range": NOTHING,
    "npm:kafkajs@2.2.4:roundrobin": NOTHING,
    "npm:no-kafka@3.4.4:default": NOTHING,
}


def member(name: str, *, owned: int | None = None, generation: int = 7, **more: Any) -> Member:
    claims = () if owned is None else (("t", (owned,)),)
    return Member(id=name, subscription=("t",), owned=claims, generation=None if owned is None else generation, **more)


SECOND = (member("b"), member("b", instance_id="i"))


def given(target: HostTarget, *members: Member, partitions: int = 2, racks: Any = None) -> dict[str, list[int]]:
    """The partitions of `t` that each member gets. Nobody subscribes to the other topic."""
    topics = (Topic(name="s", partitions=9), Topic(name="t", partitions=partitions, replica_racks=racks))
    answer: Assignment = target.assign(Group(topics=topics, members=members))
    assert all(topic == "t" for mine in answer.values() for topic in mine)
    return {name: list(mine.get("t", ())) for name, mine in answer.items()}


def always(shows: Callable[[], bool]) -> bool:
    """Whether each repetition shows it: some clients break ties at random."""
    return all(shows() for _ in range(20))


def reads_claims(target: HostTarget, version: int) -> bool:
    """Each member claims what the other one would get."""
    one, other = (member(name, owned=owned, metadata_version=version) for name, owned in (("a", 1), ("b", 0)))
    return always(lambda: given(target, one, other) == CROSSED)


def reads_generations(target: HostTarget, version: int) -> bool:
    """Both claim one partition: the one whose claim is older does not get it."""

    def shows() -> bool:
        one, other = (
            given(
                target,
                member("a", owned=0, generation=first, metadata_version=version),
                member("b", owned=0, generation=second, metadata_version=version),
            )
            for first, second in ((6, 7), (7, 6))
        )
        return 0 not in one["a"] and 0 not in other["b"] and one != other

    return always(shows)


def prefers_racks(target: HostTarget, version: int, *further: str) -> bool:
    """Each partition has a replica on the rack of the member that would not get it."""
    members = [member(name, rack=f"r{name}", metadata_version=version) for name in "ab"]
    racks = ((*further, "rb"), (*further, "ra"))
    return always(lambda: given(target, *members, racks=racks) == CROSSED)


def puts_static_members_first(target: HostTarget) -> bool:
    """The second member gets the only partition once it is static."""
    firsts = ["b" if given(target, member("a"), each, partitions=1).get("b") else "a" for each in SECOND]
    return firsts == ["a", "b"]


@pytest.mark.parametrize("text", with_releases(READINGS))
def test_answers_show_what_the_client_reads(host: Open, text: str) -> None:
    def versions(reads: Callable[..., bool], *more: str) -> str:
        return "".join(str(version) for version in VERSIONS if reads(target, version, *more))

    target = host(text)
    racks = versions(prefers_racks)
    seen = Reading(
        claims=versions(reads_claims),
        generations=versions(reads_generations),
        static=always(lambda: puts_static_members_first(target)),
        racks=racks,
        leaders_only=racks != versions(prefers_racks, "rz"),
    )

    assert READINGS[text] == seen
