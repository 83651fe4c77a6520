"""Tests of the reduction of a group to classes."""

from __future__ import annotations

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.reduced_problem import reduce_group


def test_topics_with_the_same_subscribers_are_one_class() -> None:
    graph = reduce_group(group_of({"t": 2, "u": 3, "v": 4}, {"a": ["t", "u"], "b": ["u", "t", "v"]})).graph

    assert [5, 4] == graph.supply.tolist()


def test_members_with_the_same_topics_are_one_class() -> None:
    members = {"a": ["t", "u"], "b": ["u", "gone", "t", "t"], "c": ["t"], "d": ["gone"]}

    graph = reduce_group(group_of({"t": 1, "u": 1}, members)).graph

    assert [0, 0, 1, -1] == graph.member_class.tolist()
    assert [2, 1] == graph.size.tolist()


def test_topics_without_partitions_or_subscribers_are_left_out() -> None:
    problem = reduce_group(group_of({"t": 2, "empty": 0, "alone": 5}, {"a": ["t", "empty"]}))

    assert ("t",) == problem.topic_names
    assert 2 == len(problem.owner)


def test_only_valid_owners_are_counted() -> None:
    owned = {"a": {"t": [0, 1, 7], "u": [0]}, "b": {"u": [1]}}

    graph = reduce_group(group_of({"t": 3, "u": 2}, {"a": ["t"], "b": ["u", "t"]}, owned, generation=1)).graph

    assert [(0, 0, 2), (1, 1, 1)] == list(zip(graph.claim_class, graph.claim_member, graph.claim_count, strict=True))


def test_members_are_numbered_by_utf16_code_units() -> None:
    members: dict[str, list[str]] = {"C2": [], "C10": [], "\U0001f600": [], "\uffee": []}

    assert ("C10", "C2", "\U0001f600", "\uffee") == reduce_group(group_of({}, members)).member_ids
