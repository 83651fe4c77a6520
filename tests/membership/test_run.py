"""Lives, run by the model of coordinator and members, or by claims alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.reference.cooperative_sticky import CooperativeStickyAssignor
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.membership.client_table import MODELS
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.run import run
from kafka_assay.properties.measures.claims import feed_back

NAMES = ("C0", "C1", "C2")


def life_of(
    *events: Event,
    protocol: Protocol | None = Protocol.COOPERATIVE,
    client: str | None = "kafka-clients",
    static: str = "",
) -> Life:
    """Three members without claims that read five partitions; those in `static` have an instance id."""
    group = group_of({"t0": 5}, {name: ["t0"] for name in NAMES})
    members = tuple(
        Member(id=name, subscription=("t0",), instance_id=f"i-{name}" if name in static.split() else None)
        for name in NAMES
    )
    runs = tuple(LifeMember(member=name, client=client) for name in NAMES) if client else ()
    return Life(group=group.with_members(members), events=events, protocol=protocol, runs=runs)


def steps_of(life: Life) -> list[HistoryRebalance]:
    """The life with the reference that speaks its protocol."""
    is_cooperative = life.protocol is Protocol.COOPERATIVE
    return list(run(life, (CooperativeStickyAssignor() if is_cooperative else StickyAssignor()).assign))


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
    *_, before, missed, after = steps_of(
        life_of(Event(leave=("C0",)), Event(miss_sync=("C2",)), Event(), protocol=Protocol.EAGER)
    )

    assert (sorted(before.answer["C2"]["t0"]), before.generation) == claims_of(after, "C2")
    assert missed.generation > before.generation


def test_if_the_leader_misses_the_sync_nobody_gets_an_assignment() -> None:
    steps = steps_of(life_of(Event(miss_sync=("C0",)), protocol=Protocol.EAGER))

    assert ("C0", NAMES) == (steps[1].leader, steps[1].without_sync)


def test_a_removed_java_member_comes_back_without_claims_and_a_kafka_python_member_with_them() -> None:
    events = (Event(miss=("C2",)), Event())
    java = steps_of(life_of(*events))
    python = steps_of(life_of(*events, client="kafka-python"))

    assert [] == next(claims_of(step, "C2")[0] for step in java if step.event == 1)
    assert [2] == next(claims_of(step, "C2")[0] for step in python if step.event == 1)


def test_a_join_that_is_answered_with_unknown_member_id_costs_a_java_member_its_claims_since_2_8_1() -> None:
    event = Event(errors=(("C2", 25),))
    new = steps_of(life_of(event))
    old = steps_of(life_of(event, client="kafka-clients 2.8.0"))

    assert ([], 1) == claims_of(new[1], "C2")
    assert ([2], None) == claims_of(old[1], "C2")


def test_a_static_librdkafka_member_keeps_its_claims_where_a_dynamic_one_does_not() -> None:
    event = Event(errors=(("C2", 25),))
    dynamic = steps_of(life_of(event, client="librdkafka"))
    static = steps_of(life_of(event, client="librdkafka", static="C2"))

    assert ([], [2]) == (claims_of(dynamic[1], "C2")[0], claims_of(static[1], "C2")[0])


def test_a_sarama_member_that_subscribes_anew_claims_nothing() -> None:
    event = Event(subscribe=(("C2", ("t0", "t1")),))
    new = {client: steps_of(life_of(event, client=client)) for client in ("sarama", "kafka-clients")}

    assert ([], [2]) == (claims_of(new["sarama"][1], "C2")[0], claims_of(new["kafka-clients"][1], "C2")[0])


def test_a_fenced_member_is_a_new_process() -> None:
    steps = steps_of(life_of(Event(errors=(("C2", 82),)), static="C2"))

    assert ([], None) == claims_of(steps[1], "C2")


def test_a_static_member_that_misses_a_rebalance_is_listed_with_its_old_claims() -> None:
    steps = steps_of(life_of(Event(), Event(miss=("C2",)), static="C2"))

    assert ["C0", "C1", "C2"] == steps[-1].group.member_ids()
    assert ([2], 1) == claims_of(steps[-1], "C2")
    assert claims_of(steps[-1], "C0")[1] == steps[1].generation


def test_a_dynamic_member_restarts_with_two_rebalances_and_a_static_one_with_none() -> None:
    event = Event(restart=Restart(members=("C1", "C2"), parallel=2))
    dynamic = steps_of(life_of(event, protocol=Protocol.EAGER))
    static = steps_of(life_of(event, Event(), protocol=Protocol.EAGER, static="C1 C2"))

    assert [Trigger.START, Trigger.STOP, Trigger.RETURN] == [step.trigger for step in dynamic]
    assert ([], None) == claims_of(dynamic[2], "C1")
    assert [None, 1] == [step.event for step in static]
    assert (sorted(static[0].answer["C1"]["t0"]), 1) == claims_of(static[1], "C1")


def test_a_rolling_upgrade_changes_what_members_send() -> None:
    life = life_of(
        Event(upgrade=(("C0", "kafka-clients 4.4.0"), ("C1", "kafka-clients 4.4.0"))), client="kafka-clients 2.8.0"
    )

    versions = {name: [] for name in NAMES}  # type: dict[str, list[int]]
    for step in steps_of(life):
        for member in step.group.members:
            versions[member.id].append(member.metadata_version)

    assert (1, 1, {1}) == (versions["C0"][0], versions["C1"][0], set(versions["C2"]))
    assert (3, 3) == (versions["C0"][-1], versions["C1"][-1])


def test_a_crash_removes_a_member() -> None:
    assert ["C0", "C2"] == steps_of(life_of(Event(crash=("C1",))))[1].group.member_ids()


def test_an_event_can_name_the_leader() -> None:
    assert ["C0", "C2"] == [step.leader for step in steps_of(life_of(Event(leader="C2"), protocol=Protocol.EAGER))]


def test_claims_on_a_recreated_topic_stay() -> None:
    steps = steps_of(life_of(Event(topics=(("t0", 1),)), protocol=Protocol.EAGER))

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
        assert len(owners_of(step.answer)) == len(set(owners_of(step.answer)))


def owners_of(answer: Assignment) -> list[tuple[str, int]]:
    """All partitions that an answer gives, with repeats."""
    return [(topic, p) for mine in answer.values() for topic, ids in mine.items() for p in ids]


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
    """Member -> what it claims_by_member, and at which generation."""
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
