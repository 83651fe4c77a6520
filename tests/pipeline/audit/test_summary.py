"""Tests of the summary of an audit and of its worst groups."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.audit.audit_row import batch_of_rows
from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.pipeline.audit.group_audit import audit_group
from kafka_assay.pipeline.audit.summary import SHOWN, AuditCounts
from kafka_assay.pipeline.audit.tally import AssignorTally
from tests.pipeline.audited import Fixed, line_of


def uneven_group(name: str, left: int, right: int, owned: int | None = None) -> Group:
    """Two members that own the first `left` and the next `right` partitions of one topic."""
    claims = {"a": {"t": list(range(left))}, "b": {"t": list(range(left, left + right))}}
    count = left + right if owned is None else owned
    return group_of({"t": count}, {"a": ["t"], "b": ["t"]}, claims, generation=1, name=name)


def rebalancing_group(name: str, left: int, right: int) -> Group:
    """The same group in the middle of a rebalance."""
    return replace(uneven_group(name, left, right), state="CompletingRebalance", strategy="range")


def tally_of(*groups: Group) -> AuditCounts:
    """The counts over the rows of these groups."""
    tally = AuditCounts()
    for index, group in enumerate(groups):
        tally.add(pa.Table.from_batches([batch_of_rows(audit_group(line_of(group, index), []))]))
    return tally


def test_worst_groups_are_ordered_by_broken_laws_then_balance() -> None:
    groups = [
        uneven_group("fair", 2, 2),
        uneven_group("bad", 5, 1),
        uneven_group("left", 1, 1, 3),
        uneven_group("slightly", 7, 5),
    ]

    tally = tally_of(*groups)

    assert ["left", "bad", "slightly"] == [standing.group for standing in tally.worst_first()]
    assert {Grade.OPTIMAL: 1, Grade.INVALID: 1, Grade.LESS_EVEN: 2} == tally.grades
    assert (4, 3) == (tally.groups, tally.bad)


def test_number_of_worst_groups_is_limited() -> None:
    """The first of equally bad groups are named."""
    tally = tally_of(*(uneven_group(str(number), 3, 1) for number in range(SHOWN + 5)))

    assert [str(number) for number in range(SHOWN)] == [standing.group for standing in tally.worst_first()]
    assert SHOWN + 5 == tally.bad


def test_rebalancing_group_is_named_separately() -> None:
    """It never leads the worst groups and does not count as bad."""
    tally = tally_of(rebalancing_group("moving", 100, 0), uneven_group("bad", 5, 1))

    assert (["bad"], ["moving"]) == ([standing.group for standing in tally.worst_first()], tally.rebalancing)
    assert ({Grade.REBALANCING: 1, Grade.LESS_EVEN: 1}, 1) == (tally.grades, tally.bad)


def test_rebalancing_groups_take_no_places_of_the_worst_groups() -> None:
    tally = tally_of(
        uneven_group("bad", 3, 1), *(rebalancing_group(str(number), 100, 0) for number in range(SHOWN + 5))
    )

    assert ["bad"] == [standing.group for standing in tally.worst_first()]
    assert (SHOWN, SHOWN + 5) == (len(tally.rebalancing), tally.grades[Grade.REBALANCING])


def test_every_group_has_one_grade() -> None:
    empty = group_of({"t": 3}, {}, name="empty")

    tally = tally_of(uneven_group("fair", 2, 2), uneven_group("bad", 5, 1), rebalancing_group("moving", 3, 1), empty)

    assert {Grade.OPTIMAL: 1, Grade.LESS_EVEN: 1, Grade.REBALANCING: 1, Grade.EMPTY: 1} == tally.grades
    assert tally.groups == sum(tally.grades.values())


def test_tallies_from_the_table_equal_those_from_the_rows() -> None:
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, generation=1, name="g")
    lost = Fixed({"a": {"t": [0, 1]}, "b": {"t": [2]}}, name="lost", promises=frozenset({Promise.EVEN}))
    fails, even = Fixed(None, name="fails"), Fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    rows = [row for index in range(3) for row in audit_group(line_of(group, index), [lost, fails, even])]
    expected = {row.target: AssignorTally(target=str(row.target)) for row in rows}
    for row in rows:
        expected[row.target].add(row)

    counts = AuditCounts()
    for half in (rows[:5], rows[5:]):
        counts.add(pa.Table.from_batches([batch_of_rows(half)]))

    assert expected == counts.tallies
    assert (3, 3) == (counts.tallies["lost"].broken, counts.tallies["even"].at_optimum)
    assert counts.tallies["fails"].undecided


def test_all_targets_are_counted_on_the_same_groups() -> None:
    even = Fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    groups = [uneven_group("fair", 2, 2), rebalancing_group("moving", 3, 1)]

    counts = AuditCounts()
    for index, group in enumerate(groups):
        counts.add(pa.Table.from_batches([batch_of_rows(audit_group(line_of(group, index), [even]))]))

    assert {"today": 1, "even": 1} == {name: tally.asked for name, tally in counts.tallies.items()}
