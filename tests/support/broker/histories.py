"""
Histories that lead groups of real members on a real broker to the faults of findings.

The histories of other findings were run once; docs/results/findings/broker.jsonl has what was seen.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.prepared_topics import write_records
from tests.support.broker.stage import Stage, plan_of

JAVA, KAFKA_PYTHON, AIOKAFKA, LIBRDKAFKA = "kafka-clients", "kafka-python", "aiokafka", "confluent-kafka"
KAFKAJS, SARAMA = "kafkajs", "sarama"
_FAST = {"heartbeat_interval_ms": "500", "session_timeout_ms": "10000"}


def _strategy(name: str) -> dict[str, str]:
    """The settings of a member with this strategy, which notices changes of its group soon."""
    return {"partition_assignment_strategy": name, **_FAST}


_JAVA_STICKY, _STICKY = _strategy("org.apache.kafka.clients.consumer.StickyAssignor"), _strategy("sticky")
_COOPERATIVE = _strategy("cooperative-sticky")

_SERVICES = {"a": "t1", "b": "t1", "c": "t0", "d": "t0"}
"""The members of two services, two for each topic. p joins last and reads both topics."""
_COUNTS = {"t0": 7, "t1": 14}
_PARTITIONS = {topic: " ".join(f"{topic}-{number}" for number in range(count)) for topic, count in _COUNTS.items()}


def _join_two_services(stage: Stage, client: str, frame: str, settings: dict[str, str]) -> str:
    """A member joins that reads the topics of two services. Two records come while the leader computes."""
    stage.create(**_COUNTS)
    for name, topic in _SERVICES.items():
        stage.start(name, client, topic, **settings)
    for topic, partitions in _PARTITIONS.items():
        stage.wait_shared(partitions, *(name for name, read in _SERVICES.items() if read == topic))
    stage.start("p", client, "t0,t1", **settings)
    stage.wait_stable(5)
    write_records(stage.broker.address, dict.fromkeys(_COUNTS, 1))
    leader = stage.wait_removed(unless=plan_of(r"\d+"))
    stage.members[leader].find_frame(frame)
    read = [member.name for member in stage.members.values() if member.reads("t0-0") + member.reads("t1-0")]
    if read:
        raise AssayError(f"{', '.join(read)} read a record while the leader computed")
    rest = {name: stage.members[name] for name in (*_SERVICES, "p") if name != leader}
    stage.wait_shared(" ".join(_PARTITIONS.values()), *rest)
    for topic in _COUNTS:
        stage.wait_read_by_any(f"{topic}-0")
    return f"{leader}: {stage.members[leader].find_frame(frame)}"


def hang_java(stage: Stage) -> str:
    """kafka-clients-2: a member joins that reads the topics of two services; the leader's assignor does not return."""
    return _join_two_services(stage, JAVA, "performReassignments", _JAVA_STICKY)


def hang_aiokafka(stage: Stage) -> str:
    """aiokafka-1: a member joins that reads the topics of two services; the leader's assignor does not return."""
    return _join_two_services(stage, AIOKAFKA, "_perform_reassignments", _STICKY)


def shrink_topic(stage: Stage) -> str:
    """
    kafka-clients-1: a topic is created again with fewer partitions while its consumers are busy.

    Offsets are not committed automatically. If they are, the members whose partitions are gone repeat the commit before
    they join again, for up to `max.poll.interval.ms`.
    """
    stage.create(t0=4)
    members = {f"C{number}": f"t0-{number}" for number in range(4)}
    for name in members:
        stage.start(name, JAVA, "t0", enable_auto_commit="false", **_JAVA_STICKY)
    stage.wait_owned(members)
    stage.write(t0=4)
    stage.wait_read(members)
    stage.pause(*members)
    stage.delete("t0")
    stage.create(t0=1)
    stage.resume(*members)
    failed = stage.wait_failed(unless=plan_of(2))
    stage.wait_shared("t0-0", *members)
    return failed


def lose_and_change_topics(stage: Stage) -> str:
    """kafka-clients-3: a former owner comes back with another subscription, in the rebalance of a new member."""
    stage.create(t0=2, t1=1)
    stage.start("C0", JAVA, "t0", max_poll_interval_ms="2000", **_JAVA_STICKY)
    stage.start("C1", JAVA, "t0", **_JAVA_STICKY)
    stage.wait_owned({"C0": "t0-0", "C1": "t0-1"})
    stage.pause("C0")
    stage.wait_owned({"C1": "t0-0 t0-1"})
    stage.subscribe("C0", "t1")
    stage.pause("C1")  # the next rebalance waits for C1
    stage.resume("C0")
    stage.wait_joined("C0")
    stage.start("C2", JAVA, "t0", **_JAVA_STICKY)
    stage.wait_joined("C2")
    stage.resume("C1")
    failed = stage.wait_failed(unless=plan_of(3))
    stage.wait_shared("t0-0 t0-1 t1-0", "C0", "C2")
    return failed


