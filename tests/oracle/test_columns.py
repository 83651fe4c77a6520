"""Tests of groups as arrays and of their optimum."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.oracle.columns import Columns
from kafka_assay.oracle.loops.classes import find_member_classes, find_topic_classes
from kafka_assay.oracle.named_columns import columns_of
from kafka_assay.oracle.solve import solve, solve_columns
from studies.engines.random_groups import random_group


def columns_from_rows(partitions: list[int], rows: list[list[int]], owner: list[int] | None = None) -> Columns:
    """The arrays of a group with these rows of topics, without owners unless `owner` is given."""
    return Columns(
        partitions=np.array(partitions),
        start=np.cumsum([0, *map(len, rows)]),
        topics=np.array([topic for row in rows for topic in row], dtype=np.int64),
        owner=np.full(sum(partitions), NOBODY) if owner is None else np.array(owner),
    )


def test_arrays_and_names_have_the_same_optimum() -> None:
    for seed in range(100):
        group = random_group(seed, members=6, topics=5, partitions=5)

        by_name, by_number = solve(group), solve_columns(columns_of(group).columns)

        assert by_name.loads == tuple(sorted(by_number.loads))
        assert (by_name.kept, by_name.moves) == (by_number.kept, by_number.moves)
        assert list(by_name.certificate["members"].values()) == by_number.potentials.members.tolist()


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


def test_equal_weights_do_not_merge_different_classes() -> None:
    """With equal weights, members are distinguished by their topics, and topics by their subscribers."""
    arrays, same = columns_from_rows([1, 1, 1], [[0], [1], [1, 2], [0]]), np.ones(4, dtype=np.int64)

    member_class, first = find_member_classes(arrays.start, arrays.topics, same, 3)
    topic_class, lead = find_topic_classes(arrays.start, arrays.topics, first, same, 3)

    assert [0, 1, 2, 0] == member_class.tolist()
    assert [0, 1, 2] == sorted(topic_class)
    assert sorted(lead) == [0, 1, 2]
