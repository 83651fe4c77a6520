"""Histories that lead groups of kafka-python and aiokafka members to their faults."""

from __future__ import annotations

from tests.support.broker.java_histories import FAST, JAVA, return_without_topic
from tests.support.broker.java_histories import STICKY as JAVA_STICKY
from tests.support.broker.stage import Stage, plan_of

KAFKA_PYTHON, AIOKAFKA = "kafka-python", "aiokafka"
_STICKY = {"partition_assignment_strategy": "sticky"}


def skip_member(stage: Stage) -> str:
    """kafka-python-1: the members of a new group read different topics."""
    stage.create(t0=1, t1=1)
    settings = {"partition_assignment_strategy": "roundrobin", **FAST}
    stage.start("C0", KAFKA_PYTHON, "t1", **settings)
    stage.wait_owned({"C0": "t1-0"})
    stage.start("C1", KAFKA_PYTHON, "t0", **settings)
    failed = stage.wait_failed(unless=plan_of(9))
    stage.wait_owned({"C1": "t0-0"})
    return failed


def lose_and_change_topics(stage: Stage) -> str:
    """kafka-python-7: a former owner comes back with another subscription, in the rebalance of a new member."""
    return return_without_topic(stage, KAFKA_PYTHON, **_STICKY)


def return_with_other_topics(stage: Stage) -> str:
    """
    aiokafka-5: a former owner comes back with another subscription, in the rebalance of a new member.

    L leads all the time. C0 is a Java member: one member has to send its generation. kafka-python 3.0.12 sends it, too,
    but aiokafka cannot read that release's user data.
    """
    stage.create(t0=1, t1=1, t2=1)
    stage.start("L", AIOKAFKA, "t2", **_STICKY, **FAST)
    stage.wait_owned({"L": "t2-0"})
    stage.start("C1", AIOKAFKA, "t0", **_STICKY, **FAST)
    stage.wait_owned({"L": "t2-0", "C1": "t0-0"})
    stage.pause("C1")
    stage.wait_log("Member C1-.* has failed")
    stage.start("C0", JAVA, "t0,t1", **JAVA_STICKY, **FAST)
    stage.wait_owned({"C0": "t0-0 t1-0"})
    stage.subscribe("C1", "t1")
    stage.pause("L")  # the next rebalance waits for L
    stage.resume("C1")
    stage.wait_joined("C1")
    stage.start("C2", AIOKAFKA, "t0", **_STICKY, **FAST)
    stage.wait_joined("C2")
    stage.resume("L")
    failed = stage.wait_failed(unless=plan_of(6))
    stage.wait_owned({"C2": "t0-0"})
    return failed
