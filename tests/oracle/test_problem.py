"""
How a group shrinks before a solver sees it.
"""

from __future__ import annotations

from assignors.model import group_of
from oracle.problem import problem_of


def test_topics_with_the_same_subscribers_are_one_hub() -> None:
    """
    Two topics that the same members subscribe to are one supply; another has its own.
    """
    shape = problem_of(group_of({"t": 2, "u": 3, "v": 4}, {"a": ["t", "u"], "b": ["u", "t", "v"]})).shape

    assert [5, 4] == shape.supply.tolist()


def test_members_with_the_same_topics_are_one_crew() -> None:
    """
    Order, repeats and missing topics make no other crew; a member on nothing that exists is in none.
    """
    members = {"a": ["t", "u"], "b": ["u", "gone", "t", "t"], "c": ["t"], "d": ["gone"]}

    shape = problem_of(group_of({"t": 1, "u": 1}, members)).shape

    assert [0, 0, 1, -1] == shape.crew.tolist()
    assert [2, 1] == shape.size.tolist()


def test_topics_without_partitions_or_subscribers_are_left_out() -> None:
    """
    Only partitions that can be assigned are in the problem.
    """
    problem = problem_of(group_of({"t": 2, "empty": 0, "alone": 5}, {"a": ["t", "empty"]}))

    assert ("t",) == problem.topic_names
    assert 2 == len(problem.owner)


def test_keeps_count_validly_owned_partitions() -> None:
    """
    Claims on partitions that do not exist, and foreign ones, are no keeps.
    """
    owned = {"a": {"t": [0, 1, 7], "u": [0]}, "b": {"u": [1]}}

    shape = problem_of(group_of({"t": 3, "u": 2}, {"a": ["t"], "b": ["u", "t"]}, owned, generation=1)).shape

    assert [(0, 0, 2), (1, 1, 1)] == list(zip(shape.keep_hub, shape.keep_member, shape.keep_count, strict=True))


def test_names_are_ordered_as_kafka_orders_them() -> None:
    """
    Members are numbered by UTF-16 code units, wherever they stand in the group.
    """
    members: dict[str, list[str]] = {"C2": [], "C10": [], "\U0001f600": [], "\uffee": []}

    assert ("C10", "C2", "\U0001f600", "\uffee") == problem_of(group_of({}, members)).member_ids
