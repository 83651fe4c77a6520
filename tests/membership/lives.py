"""Lives of members that read one topic, run with the reference that speaks their protocol."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.server_uniform import ServerUniformAssignor
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.membership.rebalance_record import HistoryRebalance
from kafka_assay.membership.run import run
from kafka_assay.membership.timeouts import Timeouts

NAMES = ("C0", "C1", "C2")
EAGER, COOPERATIVE, CONSUMER = Protocol.EAGER, Protocol.COOPERATIVE, Protocol.CONSUMER
ASSIGNORS: dict[Protocol, Assignor] = {
    EAGER: StickyAssignor(),
    COOPERATIVE: CooperativeStickyAssignor(),
    CONSUMER: ServerUniformAssignor(),
}


def member(name: str, *, static: bool = False) -> Member:
    """A member without claims that reads t0."""
    return Member(id=name, subscription=("t0",), instance_id=f"i-{name}" if static else None)


def life_of(
    *events: Event,
    protocol: Protocol = COOPERATIVE,
    client: str = "kafka-clients",
    static: str = "",
    names: Sequence[str] = NAMES,
    partitions: int = 5,
    session: float | None = None,
    rebalance: float | None = None,
) -> Life:
    """
    Members that read the `partitions` of t0; those in `static` have an instance id.

    `session` is the timeout of C2, `rebalance` that of all.
    """
    members = tuple(member(name, static=name in static.split()) for name in names)
    runs = tuple(
        LifeMember(
            member=name, client=client, session_timeout=session if name == "C2" else None, rebalance_timeout=rebalance
        )
        for name in names
    )
    group = Group(topics=(Topic(name="t0", partitions=partitions),), members=members)
    return Life(group=group, events=events, protocol=protocol, runs=runs)


def steps_of(life: Life, timeouts: Timeouts | None = None) -> list[HistoryRebalance]:
    """The rebalances of a life."""
    assert life.protocol is not None
    return list(run(life, ASSIGNORS[life.protocol].assign, timeouts=timeouts))
