"""Lives of KIP-848 groups."""

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import Member, group_of
from kafka_assay.assignors.reference.server_uniform import ServerUniformAssignor
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.run import run

JOINER = Member(id="C2", subscription=("t0",))


def steps_of(*events: Event, client: str = "kafka-clients", static: bool = False) -> list[HistoryRebalance]:
    """Two members that read four partitions, assigned by `server-uniform`."""
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]})
    members = tuple(
        Member(id=name, subscription=("t0",), instance_id=name if static else None) for name in ("C0", "C1")
    )
    runs = tuple(LifeMember(member=name, client=client) for name in ("C0", "C1"))
    life = Life(group=group.with_members(members), events=events, protocol=Protocol.CONSUMER, runs=runs)
    return list(run(life, ServerUniformAssignor().assign))


def claims(step: HistoryRebalance) -> dict[str, list[int]]:
    """Member -> the partitions that the assignor is told."""
    return {member.id: [claim.partition for claim in member.claims()] for member in step.group.members}


def test_the_assignor_is_asked_with_the_last_target() -> None:
    first, second = steps_of(Event(join=(JOINER,)))

    assert {"C0": [], "C1": []} == claims(first)
    assert {name: first.answer.get(name, {}).get("t0", []) for name in ("C0", "C1", "C2")} == claims(second)
    assert (None, None) == (first.leader, second.leader)


def test_a_joiner_waits_one_round_of_heartbeats_for_what_another_gives_up() -> None:
    assert [1, 2] == [step.rounds for step in steps_of(Event(join=(JOINER,)))]


def test_a_member_that_loses_its_session_comes_back_without_a_target() -> None:
    *_, gone, back = steps_of(Event(miss=("C1",)), Event())

    assert ({"C0": [0, 1]}, {"C0": [0, 1, 2, 3], "C1": []}) == (
        {name: ids for name, ids in claims(gone).items() if name != "C1"},
        claims(back),
    )


def test_a_fenced_member_starts_again_in_the_same_rebalance() -> None:
    assert [] == claims(steps_of(Event(errors=(("C1", 25),)))[1])["C1"]


def test_dynamic_members_restart_with_two_targets_and_static_ones_with_none() -> None:
    event = Event(restart=Restart(members=("C1",)))

    assert [Trigger.START, Trigger.STOP, Trigger.RETURN] == [step.trigger for step in steps_of(event)]
    assert [Trigger.START] == [step.trigger for step in steps_of(event, static=True)]


def test_epochs_rise() -> None:
    epochs = [step.generation for step in steps_of(Event(), Event(leave=("C0",)), Event(join=(JOINER,)))]

    assert sorted(set(epochs)) == epochs


def test_a_client_that_does_not_speak_the_protocol_is_refused() -> None:
    with pytest.raises(InvalidGroup, match="consumer groups"):
        steps_of(client="kafka-python")
