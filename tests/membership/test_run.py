"""Lives, run by the model of coordinator and members, or by claims alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import Protocol, Restart
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.membership.client_table import MODELS
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.run import run
from kafka_assay.properties.measures.claims import feed_back
from tests.membership.lives import EAGER, NAMES, life_of, steps_of


def claims_of(step: HistoryRebalance, name: str) -> tuple[list[int], int | None]:
    """The partitions of t0 that a member claims, and the generation."""
    member = next(member for member in step.group.members if member.id == name)
    return [claim.partition for claim in member.claims()], member.generation


def test_a_missed_sync_leaves_old_claims_at_the_new_generation() -> None:
    *_, before, missed, after = steps_of(life_of(Event(leave=("C0",)), Event(miss_sync=("C2",)), Event()))

    assert ("C2",) == missed.without_sync
    owned = before.answer["C2"]["t0"]
    assert (owned, missed.generation) == claims_of(after, "C2")


def test_a_missed_sync_of_an_eager_member_leaves_the_old_generation() -> None:
    life = life_of(Event(leave=("C0",)), Event(miss_sync=("C2",)), Event(), protocol=EAGER)
    *_, before, missed, after = steps_of(life)

    assert (sorted(before.answer["C2"]["t0"]), before.generation) == claims_of(after, "C2")
    assert missed.generation > before.generation


def test_if_the_leader_misses_the_sync_nobody_gets_an_assignment() -> None:
    steps = steps_of(life_of(Event(miss_sync=("C0",)), protocol=EAGER))

    assert ("C0", NAMES) == (steps[1].leader, steps[1].without_sync)


def test_a_removed_java_member_comes_back_without_claims_and_a_kafka_python_member_with_them() -> None:
    events = (Event(miss=("C2",)), Event())
    java = steps_of(life_of(*events))
    python = steps_of(life_of(*events, client="kafka-python"))

    assert [] == next(claims_of(step, "C2")[0] for step in java if step.event == 1)
    assert [2] == next(claims_of(step, "C2")[0] for step in python if step.event == 1)


UNKNOWN, ANEW = Event(errors=(("C2", 25),)), Event(subscribe=(("C2", ("t0", "t1")),))


@pytest.mark.parametrize(
    ("event", "client", "static", "claims"),
    [
        (UNKNOWN, "kafka-clients", "", ([], 1)),
        (UNKNOWN, "kafka-clients 2.8.0", "", ([2], None)),  # before 2.8.1
        (UNKNOWN, "librdkafka", "", ([], 1)),
        (UNKNOWN, "librdkafka", "C2", ([2], 1)),
        (ANEW, "sarama", "", ([], 1)),
        (ANEW, "kafka-clients", "", ([2], 1)),
        (Event(errors=(("C2", 82),)), "kafka-clients", "C2", ([], None)),  # a fenced member is a new process
    ],
)
def test_an_unknown_member_id_or_a_new_subscription_costs_members_of_some_clients_their_claims(
    event: Event, client: str, static: str, claims: tuple[list[int], int | None]
) -> None:
    assert claims == claims_of(steps_of(life_of(event, client=client, static=static))[1], "C2")


def test_a_static_member_that_misses_a_rebalance_is_listed_with_its_old_claims() -> None:
    steps = steps_of(life_of(Event(), Event(miss=("C2",)), static="C2"))

    assert ["C0", "C1", "C2"] == steps[-1].group.member_ids()
    assert ([2], 1) == claims_of(steps[-1], "C2")
    assert claims_of(steps[-1], "C0")[1] == steps[1].generation


def test_a_dynamic_member_restarts_with_two_rebalances_and_a_static_one_with_none() -> None:
    event = Event(restart=Restart(members=("C1", "C2"), parallel=2))
    dynamic = steps_of(life_of(event, protocol=EAGER))
    static = steps_of(life_of(event, Event(), protocol=EAGER, static="C1 C2"))

    assert [Trigger.START, Trigger.STOP, Trigger.RETURN] == [step.trigger for step in dynamic]
    assert ([], None) == claims_of(dynamic[2], "C1")
    assert [None, 1] == [step.event for step in static]
    assert (sorted(static[0].answer["C1"]["t0"]), 1) == claims_of(static[1], "C1")


def test_a_rolling_upgrade_changes_what_members_send() -> None:
    upgrade = Event(upgrade=(("C0", "kafka-clients 4.4.0"), ("C1", "kafka-clients 4.4.0")))

    steps = steps_of(life_of(upgrade, client="kafka-clients 2.8.0"))

    versions = {
        name: [member.metadata_version for step in steps for member in step.group.members if member.id == name]
        for name in NAMES
    }
    assert (1, 1, {1}) == (versions["C0"][0], versions["C1"][0], set(versions["C2"]))
    assert (3, 3) == (versions["C0"][-1], versions["C1"][-1])


def test_an_event_can_name_the_leader() -> None:
    assert ["C0", "C2"] == [step.leader for step in steps_of(life_of(Event(leader="C2"), protocol=EAGER))]


def test_claims_on_a_recreated_topic_stay() -> None:
    steps = steps_of(life_of(Event(topics=(("t0", 1),)), protocol=EAGER))

    assert (1, 5) == (steps[1].group.topics[0].partitions, sum(len(claims_of(steps[1], name)[0]) for name in NAMES))


def test_lag_grows_between_events() -> None:
    topic = Topic(name="t0", partitions=2, end_offsets=(10, 10))
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",)),))
    life = Life(
        group=group,
        events=(Event(at=0, lag_rates=(("t0", (2, 0.5)),)), Event(at=10, leave=()), Event(at=20, reset=True)),
    )

    assert (50, 20) == list(run(life, StickyAssignor().assign))[-1].group.topics[0].end_offsets


PRESENT = st.lists(st.sampled_from(NAMES), unique=True, max_size=2).map(tuple)
EVENTS = st.lists(
    st.one_of(
        st.builds(lambda names: Event(miss=names), PRESENT),
        st.builds(lambda names: Event(miss_sync=names), PRESENT),
        st.builds(lambda names: Event(errors=tuple((name, 25) for name in names)), PRESENT),
        st.builds(lambda names, most: Event(restart=Restart(members=names, parallel=most)), PRESENT, st.integers(1, 2)),
        st.builds(lambda count: Event(topics=(("t0", count),)), st.integers(1, 6)),
        st.just(Event(reset=True)),
        st.just(Event()),
    ),
    max_size=6,
).map(tuple)


@given(
    events=EVENTS,
    spoken=st.sampled_from(
        [(model.protocol, f"{model.family} {model.first or ''}".strip()) for model in MODELS if model.before is None]
    ),
    static=st.sampled_from(["", "C1", "C0 C1 C2"]),
)
@settings(max_examples=150)
def test_generations_rise_one_leads_and_a_settled_group_has_one_owner_for_each_partition(
    events: tuple[Event, ...], spoken: tuple[Protocol, str], static: str
) -> None:
    protocol, client = spoken
    steps = steps_of(life_of(*events, protocol=protocol, client=client, static=static))

    for before, after in pairwise(steps):
        has_reset = any(events[place].reset for place in range((before.event or -1) + 1, (after.event or 0) + 1))
        assert after.generation > before.generation or has_reset
    for step in steps:
        assert (step.leader is None) == (protocol is Protocol.CONSUMER)
        assert step.leader is None or step.leader in step.group.member_ids()
        given = [(topic, p) for mine in step.answer.values() for topic, ids in mine.items() for p in ids]
        assert len(given) == len(set(given))


def test_the_present_owner_of_a_partition_is_known_after_a_settled_rebalance() -> None:
    *_, last = steps_of(life_of(Event(leave=("C1",)), Event()))

    assert 5 == len(valid_owners(last.group))


def test_event_with_a_time_alone_is_a_rebalance_without_changes() -> None:
    life = Life(group=group_of({"t": 1}, {"a": ["t"]}), events=(Event(at=5.0),))

    assert 2 == len(list(run(life, lambda group: {"a": {"t": [0]}})))


@pytest.mark.parametrize("static", ["", "C2"])
def test_a_member_unknown_to_the_coordinator_restarts_into_one_rebalance(static: str) -> None:
    reset = Event(miss=("C2",), reset=True)
    restart = Event(miss=("C2",), upgrade=(("C2", "kafka-clients 3.4.1"),))
    steps = [step for step in steps_of(life_of(reset, restart, static=static)) if step.trigger is not Trigger.FOLLOW_UP]

    assert [Trigger.START, Trigger.EVENT, Trigger.EVENT, Trigger.RETURN] == [step.trigger for step in steps]
    assert {"C0", "C1"} == set(steps[-2].group.member_ids())
    assert set(NAMES) == set(steps[-1].group.member_ids())
    assert ([], None) == claims_of(steps[-1], "C2")


GROUP = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}, {"a": {"t": [1]}}, generation=4)
ANSWER: Assignment = {"a": {"t": [1]}, "b": {"t": [0], "u": [0]}}


def last_group(*events: Event, rounds: int = 1, group: Group = GROUP) -> Group:
    """The group of the last rebalance, with the same answer in every one."""
    *_, last = run(Life(group=group, events=events), lambda _: ANSWER, rounds=lambda: rounds)
    return last.group


def claims_by_member(group: Group) -> dict[str, tuple[str, int | None]]:
    """Member -> what it claims, and at which generation."""
    return {member.id: (" ".join(map(str, member.claims())), member.generation) for member in group.members}


def test_the_first_rebalance_has_the_group_as_it_is() -> None:
    members = tuple(
        replace(member, metadata_version=0, instance_id="same", rack="r", host="h") for member in GROUP.members
    )

    assert GROUP.with_members(members) == last_group(group=GROUP.with_members(members))


def test_an_answer_is_fed_back_without_events() -> None:
    assert feed_back(GROUP, ANSWER) == last_group(Event())


BOTH, AWAY = ("t-0 u-0", 5), Event(miss=("a",))


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([Event(leave=("a",), join=(Member(id="c", subscription=("t",)),))], {"b": BOTH, "c": ("", None)}),
        ([AWAY], {"b": BOTH}),
        ([AWAY, Event()], {"a": ("t-1", 5), "b": ("t-0 u-0", 6)}),
        ([AWAY, AWAY, Event()], {"a": ("t-1", 5), "b": ("t-0 u-0", 7)}),
        ([AWAY, Event(leave=("a",))], {"b": ("t-0 u-0", 6)}),
        ([Event(subscribe=(("b", ("t",)),))], {"a": ("t-1", 5), "b": BOTH}),
        ([Event(topics=(("t", 1), ("u", None)))], {"a": ("t-1", 5), "b": BOTH}),
        ([replace(AWAY, reset=True)], {"b": BOTH}),
        ([replace(AWAY, reset=True), Event()], {"a": ("t-1", 5), "b": ("t-0 u-0", 1)}),
        ([Event(leave=("a", "b"))], {}),
        ([Event(leave=("a", "b")), Event(join=(GROUP.members[0],))], {"a": ("t-1", 4)}),
    ],
    ids=str,
)
def test_members_claim_what_they_last_had_at_the_generation_that_they_last_saw(
    events: list[Event], expected: dict[str, tuple[str, int | None]]
) -> None:
    assert expected == claims_by_member(last_group(*events))


def test_every_round_of_a_cooperative_answer_is_a_generation() -> None:
    assert {"a": ("t-1", 7), "b": ("t-0 u-0", 7)} == claims_by_member(last_group(Event(), rounds=3))
