"""
The newest release of every implementation with a host, with all its assignors, and the references.

The releases are those in the registries on 28 November 2026. No page and no pin may name a newer one, or call another
release the newest; a test compares them with this list.
"""

from __future__ import annotations

from importlib.metadata import version

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.registry import default_names

_CLIENTS = "maven:org.apache.kafka:kafka-clients:4.4.0"
_COORDINATOR = "maven:org.apache.kafka:kafka-group-coordinator:4.4.0"


REFERENCES = ("range", "roundrobin", "sticky", "cooperative-sticky", "server-range", "server-uniform")


def _of(release: str, *assignors: str) -> tuple[str, ...]:
    return tuple(f"{release}:{assignor}" for assignor in assignors)


IMPLEMENTATIONS: dict[str, tuple[str, ...]] = {
    "kafka-clients": _of(
        _CLIENTS, "RangeAssignor", "RoundRobinAssignor", "StickyAssignor", "CooperativeStickyAssignor"
    ),
    "kafka-group-coordinator": _of(_COORDINATOR, "RangeAssignor", "UniformAssignor"),
    "franz-go": _of("go:github.com/twmb/franz-go@v1.22.3", "range", "roundrobin", "sticky", "cooperative-sticky"),
    "sarama": _of("go:github.com/IBM/sarama@v1.61.1", "range", "roundrobin", "sticky", "cooperative-sticky"),
    "kafka-go": _of("go:github.com/segmentio/kafka-go@v0.4.51", "range", "roundrobin", "rack-affinity"),
    "librdkafka": _of("librdkafka==2.15.1", "range", "roundrobin", "cooperative-sticky", "cooperative-sticky-adjusted"),
    "kafkajs": _of("npm:kafkajs@2.2.4", "roundrobin"),
    "kafka-node": _of("npm:kafka-node@5.0.0", "range", "roundrobin"),
    "platformatic": _of("npm:@platformatic/kafka@2.12.1", "roundrobin", "cooperative-sticky"),
    "no-kafka": _of("npm:no-kafka@3.4.4", "default", "weighted-roundrobin", "consistent"),
    "kafka-python": _of("kafka-python==3.0.12", "range", "roundrobin", "sticky", "cooperative-sticky"),
    "aiokafka": _of("aiokafka==0.14.0", "range", "roundrobin", "sticky"),
}
"""Implementation -> its assignors as targets."""

_KAFKAS = (*IMPLEMENTATIONS["kafka-clients"], *IMPLEMENTATIONS["kafka-group-coordinator"])
ORIGINALS = dict(zip(REFERENCES, _KAFKAS, strict=True))
"""Reference -> the class of Kafka whose rule it follows. Its declared breaks are filed where those of Kafka are."""

NEWEST = tuple(target for targets in IMPLEMENTATIONS.values() for target in targets)
"""All targets with a host, grouped by implementation."""

_RECIPES = {
    "platformatic": ("node docs/wire/platformatic/consumer.mjs", ("roundrobin",)),
    "kacrab": ("rust-consumers/debug/kacrab-consumer", ("range", "cooperative-sticky")),
}

WIRE: dict[str, tuple[str, ...]] = {
    implementation: tuple(f"wire:{words} {{bootstrap}} {{group}} {{topics}} {{strategy}}#{name}" for name in strategies)
    for implementation, (words, strategies) in _RECIPES.items()
}
"""Implementation -> its recipe for the wire as targets: for what no host can show."""

IMPLEMENTATION_OF: dict[str, str] = {
    target: implementation
    for every in (IMPLEMENTATIONS, WIRE)
    for implementation, targets in every.items()
    for target in targets
}
"""Target -> implementation."""

ON_WIRE = {"librdkafka": "2.16.0", "kacrab": "0.4.0"}
"""
Implementation -> its newest release, where only a consumer program has it.

confluent-kafka 2.16.1 contains librdkafka 2.16.0. No package that we know contains the source of a release after
2.15.1, which the host needs.
"""

OWN = "references"


def implementations() -> dict[str, tuple[str, ...]]:
    """Implementation -> its targets. The references are the last one."""
    return {**IMPLEMENTATIONS, OWN: tuple(default_names())}


def release_of(target: str) -> str:
    """
    The release that `target` names; of a reference, the release of this package.

    >>> release_of("go:github.com/twmb/franz-go@v1.22.3:sticky")
    'v1.22.3'
    """
    name = parse_target(target)
    return (name.release or "") if name.is_released else version("kafka-assay")


def assignor_name(target: str) -> str:
    """
    The name of the assignor in its implementation.

    >>> assignor_name("maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor")
    'StickyAssignor'
    """
    return target.rpartition(":")[2].rpartition("#")[2]
