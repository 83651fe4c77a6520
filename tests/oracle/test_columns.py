"""Tests of groups as arrays: from names, back to names, and their optimum."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.oracle import columns
from kafka_assay.oracle.columns import Columns, NamedColumns, columns_of
from kafka_assay.oracle.flow.engine import solve_columns
from kafka_assay.oracle.reduced_problem import reduce_group
from tests.support.engines.random_groups import random_group


def columns_from_rows(partitions: list[int], rows: list[list[int]], owner: list[int] | None = None) -> Columns:
    """The arrays of a group with these rows of topics, without owners unless `owner` is given."""
    return Columns(
        partitions=np.array(partitions),
        start=np.cumsum([0, *map(len, rows)]),
        topics=np.array([topic for row in rows for topic in row], dtype=np.int64),
        owner=np.full(sum(partitions), NOBODY) if owner is None else np.array(owner),
    )


def test_partitions_without_subscribers_have_no_owner() -> None:
    optimum = solve_columns(columns_from_rows([2, 0, 1], [[0, 1], [1], []]))

    assert [0, 0, NOBODY] == optimum.holder.tolist()
    assert [2, 0, 0] == optimum.loads.tolist()


@pytest.mark.parametrize("row", [[1, 0], [0, 0], [2], [-1]])
def test_row_that_is_not_ascending_or_names_an_unknown_topic_is_refused(row: list[int]) -> None:
    """A repeated topic would be counted twice, and compiled loops check no bounds."""
    with pytest.raises(ValueError, match="not ascending, each once, or there is no such topic"):
        solve_columns(columns_from_rows([1, 1], [[0, 1], row]))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"owner": np.array([0])}, "not one owner for each partition"),
        ({"partitions": np.array([3, -1])}, "not one owner for each partition"),
        ({"owner": np.array([0, 2])}, "neither a member nor nobody"),
        ({"owner": np.array([0, -2])}, "neither a member nor nobody"),
        ({"start": np.array([0, 2, 1, 3])}, "do not follow each other"),
        ({"start": np.array([0, 2])}, "do not follow each other"),
        ({"start": np.array([], dtype=np.int64)}, "do not follow each other"),
    ],
)
def test_inconsistent_arrays_are_refused(changed: dict[str, Any], message: str) -> None:
    arrays = columns_from_rows([1, 1], [[0, 1], [1]])

    with pytest.raises(ValueError, match=message):
        solve_columns(replace(arrays, **changed))


def test_arrays_of_any_integer_type_and_layout_are_accepted() -> None:
    arrays = columns_from_rows([2, 1], [[0, 1], [0]], [0, NOBODY, NOBODY])
    frozen = np.repeat(arrays.owner, 2).astype(np.int16)
    frozen.setflags(write=False)
    others: dict[str, Any] = {"owner": frozen[::2], "topics": arrays.topics.astype(np.int32)}

    optimum = solve_columns(replace(arrays, **others))

    assert [0, 1, 0] == optimum.holder.tolist()


def test_empty_group_has_an_empty_optimum() -> None:
    assert [NOBODY] == solve_columns(columns_from_rows([1], [])).holder.tolist()
    assert [] == solve_columns(columns_from_rows([], [[]])).holder.tolist()


def subscriptions_in(named: NamedColumns) -> dict[str, list[str]]:
    """Return member -> its topics, in the order of the arrays."""
    rows = np.split(named.columns.topics, named.columns.start[1:-1])
    return {
        member: [named.topic_names[topic] for topic in row.tolist()]
        for member, row in zip(named.member_ids, rows, strict=False)
    }


def owners_in(named: NamedColumns) -> dict[tuple[str, int], str]:
    """Return (topic, partition) -> owner."""
    sizes = zip(named.topic_names, named.columns.partitions.tolist(), strict=True)
    places = [(topic, partition) for topic, size in sizes for partition in range(size)]
    owners = zip(places, named.columns.owner.tolist(), strict=True)
    return {place: named.member_ids[owner] for place, owner in owners if owner != NOBODY}


def test_members_and_topics_are_numbered_by_name() -> None:
    named = columns_of(
        group_of({"u": 1, "t": 2, "alone": 3, "empty": 0}, {"b": ["u"], "a": ["u", "t", "empty"]}, {"b": {"u": [0]}})
    )

    assert (("a", "b"), ("t", "u")) == (named.member_ids, named.topic_names)
    assert [0, 2, 3] == named.columns.start.tolist()
    assert [0, 1, 1] == named.columns.topics.tolist()
    assert [NOBODY, NOBODY, 1] == named.columns.owner.tolist()


@pytest.mark.parametrize("cells", [columns.MOST_CELLS, 0], ids=["table", "search"])
def test_arrays_have_the_subscriptions_and_valid_owners_of_the_group(
    cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "MOST_CELLS", cells)
    for seed in range(200):
        group = random_group(seed, members=6, topics=5, partitions=5)
        existing = {topic.name for topic in group.topics if topic.partitions}

        named = columns_of(group)

        assert valid_owners(group) == owners_in(named)
        assert named.columns.owner.tolist() == named.holders(named.assignment(named.columns.owner)).tolist()
        assert sorted(group.member_ids(), key=kafka_order) == list(named.member_ids)
        assert {
            member.id: sorted(existing.intersection(member.subscription)) for member in group.members
        } == subscriptions_in(named)


def test_group_with_too_many_partitions_is_refused() -> None:
    members = (Member(id="a", subscription=("t", "u")),)
    topics = tuple(Topic(name=name, partitions=2**31 - 1) for name in "tu")

    with pytest.raises(AssayError, match="4294967294 partitions to assign: the oracle supports at most 10000000"):
        columns_of(Group(topics=topics, members=members))


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
