"""The coordinator of a classic group: who leads, who stays, and which generation comes next."""

from kafka_assay.membership.classic_group import ClassicGroup, GroupMember
from kafka_assay.membership.member_state import JoinMetadata


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
    group = joined_group("a", "b", static=True)

    assert ((), 1) == (group.complete_join([]), group.generation)


def test_the_last_member_leaves_an_empty_group_of_the_next_generation() -> None:
    group = joined_group("a")
    group.remove("a")

    assert ((), 2, None) == (group.complete_join([]), group.generation, group.leader)


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
