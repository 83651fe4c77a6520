"""Tests that the fields of a row are the columns of the audit table."""

from __future__ import annotations

from dataclasses import asdict, fields, replace

import pytest

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.pipeline.audit.audit_row import AuditRow, LawWord

DOCUMENTED = [
    "group", "target", "version", "members", "partitions", "loads", "sum_of_squares", "optimal_sum_of_squares",
    "moves", "optimal_moves", "topic_spread", "host_spread", "laws", "assignment", "seconds", "error",
]  # fmt: skip
"""The columns that other people's scripts depend on."""


def test_columns_are_the_fields_of_a_row() -> None:
    names = arrow_schema(AuditRow).names

    assert [column.name for column in fields(AuditRow)] == names
    assert DOCUMENTED == [name for name in names if name in DOCUMENTED]


def test_row_survives_a_round_trip_through_the_table() -> None:
    law = LawWord(law="one-owner-each", verdict="kept", facts="{}", expected=None)
    row = AuditRow(
        index=2**40, file="f", line=None, group="g", target="today", loads=[0, 3], laws=[law], topic_spread=0.5
    )

    (back,) = batch_of(AuditRow, [row]).to_pylist()

    assert {**asdict(row), "laws": [law._asdict()]} == back


@pytest.mark.parametrize(("state", "rebalancing"), [("Reconciling", True), ("Stable", False), (None, False)])
def test_state_decides_whether_a_group_is_rebalancing(state: str | None, rebalancing: bool) -> None:
    row = AuditRow(index=0, file="f", line=None, group="g", target="today", members=1, state=state)

    assert rebalancing is row.is_rebalancing
    assert not replace(row, members=0).is_rebalancing
