"""A history that leads a group of sarama members to a fault."""

from __future__ import annotations

from tests.support.broker.java_histories import FAST
from tests.support.broker.stage import Stage, plan_of

SARAMA = "sarama"
_STICKY = {"partition_assignment_strategy": "sticky"}


def lose_and_change_topics(stage: Stage) -> str:
    """sarama-1: a former owner comes back with another subscription, in the rebalance of a new member."""
    stage.create(t0=2, t1=1)
    stage.start("C0", SARAMA, "t0", **_STICKY, **FAST)
    stage.start("C1", SARAMA, "t0", **_STICKY, **FAST)
    stage.wait_owned({"C0": "t0-0", "C1": "t0-1"})
    stage.pause("C0")
    stage.wait_log("Member C0-.* has failed")
    stage.wait_owned({"C1": "t0-0 t0-1"})
    stage.subscribe("C0", "t1")
    stage.suspend("C1")  # the next rebalance waits for C1
    stage.resume("C0")
    stage.wait_joined("C0")
    stage.start("C2", SARAMA, "t0", **_STICKY, **FAST)
    stage.wait_joined("C2")
    stage.wake("C1")
    stage.wait_log(plan_of(3))
    owned = {"C0": "t1-0", "C1": "t0-1"}
    stage.wait_owned(owned)
    return stage.wait_unread("t0-0", owned, t0=2, t1=1)
