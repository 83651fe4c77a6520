"""Histories that lead groups of JavaScript members to their faults."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.broker.java_histories import FAST, JAVA
from tests.support.broker.stage import Stage, plan_of

KAFKAJS, KAFKA_NODE, PLATFORMATIC = "kafkajs", "kafka-node", "platformatic"
_C0_READS = {"C0": "t0-0"}
_JAVA_ROUND_ROBIN = "org.apache.kafka.clients.consumer.RoundRobinAssignor"


def start_before_topic(stage: Stage) -> str:
    """kafka-node-1: a consumer starts before its topic exists. The broker creates topics on request, as by default."""
    stage.start("C0", KAFKA_NODE, "gone", partition_assignment_strategy="range", **FAST)
    failed = stage.wait_failed(unless=plan_of(1))
    stage.note(f"the process of C0 has ended with exit code {stage.members['C0'].wait_end()}")
    stage.wait_log("Member C0-.* has failed")
    return failed


def leave_out_topic(stage: Stage) -> str:
    """kafkajs-1: two members read different topics, and the leader assigns only its own."""
    return _read_different_topics(stage, KAFKAJS, {"t0": 1, "t1": 1}, unread="t1-0")


def give_away_partition(stage: Stage) -> str:
    """kafkajs-2: two members read different topics, and one is given a partition of the other's topic."""
    return _read_different_topics(stage, KAFKAJS, {"t0": 2, "t1": 1}, unread="t0-1")


def leave_out_topic_cooperatively(stage: Stage) -> str:
    """platformatic-2: two members read different topics, and the leader assigns only its own."""
    return _read_different_topics(stage, PLATFORMATIC, {"t0": 1, "t1": 1}, unread="t1-0", strategy="cooperative-sticky")


def give_away_only_partition(stage: Stage) -> str:
    """platformatic-3: two members read different topics, and one is given a partition of the other's topic."""
    return _read_different_topics(stage, PLATFORMATIC, {"t0": 1, "t1": 1}, unread="t0-0", reads={})


def subscribe_to_missing_topic(stage: Stage) -> str:
    """platformatic-5: a Java member joins that subscribes to a missing topic, too."""
    stage.create(t0=1)
    stage.start("C0", PLATFORMATIC, "t0", partition_assignment_strategy="roundrobin", **FAST)
    stage.wait_owned({"C0": "t0-0"})
    java = {"partition_assignment_strategy": _JAVA_ROUND_ROBIN, "allow_auto_create_topics": "false", **FAST}
    stage.start("C1", JAVA, "t0,gone", **java)
    failed = stage.wait_failed(unless=plan_of(9))
    stage.wait_log("Member C0-.* has failed")
    stage.wait_owned({"C1": "t0-0"})
    stage.write(t0=1)
    stage.wait_read({"C0": "t0-0", "C1": "t0-0"})
    stage.stop("C1")
    stage.write(t0=1)
    stage.wait_read({"C0": "t0-0"}, 2)
    return failed


def _read_different_topics(
    stage: Stage,
    client: str,
    topics: Mapping[str, int],
    *,
    unread: str,
    reads: Mapping[str, str] = _C0_READS,
    strategy: str = "roundrobin",
) -> str:
    """C0 reads t0 and leads; C1 joins and reads t1. The partitions of `reads` have a reader, and `unread` has none."""
    settings = {"partition_assignment_strategy": strategy, **FAST}
    stage.create(**topics)
    stage.start("C0", client, "t0", **settings)
    stage.wait_owned({"C0": " ".join(f"t0-{number}" for number in range(topics["t0"]))})
    stage.start("C1", client, "t1", **settings)
    stage.wait_log(plan_of(2))
    return stage.wait_unread(unread, reads, **topics)
