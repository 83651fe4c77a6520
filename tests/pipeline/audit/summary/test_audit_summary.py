"""Tests of the summary of an audit and of its worst groups."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.audit.audit_row import batch_of_rows
from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.pipeline.audit.summary.audit_summary import AuditSummary, summary_of
from kafka_assay.pipeline.audit.summary.in_loop import summarise_batches
from kafka_assay.pipeline.audit.summary.tables import KEPT_WORST, SHOWN
from tests.pipeline.audited import Fixed, line_of, rows_of


def uneven_group(name: str, left: int, right: int, owned: int | None = None) -> Group:
    """Two members that own the first `left` and the next `right` partitions of one topic."""
    claims = {"a": {"t": list(range(left))}, "b": {"t": list(range(left, left + right))}}
    count = left + right if owned is None else owned
    return group_of({"t": count}, {"a": ["t"], "b": ["t"]}, claims, generation=1, name=name)


def rebalancing_group(name: str, left: int, right: int) -> Group:
    """The same group in the middle of a rebalance."""
    return replace(uneven_group(name, left, right), state="CompletingRebalance", strategy="range")


def tally_of(*groups: Group, targets: tuple[Fixed, ...] = (), batch: int = 100) -> AuditSummary:
    """The summary of the rows of these groups, computed from batches of this size."""
    rows = [row for index, group in enumerate(groups) for row in rows_of(line_of(group, index), targets)]
    parts = [rows[start : start + batch] for start in range(0, len(rows), batch)]
    return summary_of(summarise_batches(map(batch_of_rows, parts)))


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

    assert (["bad"], ("moving",)) == ([standing.group for standing in tally.worst_first()], tally.rebalancing)
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


def test_sums_do_not_depend_on_the_batches() -> None:
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, generation=1, name="g")
    lost = Fixed({"a": {"t": [0, 1]}, "b": {"t": [2]}}, name="lost", promises=frozenset({Promise.EVEN}))
    fails, even = Fixed(None, name="fails"), Fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    targets = (lost, fails, even)

    whole, halves = (tally_of(*[group] * 3, targets=targets, batch=size) for size in (100, 5))

    for tally in (*whole.tallies.values(), *halves.tallies.values()):
        tally.seconds = None
    assert whole.tallies == halves.tallies
    assert (3, 3) == (halves.tallies["lost"].broken, halves.tallies["even"].at_optimum)
    assert (3, 6, 0) == tuple(getattr(halves.tallies["even"], name) for name in ("compared", "moves", "excess"))
    assert halves.tallies["fails"].undecided


def test_worst_groups_of_all_batches_are_kept_in_order() -> None:
    """Many more than the terminal names, because a report shows them."""
    groups = [uneven_group(str(number), 3 + number % 7, 1) for number in range(KEPT_WORST + 5)]

    worst = tally_of(*groups, batch=8).worst

    assert KEPT_WORST == len(worst)
    assert sorted(worst, key=lambda one: (-one.excess, one.index)) == list(worst)


def test_all_targets_are_counted_on_the_same_groups() -> None:
    even = Fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    groups = [uneven_group("fair", 2, 2), rebalancing_group("moving", 3, 1)]

    summary = tally_of(*groups, targets=(even,))

    assert {"today": 1, "even": 1} == {name: tally.asked for name, tally in summary.tallies.items()}
