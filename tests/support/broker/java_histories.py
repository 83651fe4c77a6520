"""Histories that lead groups of Java members to the faults of kafka-clients."""

from __future__ import annotations

from tests.support.broker.stage import Stage, plan_of

JAVA = "kafka-clients"
STICKY = {"partition_assignment_strategy": "org.apache.kafka.clients.consumer.StickyAssignor"}
_COOPERATIVE = {"partition_assignment_strategy": "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"}
FAST = {"heartbeat_interval_ms": "500", "session_timeout_ms": "10000"}


def shrink_topic(stage: Stage) -> str:
    """
    kafka-clients-1: a topic is created again with fewer partitions while its consumers are busy.

    Offsets are not committed automatically. If they are, the members whose partitions are gone repeat the commit before
    they join again, for up to `max.poll.interval.ms`.
    """
    stage.create(t0=4)
    members = {f"C{number}": f"t0-{number}" for number in range(4)}
    for name in members:
        stage.start(name, JAVA, "t0", enable_auto_commit="false", **STICKY, **FAST)
    stage.wait_owned(members)
    stage.write(t0=4)
    stage.wait_read(members)
    stage.pause(*members)
    stage.delete("t0")
    stage.create(t0=1)
    stage.note("t0 is created with 1 partition")
    stage.resume(*members)
    failed = stage.wait_failed(unless=plan_of(2))
    stage.wait_shared("t0-0", *members)
    return failed


def lose_and_change_topics(stage: Stage) -> str:
    """kafka-clients-3: a former owner comes back with another subscription, in the rebalance of a new member."""
    return return_without_topic(stage, JAVA, **STICKY)


def return_without_topic(stage: Stage, client: str, **settings: str) -> str:
    """A member of the client loses its partition, reads another topic, and comes back when a new member joins."""
    stage.create(t0=2, t1=1)
    stage.start("C0", client, "t0", max_poll_interval_ms="2000", **settings, **FAST)
    stage.start("C1", client, "t0", **settings, **FAST)
    stage.wait_owned({"C0": "t0-0", "C1": "t0-1"})
    stage.pause("C0")
    stage.wait_owned({"C1": "t0-0 t0-1"})
    stage.subscribe("C0", "t1")
    stage.pause("C1")  # the next rebalance waits for C1
    stage.resume("C0")
    stage.wait_joined("C0")
    stage.start("C2", client, "t0", **settings, **FAST)
    stage.wait_joined("C2")
    stage.resume("C1")
    failed = stage.wait_failed(unless=plan_of(3))
    stage.wait_shared("t0-0 t0-1 t1-0", "C0", "C2")
    return failed


def match_no_topic(stage: Stage) -> str:
    """
    kafka-clients-4: the pattern of one of two new members matches no topic yet.

    The fault needs this member to come first in the leader's map. Otherwise the group settles at once.
    """
    stage.create(t0=1)
    stage.write(t0=1)
    stage.start("C0", JAVA, "/none.*/", **STICKY, **FAST)
    stage.start("C1", JAVA, "t0", **STICKY, **FAST)
    stage.wait_generation(6, members=2, seconds=25)
    return stage.see_unread("t0-0")


def introduce_racks(stage: Stage) -> str:
    """kafka-clients-7: a second service joins; some members have a rack, and one has a rack without replicas."""
    stage.add_broker("rack-b")
    on_brokers = ([2, 1], [2, 1, 2], [2])
    stage.create(**{f"{topic}{number}": places for topic in "tu" for number, places in enumerate(on_brokers)})
    for service, topic in (("C", "t"), ("D", "u")):
        first, both = f"{topic}0,{topic}1", f"{topic}0,{topic}1,{topic}2"
        stage.start(f"{service}0", JAVA, first, client_rack="rack-c", **_COOPERATIVE, **FAST)
        stage.start(f"{service}1", JAVA, both, client_rack="rack-b", **_COOPERATIVE, **FAST)
        stage.start(f"{service}2", JAVA, first, **_COOPERATIVE, **FAST)
        if service == "C":
            stage.wait_shared("t0-0 t0-1 t1-0 t1-1 t1-2 t2-0", "C0", "C1", "C2")
    return stage.wait_generation(8, members=6)
