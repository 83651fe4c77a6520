"""The Parquet tables of an audit."""

from __future__ import annotations

from pyarrow import Table

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY, AuditRow, LawWord
from kafka_assay.pipeline.audit.statements import STATEMENTS
from kafka_assay.pipeline.sums import sums_by_duckdb
from studies.reference.parquet_table import ParquetTable

_RESULTS = {
    "index": "The number of the group over all inputs, from 0.",
    "file": "The file from which the group was read.",
    "line": "The line of the file; null for a whole file.",
    "group": "The group's name, or the place where it was read.",
    "target": "The assignor; `today` is the captured assignment.",
    "name": "The group's name; null if it has none.",
    "version": "The release of the assignor; null for `today`.",
    "members": "The number of members.",
    "partitions": "The number of partitions of subscribed, existing topics.",
    "loads": "The number of partitions of each member, ascending.",
    "optimal_loads": "The same for the optimum.",
    "sum_of_squares": "The sum of squared loads, a measure of imbalance.",
    "optimal_sum_of_squares": "The same for the optimum.",
    "moves": "The number of partitions that leave their valid owner.",
    "optimal_moves": "The fewest moves with the best balance.",
    "unassigned": "Partitions without an owner.",
    "topic_spread": "In each topic, most minus least partitions of its subscribers; the mean over the topics.",
    "host_spread": "Most minus least partitions of a host.",
    "laws": "The verdict on each law, the facts that prove it (JSON), and the reason of a declared failure.",
    "assignment": "The answer (JSON).",
    "seconds": "The time of the answer; for the target `optimal`, the proof included. Null for `today`.",
    "error": "Why there is no answer, or no optimum.",
    "assumptions": "Rows `today` only: what the import assumed.",
    "document": "Rows `today` only: the group ([assay-group/1](../formats/group.md)).",
    "strategy": "The group's present assignor, as its client or broker names it.",
    "state": "Kafka's state of the group.",
    "grade": "The grade under which the row is counted.",
    "badness": "Rows `today` only: a sort key; the worst group has the greatest.",
    "best": "Rows `today` only: the assignors that reach the optimum.",
    "asked": "Rows `today` only: the number of assignors that have a row (`optimal` not counted).",
    "what_if": "The cost of the change that `--leave`, `--join`, `--grow` and `--restart` describe "
    "([what if](../whatif.md)). `loads` are ascending, `rounds` is their number. `error` says why there are no "
    "figures, and `impossible` that the group has no such member or topic. Null without a change, and for `today`.",
    "weighted": "With `--weights`: the weight of the heaviest member (`most`), the sum of squared weights, and the "
    "weight that leaves its valid owner (`moved`). Rows `today` also have these figures of the best plan "
    "found (`best_...`), and whether it is `proved` or `bounded`; or `error`: why there are no figures "
    "([weights](../weights.md)).",
    "weighted_plan": "Rows `today` only, with `--weights`: the best plan found (JSON).",
}
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
        ParquetTable(
            place="results.parquet",
            row="A folder. A row is one group and one target. The rows have no order between part files: sort by "
            "`index`, or by `file` and `line`. Unknown values are null.",
            columns=_RESULTS,
            schema=arrow_schema(AuditRow),
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


LEFT_OUT = sorted(set(_RESULTS) - set(LIGHT_COLUMNS))
"""The columns of the results that the two tables of groups do not have."""

FURTHER_TABLES = f"""\
`summary/worst.parquet` has the rows `today` of the 200 worst groups, the worst first. \
`summary/rebalancing.parquet` has those of the first ten groups that were rebalancing. Both have the columns of \
`results.parquet` without {", ".join(f"`{name}`" for name in LEFT_OUT)}.
"""
