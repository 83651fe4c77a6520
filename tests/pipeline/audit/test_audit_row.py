"""The audit table: the fields of a row are its columns."""

from __future__ import annotations

from dataclasses import asdict, fields

from kafka_assay.pipeline.audit.audit_row import AuditRow, LawWord, batch_of_rows, schema

DOCUMENTED = [
    "group", "target", "version", "members", "partitions", "loads", "sum_of_squares", "optimal_sum_of_squares",
    "moves", "optimal_moves", "topic_spread", "host_spread", "laws", "assignment", "seconds", "error",
]  # fmt: skip
"""The columns that other people's scripts depend on."""


def test_the_columns_are_the_fields_of_a_row() -> None:
    """In their order, and the documented ones are among them."""
    names = schema().names

    assert [column.name for column in fields(AuditRow)] == names
    assert DOCUMENTED == [name for name in names if name in DOCUMENTED]


def test_a_row_survives_the_table() -> None:
    """What is null stays null, lists stay lists."""
    law = LawWord(law="one-owner-each", verdict="kept", facts="{}", expected=None)
    row = AuditRow(
        index=2**40, file="f", line=None, group="g", target="today", loads=[0, 3], laws=[law], topic_spread=0.5
    )

    (back,) = batch_of_rows([row]).to_pylist()

    assert {**asdict(row), "laws": [law._asdict()]} == back
