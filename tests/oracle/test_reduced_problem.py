"""Tests of the reduction of a group to classes."""

from __future__ import annotations

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.reduced_problem import reduce_group


def test_topics_with_the_same_subscribers_and_members_with_the_same_topics_are_one_class() -> None:
    members = {"a": ["t", "u", "v"], "b": ["u", "gone", "t", "t", "v"], "c": ["t"], "d": ["gone"]}

    graph = reduce_group(group_of({"t": 1, "u": 2, "v": 3}, members)).graph

    assert [1, 5] == graph.supply.tolist()
    assert [0, 0, 1, -1] == graph.member_class.tolist()
    assert [2, 1] == graph.size.tolist()


def test_only_valid_owners_are_counted() -> None:
    owned = {"a": {"t": [0, 1, 7], "u": [0]}, "b": {"u": [1]}}

    graph = reduce_group(group_of({"t": 3, "u": 2}, {"a": ["t"], "b": ["u", "t"]}, owned, generation=1)).graph

    assert [(0, 0, 2), (1, 1, 1)] == list(zip(graph.claim_class, graph.claim_member, graph.claim_count, strict=True))


def test_members_are_numbered_by_utf16_code_units() -> None:
    members: dict[str, list[str]] = {"C2": [], "C10": [], "\U0001f600": [], "\uffee": []}

    assert ("C10", "C2", "\U0001f600", "\uffee") == reduce_group(group_of({}, members)).member_ids
