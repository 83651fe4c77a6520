"""The Parquet tables of an audit."""

from __future__ import annotations

from pyarrow import Table

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY, AuditRow, LawWord
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.sums import sums_by_duckdb
from studies.reference.parquet_table import ParquetTable, typed_table

_GRADES = {
    "target": "The assignor, or `today`.",
    "version": "Its release.",
    "grade": "The grade.",
    "rows": "The number of rows.",
    "sum_of_squares": "The sum of this column over the rows.",
    "optimal_sum_of_squares": "The same.",
    "moves": "The same.",
    "optimal_moves": "The same.",
    "unassigned": "The same.",
    "optima": "The number of rows with an optimum.",
    "topic_spread_billionths": "The sum of `topic_spread`, in billionths.",
    "topic_spreads": "The number of rows with a `topic_spread`.",
    "seconds_billionths": "The sum of `seconds`, in billionths.",
    "times": "The number of rows with `seconds`.",
}
_VERDICTS = {
    "target": "The assignor, or `today`.",
    "law": "The law.",
    "verdict": "Its verdict.",
    "is_expected": "Whether the failure is declared.",
    "rows": "The number of rows.",
}


def audit_tables() -> list[ParquetTable]:
    """The rows, and the counts over them."""
    example = AuditRow(index=0, file="f", line=None, group="g", target=TODAY, laws=(LawWord("one-owner-each", "kept"),))
    counts = sums_by_duckdb(Table.from_batches([batch_of(AuditRow, [example])]), STATEMENTS)
    return [
        typed_table(
            AuditRow,
            place="results.parquet",
            row="A folder. A row is one group and one target. The rows have no order between part files: sort by "
            "`index`, or by `file` and `line`. Unknown values are null. `document` is a group ([assay-group/1]"
            "(../formats/group.md)), `what_if` the cost of a change ([what if](../understand/lives.md)), `weighted` "
            "the figures in [weights](../understand/optimum.md#weights).",
        ),
        ParquetTable(
            place="summary/grades.parquet",
            row="A row is one target, version and grade. Sums of floats are whole numbers, because a sum of floats "
            "would depend on the order of its terms, and Spark fixes no order.",
            columns=_GRADES,
            schema=counts["grades"].schema,
        ),
        ParquetTable(
            place="summary/verdicts.parquet",
            row="A row is one target, law and verdict.",
            columns=_VERDICTS,
            schema=counts["verdicts"].schema,
        ),
    ]


LEFT_OUT = sorted(set(arrow_schema(AuditRow).names) - set(LIGHT_COLUMNS))
"""The columns of the results that the two tables of groups do not have."""

FURTHER_TABLES = f"""\
`summary/worst.parquet` has the rows `today` of the 200 worst groups, the worst first. \
`summary/rebalancing.parquet` has those of the first ten groups that were rebalancing. Both have the columns of \
`results.parquet` without {", ".join(f"`{name}`" for name in LEFT_OUT)}.
"""
