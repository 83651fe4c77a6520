"""The findings that were published and then withdrawn. Their ids are not used again."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from studies.findings.finding_pages import FINDINGS


class WithdrawnFinding(NamedTuple):
    """What a withdrawn finding said about which release, and why it was wrong."""

    id: str
    target: str
    sentence: str
    reason: str

    @property
    def case_file(self) -> Path:
        """The file of its case."""
        return FINDINGS / "withdrawn" / f"{self.id}.json"


WITHDRAWN = (
    WithdrawnFinding(
        "kafka-go-1",
        "go:github.com/segmentio/kafka-go@v0.4.51:roundrobin",
        "Round robin begins again with the first member at each topic, so some members get nothing",
        "Documented: by a comment in `findMembersByTopic`, one member gets the same partition number of all topics. "
        "segmentio/kafka-go#1394 requests another balancer.",
    ),
    WithdrawnFinding(
        "kafka-group-coordinator-1",
        "maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor",
        "The assignor stops balancing long chains of members, and moves partitions again at the next rebalance",
        "Documented: the Javadoc of `MAX_ITERATION_COUNT` and of `balanceTopics` describes the limit (KAFKA-17710).",
    ),
    WithdrawnFinding(
        "kafka-group-coordinator-2",
        "maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor",
        "With different subscriptions the loads depend on the order of the members",
        "Documented: `balanceTopics` gives such an uneven answer as its example. A user cannot choose the "
        "order of the coordinator's members.",
    ),
)
"""All withdrawn findings, by id."""
