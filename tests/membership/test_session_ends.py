"""What session timeouts and rebalance timeouts change in a history."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import pytest

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.timeouts import Timeouts, pauses
from tests.membership.lives import NAMES, life_of, member, steps_of

EVENT, EXPIRY = Trigger.EVENT, Trigger.EXPIRY
JOINER = member("C3")


def slow_life(*events: Event, static: bool = False, **more: Any) -> Life:
    """Three members that read six partitions; all are static, or none."""
    return life_of(*events, partitions=6, static=" ".join(NAMES) if static else "", **more)


def later_steps(life: Life, timeouts: Timeouts | None = None) -> list[HistoryRebalance]:
    """The rebalances after the first, without follow-ups."""
    return [step for step in steps_of(life, timeouts)[1:] if step.trigger is not Trigger.FOLLOW_UP]


def seen(steps: list[HistoryRebalance]) -> list[tuple[int | None, Trigger, float, float, list[str]]]:
    """Event, trigger, delay, waiting time, and the members that the assignor sees."""
    return [(step.event, step.trigger, step.delay, step.waits, step.group.member_ids()) for step in steps]


@pytest.mark.parametrize("protocol", list(Protocol))
def test_a_crashed_member_is_removed_when_its_session_ends(protocol: Protocol) -> None:
    life = slow_life(Event(at=0, crash=("C2",)), Event(at=100), protocol=protocol, session=10)

    assert (0, EVENT, 10, 0, ["C0", "C1"]) == seen(later_steps(life))[0]


@pytest.mark.parametrize(("protocol", "delay", "waits"), [(Protocol.COOPERATIVE, 0, 25), (Protocol.CONSUMER, 25, 0)])
def test_an_event_before_the_session_ends_takes_the_crash_with_it(
    protocol: Protocol, delay: float, waits: float
) -> None:
    life = slow_life(Event(at=0, crash=("C2",)), Event(at=20, join=(JOINER,)), protocol=protocol)

    assert [(1, EVENT, delay, waits, ["C0", "C1", "C3"])] == seen(later_steps(life))


def test_without_times_the_session_ends_before_the_next_event() -> None:
    life = slow_life(Event(crash=("C2",)), Event(join=(JOINER,)))

    assert [(0, EVENT, 45, 0), (1, EVENT, 0, 0)] == [step[:4] for step in seen(later_steps(life))]


@pytest.mark.parametrize("protocol", list(Protocol))
def test_a_static_member_that_returns_within_its_session_keeps_its_place_without_a_rebalance(
    protocol: Protocol,
) -> None:
    back = Event(at=40, join=(member("C2", static=True),))
    life = slow_life(Event(at=0, leave=("C2",)), back, Event(at=500), protocol=protocol, static=True)

    (step,) = later_steps(life)

    assert (2, list(NAMES)) == (step.event, step.group.member_ids())
    claims = {one.id: len(one.claims()) for one in step.group.members}
    assert dict.fromkeys(NAMES, 2) == claims


def test_a_static_member_that_returns_after_its_session_is_new() -> None:
    back = Event(at=50, join=(member("C2", static=True),))

    steps = later_steps(slow_life(Event(at=0, leave=("C2",)), back, static=True))

    assert [(0, 45.0, 2), (1, 0.0, 3)] == [(step.event, step.delay, len(step.group.members)) for step in steps]


def test_a_crashed_static_member_of_kip_848_is_refused_until_its_session_ends() -> None:
    back = Event(at=20, join=(member("C2", static=True),))

    (step,) = later_steps(slow_life(Event(at=0, crash=("C2",)), back, protocol=Protocol.CONSUMER, static=True))

    assert (1, 25.0, []) == (step.event, step.delay, list(step.group.members[-1].claims()))


def test_a_silent_static_member_outlives_a_rebalance_timeout_that_is_shorter_than_its_session() -> None:
    """The coordinator lists it with the claims of its last JoinGroup, and removes it when its session ends."""
    joiner = LifeMember(member="C3", client="kafka-clients", rebalance_timeout=5)
    events = (Event(at=0), Event(at=100, crash=("C2",)), Event(at=110, join=(JOINER,), runs=(joiner,)))

    _, first, *_, last = later_steps(slow_life(*events, static=True, session=60, rebalance=5))

    assert (EVENT, 0.0, 5.0, ["C0", "C1", "C3", "C2"]) == seen([first])[0][1:]
    assert 2 == len(first.group.members[-1].claims())
    assert (EXPIRY, 50.0, ["C0", "C1", "C3"]) == (last.trigger, last.delay, last.group.member_ids())


@pytest.mark.parametrize(("back_at", "members", "waits"), [(299, 3, 299), (300, 2, 300)])
def test_a_member_is_dropped_when_it_is_slower_than_the_rebalance_timeout(
    back_at: float, members: int, waits: float
) -> None:
    first, second = later_steps(slow_life(Event(at=0, miss=("C2",)), Event(at=back_at)))

    assert (members, waits) == (len(first.group.members), first.waits)
    # Java's member was told UNKNOWN_MEMBER_ID, so it claims nothing.
    assert (2 if members == 3 else 0) == len(second.group.members[2].claims())


def test_a_client_that_does_not_leave_is_awaited_for_the_longest_rebalance_timeout_of_the_group() -> None:
    def first_wait(client: str) -> float:
        life = slow_life(Event(at=0, miss=("C2",)), client=client)
        slow = replace(life.runs[2], rebalance_timeout=10)
        return later_steps(replace(life, runs=(*life.runs[:2], slow)))[0].waits

    assert (10, 300) == (first_wait("kafka-clients"), first_wait("franz-go"))


@pytest.mark.parametrize("protocol", list(Protocol))
def test_a_static_member_that_restarts_slower_than_its_session_costs_two_rebalances(protocol: Protocol) -> None:
    life = slow_life(Event(restart=Restart(members=("C2",))), protocol=protocol, static=True, session=20)

    steps = later_steps(life)

    assert [(Trigger.STOP, 20.0, 2), (Trigger.RETURN, 0.0, 3)] == [
        (step.trigger, step.delay, len(step.group.members)) for step in steps
    ]
    assert [] == later_steps(life, Timeouts(restart=10))


def test_pauses_count_in_lives_with_a_protocol_only() -> None:
    life = slow_life(Event(at=0), Event(at=7), Event())

    assert ([7, inf, inf], [inf] * 3) == (pauses(life), pauses(replace(life, protocol=None)))
