"""The coordinators: of a classic group, of a KIP-848 group, and lives of such groups."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.life import Event, KafkaError
from kafka_assay.assignors.life_members import Restart
from kafka_assay.assignors.model import TopicPartition
from kafka_assay.membership.classic_group import ClassicGroup, GroupMember
from kafka_assay.membership.consumer_group import (
    NOTHING,
    ConsumerGroup,
    Partitions,
    ReconciliationState,
    heartbeat,
    join_group,
    leave_group,
    set_target,
)
from kafka_assay.membership.member_state import JoinMetadata
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from tests.membership.lives import CONSUMER, life_of, member, steps_of


def parts(*ids: int) -> Partitions:
    """Partitions of t0."""
    return frozenset(TopicPartition("t0", one) for one in ids)


def group_with_all_on_a() -> ConsumerGroup:
    """Member a reads both partitions; b has just joined, and the target gives it one."""
    group = set_target(join_group(ConsumerGroup(), "a"), {"a": parts(0, 1)})
    group, _ = heartbeat(group, "a", 0, NOTHING)
    return set_target(join_group(group, "b"), {"a": parts(0), "b": parts(1)})


def test_a_member_is_asked_to_revoke_before_its_epoch_rises_and_a_joiner_waits_until_then() -> None:
    group, answer = heartbeat(group_with_all_on_a(), "a", 1, parts(0, 1))

    assert (1, parts(0)) == (answer.epoch, answer.assigned)
    assert ReconciliationState.UNREVOKED is group.members["a"].state
    group, early = heartbeat(group, "b", 0, NOTHING)
    group, _ = heartbeat(group, "a", 1, parts(0))
    group, late = heartbeat(group, "b", 2, NOTHING)

    assert ((2, NOTHING), (2, parts(1))) == ((early.epoch, early.assigned), (late.epoch, late.assigned))
    assert group.is_settled()


def test_partitions_of_a_member_that_leaves_are_free_at_once() -> None:
    group = set_target(leave_group(group_with_all_on_a(), "a"), {"b": parts(0, 1)})

    group, answer = heartbeat(group, "b", 0, NOTHING)

    assert (3, parts(0, 1)) == (answer.epoch, answer.assigned)


def test_a_wrong_epoch_is_fenced_and_an_unknown_member_refused() -> None:
    group = group_with_all_on_a()

    assert KafkaError.FENCED_MEMBER_EPOCH is heartbeat(group, "a", 0, NOTHING)[1].error
    assert KafkaError.UNKNOWN_MEMBER_ID is heartbeat(group, "x", 1, NOTHING)[1].error


ACTIONS = st.lists(st.tuples(st.sampled_from(["join", "leave", "target", "beat"]), st.sampled_from("abc")), max_size=40)


@given(actions=ACTIONS, dealt=st.lists(st.sampled_from("abc"), min_size=80, max_size=80))
@settings(max_examples=200)
def test_no_two_members_may_read_a_partition_and_epochs_only_rise(
    actions: list[tuple[str, str]], dealt: list[str]
) -> None:
    group, owned = ConsumerGroup(), dict.fromkeys("abc", NOTHING)
    deals = iter(dealt)
    for action, name in actions:
        before = group
        if action == "join":
            group, owned[name] = join_group(group, name), NOTHING
        elif action == "leave" and name in group.members:
            group, owned[name] = leave_group(group, name), NOTHING
        elif action == "target" and group.members:
            takers = [next(deals), next(deals)]
            group = set_target(group, {m: parts(*(p for p in (0, 1) if takers[p] == m)) for m in group.members})
        elif action == "beat" and name in group.members:
            group, answer = heartbeat(group, name, group.members[name].epoch, owned[name])
            owned[name] = answer.assigned

        held = [one for mine in owned.values() for one in mine]
        assert len(held) == len(set(held))
        assert group.epoch >= before.epoch
        assert all(member.epoch <= group.epoch for member in group.members.values())


JOINER = member("C2")


def consumer_steps(*events: Event, client: str = "kafka-clients", static: str = "") -> list[HistoryRebalance]:
    """Two members that read four partitions, assigned by `server-uniform`."""
    names = ("C0", "C1")
    return steps_of(life_of(*events, protocol=CONSUMER, client=client, static=static, names=names, partitions=4))


def claims(step: HistoryRebalance) -> dict[str, list[int]]:
    """Member -> the partitions that the assignor is told."""
    return {member.id: [claim.partition for claim in member.claims()] for member in step.group.members}


def test_the_assignor_is_asked_with_the_last_target() -> None:
    first, second = consumer_steps(Event(join=(JOINER,)))

    assert {"C0": [], "C1": []} == claims(first)
    assert {name: first.answer.get(name, {}).get("t0", []) for name in ("C0", "C1", "C2")} == claims(second)
    assert (None, None) == (first.leader, second.leader)


def test_a_joiner_waits_one_round_of_heartbeats_for_what_another_gives_up() -> None:
    assert [1, 2] == [step.rounds for step in consumer_steps(Event(join=(JOINER,)))]


def test_a_member_that_loses_its_session_comes_back_without_a_target() -> None:
    """A fenced one starts again in the same rebalance."""
    *_, gone, back = consumer_steps(Event(miss=("C1",)), Event())

    assert [0, 1] == claims(gone)["C0"]
    assert {"C0": [0, 1, 2, 3], "C1": []} == claims(back)
    assert [] == claims(consumer_steps(Event(errors=(("C1", 25),)))[1])["C1"]


def test_dynamic_members_restart_with_two_targets_and_static_ones_with_none() -> None:
    event = Event(restart=Restart(members=("C1",)))

    assert [Trigger.START, Trigger.STOP, Trigger.RETURN] == [step.trigger for step in consumer_steps(event)]
    assert [Trigger.START] == [step.trigger for step in consumer_steps(event, static="C0 C1")]


def test_a_client_that_does_not_speak_the_protocol_is_refused() -> None:
    with pytest.raises(InvalidGroup, match="consumer groups"):
        consumer_steps(client="kafka-python")


def metadata(topic: str = "t0") -> JoinMetadata:
    return JoinMetadata(topics=(topic,), claims=(), field=None, user_data=None, version=3, rack=None)


def joined_group(*names: str, static: bool = False) -> ClassicGroup:
    """A group whose first join phase has just ended."""
    group = ClassicGroup()
    for name in names:
        group.join(GroupMember(name, metadata(), f"i-{name}" if static else None))
    group.complete_join(names)
    return group


def test_the_first_member_to_join_leads() -> None:
    group = joined_group("b", "a")

    assert (1, "b", ["b", "a"]) == (group.generation, group.leader, list(group.members))


def test_the_first_joined_member_in_order_replaces_a_leader_that_is_gone() -> None:
    group = joined_group("a", "b", "c")
    group.remove("a")

    assert ("b", ("c",)) == (group.leader, group.complete_join(["c"]))
    assert ("c", ["c"]) == (group.leader, list(group.members))


def test_a_dynamic_member_that_misses_the_rebalance_timeout_is_removed_and_a_static_one_stays() -> None:
    dynamic, static = joined_group("a", "b"), joined_group("a", "b", static=True)
    for group in (dynamic, static):
        group.join(GroupMember("a", metadata("new"), group.members["a"].instance_id))

    assert (("a",), ("a",)) == (dynamic.complete_join(["a"]), static.complete_join(["a"]))
    assert ["a"] == list(dynamic.members)
    assert [("new",), ("t0",)] == [one.metadata.topics for one in static.members.values()]


def test_nobody_leads_a_group_in_which_only_silent_static_members_are_left() -> None:
    """The last dynamic member leaves an empty group of the next generation."""
    silent, empty = joined_group("a", "b", static=True), joined_group("a")
    empty.remove("a")

    assert ((), 1) == (silent.complete_join([]), silent.generation)
    assert ((), 2, None) == (empty.complete_join([]), empty.generation, empty.leader)


def test_a_new_process_with_the_same_instance_id_takes_place_and_leadership() -> None:
    group = joined_group("a", "b", static=True)

    group.join(GroupMember("a2", metadata(), "i-a"))

    assert ("a2", ["a2", "b"]) == (group.leader, list(group.members))


def test_a_group_is_stable_from_the_plan_to_the_next_rebalance() -> None:
    group = joined_group("a", "b")
    seen = [group.is_stable]

    group.sync({"a": (("t0", (0,)),)})
    seen.append(group.is_stable)
    assert {"a": (("t0", (0,)),), "b": ()} == {name: one.assignment for name, one in group.members.items()}
    group.complete_join(["a", "b"])

    assert [False, True, False] == [*seen, group.is_stable]


def test_the_largest_generation_is_followed_by_the_first() -> None:
    group = ClassicGroup(2**31 - 1)
    group.join(GroupMember("a", metadata()))
    group.complete_join(["a"])

    assert 1 == group.generation
