"""A history that makes the sticky assignors of three clients hang: a member of two services joins."""

from __future__ import annotations

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.java_histories import FAST, JAVA, STICKY
from tests.support.broker.prepared_topics import group_state, write_records
from tests.support.broker.python_histories import AIOKAFKA
from tests.support.broker.sarama_histories import SARAMA
from tests.support.broker.stage import GROUP, Stage, plan_of

SERVICES = {"a": "t1", "b": "t1", "c": "t0", "d": "t0"}
"""The members of before, two for each topic. p joins last and reads both topics."""

COUNTS = {"t0": 7, "t1": 14}
_PARTITIONS = {topic: " ".join(f"{topic}-{number}" for number in range(count)) for topic, count in COUNTS.items()}
_STICKY = {"partition_assignment_strategy": "sticky"}


def join_two_services(stage: Stage, client: str, frame: str, **settings: str) -> str:
    """Lead a group of one client there. Two records come while the leader computes."""
    stage.create(**COUNTS)
    for name, topic in SERVICES.items():
        stage.start(name, client, topic, **settings)
    for topic, partitions in _PARTITIONS.items():
        stage.wait_shared(partitions, *(name for name, read in SERVICES.items() if read == topic))
    stage.start("p", client, "t0,t1", **settings)
    stage.wait_stable(5)
    write_records(stage.broker.address, dict.fromkeys(COUNTS, 1))
    stage.note("a record is written into t0-0 and t1-0")
    stage.note(f"the coordinator says: group {GROUP} is {group_state(stage.broker.address, GROUP)}")
    leader = stage.wait_removed(unless=plan_of(r"\d+"))
    stage.find_frame(leader, frame)
    read = [member.name for member in stage.members.values() if member.reads("t0-0") + member.reads("t1-0")]
    if read:
        raise AssayError(f"{', '.join(read)} read a record while the leader computed")
    stage.note("nobody has read the records")
    rest = {name: stage.members[name] for name in (*SERVICES, "p") if name != leader}
    stage.wait_shared(" ".join(_PARTITIONS.values()), *rest)
    for topic in COUNTS:
        stage.wait_read_by_any(f"{topic}-0")
    return f"{leader}: {stage.find_frame(leader, frame)}"


def hang_java(stage: Stage) -> str:
    """kafka-clients-2: a member joins that reads the topics of two services; the leader's assignor does not return."""
    return join_two_services(stage, JAVA, "performReassignments", **STICKY, **FAST)


def hang_aiokafka(stage: Stage) -> str:
    """aiokafka-1: a member joins that reads the topics of two services; the leader's assignor does not return."""
    return join_two_services(stage, AIOKAFKA, "_perform_reassignments", **_STICKY, **FAST)


def hang_sarama(stage: Stage) -> str:
    """sarama-5: a member joins that reads the topics of two services; the leader's assignor does not return."""
    return join_two_services(stage, SARAMA, "performReassignments", **_STICKY, **FAST)
