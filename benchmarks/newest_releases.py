"""
The newest release of every implementation that a host can ask, with all its assignors, as the registries had them on
22 November 2026; and the references of the same rules.
"""

from __future__ import annotations

REFERENCES = ("range", "roundrobin", "sticky", "cooperative-sticky", "server-range", "server-uniform")

IMPLEMENTATIONS = {
    "maven:org.apache.kafka:kafka-clients:4.4.0": (
        "RangeAssignor",
        "RoundRobinAssignor",
        "StickyAssignor",
        "CooperativeStickyAssignor",
    ),
    "maven:org.apache.kafka:kafka-group-coordinator:4.4.0": ("RangeAssignor", "UniformAssignor"),
    "go:github.com/twmb/franz-go@v1.22.2": ("range", "roundrobin", "sticky", "cooperative-sticky"),
    "go:github.com/IBM/sarama@v1.61.1": ("range", "roundrobin", "sticky", "cooperative-sticky"),
    "go:github.com/segmentio/kafka-go@v0.4.51": ("range", "roundrobin", "rack-affinity"),
    "librdkafka==2.15.1": ("range", "roundrobin", "cooperative-sticky", "cooperative-sticky-adjusted"),
    "npm:kafkajs@2.2.4": ("roundrobin",),
    "npm:kafka-node@5.0.0": ("range", "roundrobin"),
    "npm:@platformatic/kafka@2.12.1": ("roundrobin", "cooperative-sticky"),
    "npm:no-kafka@3.4.4": ("default", "weighted-roundrobin", "consistent"),
    "kafka-python==3.0.12": ("range", "roundrobin", "sticky", "cooperative-sticky"),
    "aiokafka==0.14.0": ("range", "roundrobin", "sticky"),
}
"""Release, as a target begins with it -> its assignors."""

NEWEST = tuple(f"{release}:{assignor}" for release, assignors in IMPLEMENTATIONS.items() for assignor in assignors)