def lose_and_change_topics_in_sarama(stage: Stage) -> str:
    """sarama-1: a former owner comes back with another subscription, in the rebalance of a new member."""
    stage.create(t0=2, t1=1)
    stage.start("C0", SARAMA, "t0", **_STICKY)
    stage.start("C1", SARAMA, "t0", **_STICKY)
    stage.wait_owned({"C0": "t0-0", "C1": "t0-1"})
    stage.pause("C0")
    stage.wait_log("Member C0-.* has failed")
    stage.wait_owned({"C1": "t0-0 t0-1"})
    stage.subscribe("C0", "t1")
    stage.signal("C1", signal.SIGSTOP)  # the next rebalance waits for C1
    stage.resume("C0")
    stage.wait_joined("C0")
    stage.start("C2", SARAMA, "t0", **_STICKY)
    stage.wait_joined("C2")
    stage.signal("C1", signal.SIGCONT)
    stage.wait_log(plan_of(3))
    owned = {"C0": "t1-0", "C1": "t0-1"}
    stage.wait_owned(owned)
    return stage.wait_unread("t0-0", owned, t0=2, t1=1)


def return_with_other_topics(stage: Stage) -> str:
    """
    aiokafka-5: a former owner comes back with another subscription, in the rebalance of a new member.

    L leads all the time. C0 is a Java member: one member has to send its generation. kafka-python 3.0.12 sends it, too,
    but aiokafka cannot read that release's user data.
    """
    stage.create(t0=1, t1=1, t2=1)
    stage.start("L", AIOKAFKA, "t2", **_STICKY)
    stage.wait_owned({"L": "t2-0"})
    stage.start("C1", AIOKAFKA, "t0", **_STICKY)
    stage.wait_owned({"L": "t2-0", "C1": "t0-0"})
    stage.pause("C1")
    stage.wait_log("Member C1-.* has failed")
    stage.start("C0", JAVA, "t0,t1", **_JAVA_STICKY)
    stage.wait_owned({"C0": "t0-0 t1-0"})
    stage.subscribe("C1", "t1")
    stage.pause("L")  # the next rebalance waits for L
    stage.resume("C1")
    stage.wait_joined("C1")
    stage.start("C2", AIOKAFKA, "t0", **_STICKY)
    stage.wait_joined("C2")
    stage.resume("L")
    failed = stage.wait_failed(unless=plan_of(6))
    stage.wait_owned({"C2": "t0-0"})
    return failed


def leave_out_topic(stage: Stage) -> str:
    """kafkajs-1: two members read different topics, and the leader assigns only its own."""
    stage.create(t0=1, t1=1)
    stage.start("C0", KAFKAJS, "t0", **_strategy("roundrobin"))
    stage.wait_owned({"C0": "t0-0"})
    stage.start("C1", KAFKAJS, "t1", **_strategy("roundrobin"))
    stage.wait_log(plan_of(2))
    return stage.wait_unread("t1-0", {"C0": "t0-0"}, t0=1, t1=1)


def join_without_rack(stage: Stage) -> str:
    """librdkafka-1: a member without a rack joins a group whose leader has one."""
    stage.add_broker("rack-b")
    stage.create(t0=[1, 2])
    stage.start("C0", LIBRDKAFKA, "t0", client_rack="rack-a", **_COOPERATIVE)
    stage.wait_owned({"C0": "t0-0 t0-1"})
    stage.start("C1", KAFKA_PYTHON, "t0", **_COOPERATIVE)
    code = stage.wait_end("C0")
    if code != -signal.SIGSEGV:
        raise AssayError(f"C0 ended with exit code {code}")
    stage.wait_log("Member C0-.* has failed")
    stage.wait_owned({"C1": "t0-0 t0-1"})
    return "C0: SIGSEGV"


def leave_out_member(stage: Stage) -> str:
    """librdkafka-7: a Java member joins whose pattern matches no topic yet."""
    stage.create(t0=1)
    stage.start("C0", LIBRDKAFKA, "t0", **_strategy("range"))
    stage.wait_owned({"C0": "t0-0"})
    stage.start("C1", JAVA, "/none.*/", **_strategy("org.apache.kafka.clients.consumer.RangeAssignor"))
    failed = stage.wait_failed(unless=plan_of(3))
    stage.wait_log("Member C1-.* has left group")
    return failed


class FindingHistory(NamedTuple):
    """The history of a finding: `run` leads a new group there and returns what was seen, with `fault` in it."""

    run: Callable[[Stage], str]
    fault: str


HISTORIES = {
    "aiokafka-1": FindingHistory(hang_aiokafka, "_perform_reassignments"),
    "aiokafka-5": FindingHistory(return_with_other_topics, "Received an assignment for unsubscribed topic"),
    "kafka-clients-1": FindingHistory(shrink_topic, "IllegalStateException: No more unfilled consumers"),
    "kafka-clients-2": FindingHistory(hang_java, "performReassignments"),
    "kafka-clients-3": FindingHistory(lose_and_change_topics, "NullPointerException"),
    "kafkajs-1": FindingHistory(leave_out_topic, "nobody reads t1-0"),
    "librdkafka-1": FindingHistory(join_without_rack, "SIGSEGV"),
    "librdkafka-7": FindingHistory(leave_out_member, "IllegalStateException: There are insufficient bytes"),
    "sarama-1": FindingHistory(lose_and_change_topics_in_sarama, "nobody reads t0-0"),
}
"""Finding -> its history. No fault here depends on chance."""
