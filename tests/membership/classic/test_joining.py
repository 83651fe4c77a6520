"""JoinGroup at the coordinator of a classic group."""

import pytest

from kafka_assay.membership.classic.classic_group import ClassicGroup, GroupState
from kafka_assay.membership.classic.joining import JoinRequest, join
from kafka_assay.membership.classic.leaving import expire_rebalance
from kafka_assay.membership.classic.syncing import sync
from tests.membership.classic.groups import errors, joined_group, joining, stable_group


def test_the_first_member_to_join_leads_and_is_told_all_members() -> None:
    group, _ = join(ClassicGroup(), joining("b"))
    group, _ = join(group, joining("a"))

    group, answers = expire_rebalance(group)

    assert (1, "b") == (group.generation, group.leader)
    assert {"b": ["b", "a"], "a": []} == {one.to: [member.id for member in one.members] for one in answers}


def test_a_member_without_an_id_must_join_again_with_the_given_one() -> None:
    group, first = join(ClassicGroup(), JoinRequest(metadata="m", new_id="a"))
    group, _ = join(group, JoinRequest(metadata="m", member_id="a"))

    assert {"a": "MEMBER_ID_REQUIRED"} == errors(first)
    assert ["a"] == [member.id for member in group.members]
    assert frozenset() == group.pending


def test_a_rebalance_waits_for_a_member_that_was_given_an_id() -> None:
    group, _ = join(stable_group("a"), JoinRequest(metadata="m", new_id="b"))
    group, answers = join(group, JoinRequest(metadata="new", member_id="a"))

    assert (GroupState.PREPARING, ()) == (group.state, answers)


def test_an_unknown_id_is_refused() -> None:
    _, answers = join(stable_group("a"), JoinRequest(metadata="m", member_id="x"))

    assert {"x": "UNKNOWN_MEMBER_ID"} == errors(answers)


def test_a_follower_that_joins_again_unchanged_starts_no_rebalance() -> None:
    group, answers = join(stable_group("a", "b"), JoinRequest(metadata="m", member_id="b"))

    assert (GroupState.STABLE, 1) == (group.state, group.generation)
    assert [("b", 1)] == [(answer.to, answer.generation) for answer in answers]


@pytest.mark.parametrize(("member", "metadata"), [("a", "m"), ("b", "other")])
def test_a_leader_or_changed_metadata_starts_a_rebalance(member: str, metadata: str) -> None:
    group, _ = join(stable_group("a", "b"), JoinRequest(metadata=metadata, member_id=member))

    assert GroupState.PREPARING is group.state


def test_a_join_during_the_sync_phase_makes_waiting_members_join_again() -> None:
    group = joined_group("a", "b")
    group, _ = sync(group, "b", 1)

    group, answers = join(group, joining("c"))

    assert {"b": "REBALANCE_IN_PROGRESS"} == errors(answers)
    assert GroupState.PREPARING is group.state


def test_a_static_member_that_restarts_takes_over_without_a_rebalance() -> None:
    group, answers = join(stable_group("a", "b", static=True), joining("a2", "new topics", "i-a"))

    assert (GroupState.STABLE, 1, "a2") == (group.state, group.generation, group.leader)
    assert ["a2", "b"] == [member.id for member in group.members]
    assert [("a2", 1)] == [(answer.to, answer.generation) for answer in answers]


def test_the_old_process_of_a_static_member_is_fenced() -> None:
    group, _ = join(stable_group("a", "b", static=True), joining("a2", "m", "i-a"))

    _, answers = join(group, JoinRequest(metadata="m", member_id="a", instance_id="i-a"))

    assert {"a": "FENCED_INSTANCE_ID"} == errors(answers)


def test_a_static_member_that_waits_for_its_join_is_fenced_by_its_successor() -> None:
    group, _ = join(stable_group("a", "b", static=True), JoinRequest("x", member_id="a", instance_id="i-a"))

    group, answers = join(group, joining("a2", "m", "i-a"))

    assert {"a": "FENCED_INSTANCE_ID"} == errors(answers)
    assert {"a2"} == {member.id for member in group.members if member.has_joined}
