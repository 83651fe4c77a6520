"""Tests of groups as arrays, and of the flow engine, against its closed form and the engine of prices."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.oracle import columns
from kafka_assay.oracle.certificate.certificate import verify, verify_columns
from kafka_assay.oracle.columns import Columns, NamedColumns, columns_of
from kafka_assay.oracle.flow.block_flow import guess_blocks, level_blocks
from kafka_assay.oracle.flow.class_plan import deal_plan
from kafka_assay.oracle.flow.engine import best_assignment, optimal_plan, solve, solve_columns
from kafka_assay.oracle.flow.priced_flow import Places, Prices, cheapest_plan
from kafka_assay.oracle.loops.classes import find_member_classes, find_topic_classes
from kafka_assay.oracle.proof import potentials_of
from kafka_assay.oracle.reduced_problem import reduce_columns, reduce_group
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
    assert [NOBODY] == solve_columns(columns_from_rows([1], [])).holder.tolist()
    assert [] == solve_columns(columns_from_rows([], [[]])).holder.tolist()


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


def test_topics_with_the_same_subscribers_and_members_with_the_same_topics_are_one_class() -> None:
    members = {"a": ["t", "u", "v"], "b": ["u", "gone", "t", "t", "v"], "c": ["t"], "d": ["gone"]}

    graph = reduce_group(group_of({"t": 1, "u": 2, "v": 3}, members)).graph

    assert [1, 5] == graph.supply.tolist()
    assert [0, 0, 1, -1] == graph.member_class.tolist()
    assert [2, 1] == graph.size.tolist()


def test_equal_weights_do_not_merge_different_classes() -> None:
    """With equal weights, members are distinguished by their topics, and topics by their subscribers."""
    arrays, same = columns_from_rows([1, 1, 1], [[0], [1], [1, 2], [0]]), np.ones(4, dtype=np.int64)

    member_class, first = find_member_classes(arrays.start, arrays.topics, same, 3)
    topic_class, lead = find_topic_classes(arrays.start, arrays.topics, first, same, 3)

    assert [0, 1, 2, 0] == member_class.tolist()
    assert ([0, 1, 2], [0, 1, 2]) == (sorted(topic_class), sorted(lead))


def test_only_valid_owners_are_counted() -> None:
    owned = {"a": {"t": [0, 1, 7], "u": [0]}, "b": {"u": [1]}}

    graph = reduce_group(group_of({"t": 3, "u": 2}, {"a": ["t"], "b": ["u", "t"]}, owned, generation=1)).graph

    assert [(0, 0, 2), (1, 1, 1)] == list(zip(graph.claim_class, graph.claim_member, graph.claim_count, strict=True))


@pytest.mark.parametrize(
    "group",
    [
        group_of({}, {}),
        group_of({"t": 3}, {}),
        group_of({"t": 0}, {"a": ["t"]}),
        group_of({"t": 3}, {"a": [], "b": ["gone"]}),
        group_of({}, {"a": ["t"]}, {"a": {"t": [0]}}),
    ],
)
def test_optimum_is_empty_where_nothing_can_be_assigned(group: Group) -> None:
    optimum = solve(group)

    assert {member: {} for member in group.member_ids()} == optimum.assignment
    assert verify(group, optimum.assignment, optimum.certificate) is None


def test_plan_does_not_depend_on_input_order() -> None:
    for seed in range(100):
        group = random_group(seed, members=6, topics=5, partitions=5)

        assert best_assignment(group) == best_assignment(_reverse_group(group))


def test_new_partitions_of_a_topic_are_spread_over_members() -> None:
    group = group_of({"t": 4, "u": 4}, {"a": ["t", "u"], "b": ["t", "u"]})

    assert {"a": {"t": [0, 2], "u": [0, 2]}, "b": {"t": [1, 3], "u": [1, 3]}} == solve(group).assignment


@pytest.mark.parametrize(("more", "expected"), [(7, [(1, 4), (0, 0)]), (9, [(1, 1), (2, 1), (0, 0)])])
def test_parts_with_averages_between_the_same_loads_form_one_block(more: int, expected: list[tuple[int, int]]) -> None:
    """Averages of 1.25 and 1.75 may exchange partitions in an optimum, those of 1.25 and 2.25 may not."""
    everybody = {name: ["t", "u"] if name in "efgh" else ["t"] for name in "abcdefgh"}
    graph = reduce_group(group_of({"t": 5, "u": more}, everybody)).graph
    guess = guess_blocks(graph)

    blocks = level_blocks(graph, guess, np.ones(len(guess.floor), dtype=bool))

    assert expected == list(zip(blocks.floor, blocks.extras, strict=True))


@pytest.mark.parametrize("seed", range(100))
def test_closed_form_and_flow_give_the_same_plan_with_a_valid_certificate(seed: int) -> None:
    columns = equal_columns(Random(seed))
    problem = reduce_columns(columns)

    found = solve_columns(columns)

    plan, proof = optimal_plan(problem.graph), found.potentials
    assert found.holder.tolist() == deal_plan(problem, plan).tolist()
    assert (found.loads.tolist(), found.kept) == (plan.loads(problem.graph).tolist(), plan.kept.sum())
    searched = potentials_of(problem, found.holder, found.loads, (proof.topics[:1] * 0, proof.members.copy()))
    assert verify_columns(columns, found.holder, proof.members, proof.topics) is None
    assert searched.members.tolist() == proof.members.tolist()
    assert all(searched.levels[level] <= proof.levels[level] for level in set(found.loads.tolist()))


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_find_the_same_optimum(seed: int) -> None:
    """A square outweighs all moves, so the cheapest plan at these prices is the optimum."""
    graph = reduce_group(random_group(seed, members=8, topics=6, partitions=5)).graph
    most, everybody = int(graph.supply.sum()), np.arange(graph.members)
    places = Places(node=np.repeat(everybody, most), price=np.tile(2 * np.arange(most) * (most + 1), graph.members))

    cheapest = cheapest_plan(graph, Prices(keep=0, move=1, floor=everybody * 0, places=places))

    best = optimal_plan(graph)
    assert sorted(best.loads(graph)) == sorted(cheapest.loads(graph))
    assert best.kept.sum() == cheapest.kept.sum()


def equal_columns(draw: Random) -> Columns:
    """A group of up to 9 members that all subscribe to up to 4 topics, with random owners."""
    members, partitions = draw.randint(1, 9), [draw.randint(1, 6) for _ in range(draw.randint(1, 4))]
    owners = range(draw.randint(1, members))
    share = draw.choice([0.0, 0.5, 1.0])
    owner = [draw.choice(owners) if draw.random() < share else NOBODY for _ in range(sum(partitions))]
    return Columns(
        partitions=np.array(partitions),
        start=np.arange(members + 1) * len(partitions),
        topics=np.tile(np.arange(len(partitions)), members),
        owner=np.array(owner),
    )


def _reverse_group(group: Group) -> Group:
    members = (
        member.with_lists(
            member.subscription[::-1], tuple((topic, ids[::-1]) for topic, ids in member.owned[::-1]), member.generation
        )
        for member in group.members[::-1]
    )
    return Group(topics=group.topics[::-1], members=tuple(members))
