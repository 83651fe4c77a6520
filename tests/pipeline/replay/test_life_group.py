from __future__ import annotations

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.replay.life_group import (
    append_change,
    without_clients,
)
from kafka_assay.pipeline.whatif.change import Change

GROUP = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t"]})


def test_change_meets_the_group_at_the_end_of_the_life() -> None:
    life = Life(group=GROUP, events=(Event(leave=("a",), topics=(("v", 4),)), Event(subscribe=(("b", ("v",)),))))

    last = append_change(life, Change(join=1, grow=(("v", 8),))).events[-1]

    assert (("new-1",), (("v", 8),)) == (tuple(member.id for member in last.join), last.topics)


def test_optimum_has_no_clients() -> None:
    runs = (LifeMember(member="a", client="sarama", session_timeout=9.0),)
    life = Life(group=GROUP, runs=runs, events=(Event(upgrade=(("b", "kafka-clients"),)),))

    found = without_clients(life)

    assert (LifeMember(member="a", session_timeout=9.0),) == found.runs
    assert Event(restart=Restart(members=("b",))) == found.events[0]
