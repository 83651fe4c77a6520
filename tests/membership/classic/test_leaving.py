"""LeaveGroup and timeouts at the coordinator of a classic group."""

from dataclasses import replace

from kafka_assay.membership.classic.classic_group import GroupState
from kafka_assay.membership.classic.joining import JoinRequest, join
from kafka_assay.membership.classic.leaving import expire_rebalance, expire_session, expire_sync, leave
from kafka_assay.membership.classic.syncing import sync
from kafka_assay.membership.hash_order import hash_order
from tests.membership.classic.groups import errors, joined_group, stable_group


def test_the_first_joined_member_in_order_replaces_a_leader_that_is_gone() -> None:
    group, _ = leave(stable_group("a", "b", "c"), "a")
    group, _ = join(group, JoinRequest(metadata="m", member_id="c"))

    group, _ = expire_rebalance(group)

    assert ("c", ["c"]) == (group.leader, [member.id for member in group.members])


def test_with_hashed_ids_the_leader_is_first_by_hash() -> None:
    names = ("a", "C10", "consumer-b", "consumer-a")
    group, _ = leave(replace(stable_group(*names), hashes_ids=True), "a")
    for name in names[1:]:
        group, _ = join(group, JoinRequest(metadata="m", member_id=name))

    assert hash_order(names[1:])[0] == group.leader


def test_a_dynamic_member_that_misses_the_rebalance_timeout_is_removed() -> None:
    group, _ = join(stable_group("a", "b"), JoinRequest(metadata="m", member_id="a"))

    group, answers = expire_rebalance(group)

    assert (["a"], {"a": "NONE"}) == ([member.id for member in group.members], errors(answers))


def test_a_static_member_that_misses_the_rebalance_timeout_stays_with_its_old_metadata() -> None:
    group, _ = join(stable_group("a", "b", static=True), JoinRequest("new", member_id="a", instance_id="i-a"))

    _, answers = expire_rebalance(group)

    assert [[("a", "new"), ("b", "m")]] == [[(one.id, one.metadata) for one in answer.members] for answer in answers]


def test_a_rebalance_without_any_joined_member_goes_on() -> None:
    group, _ = expire_session(stable_group("a", "b", static=True), "a")

    group, answers = expire_rebalance(group)

    assert (GroupState.PREPARING, 1, ()) == (group.state, group.generation, answers)


def test_the_last_member_leaves_an_empty_group_of_the_next_generation() -> None:
    group, _ = leave(stable_group("a"), "a")

    assert (GroupState.EMPTY, 2, None) == (group.state, group.generation, group.leader)


def test_members_that_send_no_sync_are_removed() -> None:
    group, _ = sync(joined_group("a", "b"), "a", 1, {"a": 1, "b": 2})

    group, _ = expire_sync(group)

    assert (GroupState.PREPARING, ["a"]) == (group.state, [member.id for member in group.members])


def test_leaving_with_an_unknown_id_is_refused() -> None:
    _, answers = leave(stable_group("a"), "x")

    assert {"x": "UNKNOWN_MEMBER_ID"} == errors(answers)
