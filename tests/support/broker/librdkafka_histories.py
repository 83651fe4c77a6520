"""Histories that lead groups with a librdkafka leader to its faults."""

from __future__ import annotations

import signal

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.java_histories import FAST, JAVA
from tests.support.broker.prepared_topics import assigned
from tests.support.broker.stage import GROUP, Stage, plan_of

LIBRDKAFKA = "confluent-kafka"
_COOPERATIVE = {"partition_assignment_strategy": "cooperative-sticky"}
_RANGE = {"partition_assignment_strategy": "range"}
_JAVA_RANGE = "org.apache.kafka.clients.consumer.RangeAssignor"


def join_without_rack(stage: Stage) -> str:
    """librdkafka-1: a member without a rack joins a group whose leader has one."""
    stage.add_broker("rack-b")
    stage.create(t0=[1, 2])
    stage.start("C0", LIBRDKAFKA, "t0", client_rack="rack-a", **_COOPERATIVE, **FAST)
    stage.wait_owned({"C0": "t0-0 t0-1"})
    stage.start("C1", "kafka-python", "t0", **_COOPERATIVE, **FAST)
    crash = _wait_crash(stage, "C0")
    stage.wait_owned({"C1": "t0-0 t0-1"})
    return crash


def join_on_one_rack(stage: Stage) -> str:
    """librdkafka-2: a second member joins, and two of three partitions have no replica on the members' rack."""
    stage.add_broker("rack-b")
    stage.create(t0=[1, 2, 2])
    stage.start("C0", LIBRDKAFKA, "t0", client_rack="rack-a", **_COOPERATIVE, **FAST)
    stage.wait_owned({"C0": "t0-0 t0-1 t0-2"})
    stage.start("C1", LIBRDKAFKA, "t0", client_rack="rack-a", **_COOPERATIVE, **FAST)
    return stage.wait_generation(12, members=2)


def split_service(stage: Stage) -> str:
    """librdkafka-3: two members with other subscriptions join in one rebalance."""
    stage.create(t0=2, t1=3, t2=3)
    stage.start("C0", LIBRDKAFKA, "t0,t1", **_COOPERATIVE, **FAST)
    stage.wait_owned({"C0": "t0-0 t0-1 t1-0 t1-1 t1-2"})
    stage.suspend("C0")  # the next rebalance waits for C0
    for name, topics in (("C1", "t0,t2,t1"), ("C2", "t1")):
        stage.start(name, LIBRDKAFKA, topics, **_COOPERATIVE, **FAST)
        stage.wait_joined(name)
    stage.wake("C0")
    crash = _wait_crash(stage, "C0")
    stage.wait_shared("t0-0 t0-1 t1-0 t1-1 t1-2 t2-0 t2-1 t2-2", "C1", "C2")
    return crash


def leave_out_member(stage: Stage) -> str:
    """librdkafka-7: a Java member joins whose pattern matches no topic yet."""
    stage.create(t0=1)
    stage.start("C0", LIBRDKAFKA, "t0", **_RANGE, **FAST)
    stage.wait_owned({"C0": "t0-0"})
    stage.start("C1", JAVA, "/none.*/", partition_assignment_strategy=_JAVA_RANGE, **FAST)
    failed = stage.wait_failed(unless=plan_of(3))
    stage.wait_log("Member C1-.* has left group")
    return failed


def join_static_members(stage: Stage) -> str:
    """librdkafka-10: a dynamic member joins two static ones, one of whose instance ids continues the other."""
    stage.create(t0=1)
    for name, instance in (("C0", "app-1"), ("C2", "app")):
        stage.start(name, LIBRDKAFKA, "t0", group_instance_id=instance, **_RANGE, **FAST)
    stage.wait_stable(2)
    stage.wait_owned({"C2": "t0-0"})
    stage.start("app", LIBRDKAFKA, "t0", **_RANGE, **FAST)
    stage.wait_stable(3)
    stage.wait_log(plan_of(r"\d+"))
    owner = next(name for name, owned in assigned(stage.broker.address, GROUP).items() if owned)
    stage.note(f"the coordinator says: {owner} has t0-0")
    stage.wait_owned({owner: "t0-0"})
    return f"{owner} has t0-0"


def _wait_crash(stage: Stage, name: str) -> str:
    """Wait until the member's process ends by SIGSEGV, and until the coordinator notices."""
    code = stage.members[name].wait_end()
    if code != -signal.SIGSEGV:
        raise AssayError(f"{name} ended with exit code {code}")
    stage.note(f"the process of {name} has ended by SIGSEGV")
    stage.wait_log(f"Member {name}-.* has failed")
    return f"{name}: SIGSEGV"
