"""SyncGroup and heartbeats at the coordinator of a classic group."""

import pytest

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.membership.classic.classic_group import ClassicGroup
from kafka_assay.membership.classic.joining import JoinRequest, join
from kafka_assay.membership.classic.syncing import heartbeat, sync
from tests.membership.classic.groups import errors, joined_group, joining, stable_group


def test_followers_wait_for_the_leaders_sync() -> None:
    group, early = sync(joined_group("a", "b"), "b", 1)
    group, answers = sync(group, "a", 1, {"a": "x", "b": "y"})

    assert () == early
    assert {"a": "x", "b": "y"} == {answer.to: answer.assignment for answer in answers}


def test_a_late_follower_gets_its_assignment_from_the_stable_group() -> None:
    group, _ = sync(joined_group("a", "b"), "a", 1, {"a": "x", "b": "y"})

    _, answers = sync(group, "b", 1)

    assert ["y"] == [answer.assignment for answer in answers]


@pytest.mark.parametrize(
    ("member", "generation", "error"),
    [("x", 1, "UNKNOWN_MEMBER_ID"), ("a", 0, "ILLEGAL_GENERATION"), ("a", 1, "REBALANCE_IN_PROGRESS")],
)
def test_a_sync_during_a_rebalance_is_refused(member: str, generation: int, error: str) -> None:
    group, _ = join(stable_group("a", "b"), joining("c"))

    _, answers = sync(group, member, generation)

    assert {member: error} == errors(answers)


def test_heartbeats_are_answered_by_state_id_and_generation() -> None:
    stable = stable_group("a", "b")
    preparing, _ = join(stable, JoinRequest(metadata="new", member_id="b"))

    assert KafkaError.NONE is heartbeat(stable, "a", 1)
    assert KafkaError.NONE is heartbeat(joined_group("a"), "a", 1)
    assert KafkaError.REBALANCE_IN_PROGRESS is heartbeat(preparing, "a", 1)
    assert KafkaError.ILLEGAL_GENERATION is heartbeat(stable, "a", 2)
    assert KafkaError.UNKNOWN_MEMBER_ID is heartbeat(stable, "x", 1)
    assert KafkaError.UNKNOWN_MEMBER_ID is heartbeat(ClassicGroup(), "a", 0)


def test_a_heartbeat_of_a_replaced_static_member_is_fenced() -> None:
    group, _ = join(stable_group("a", static=True), joining("a2", "m", "i-a"))

    assert KafkaError.FENCED_INSTANCE_ID is heartbeat(group, "a", 1, "i-a")
