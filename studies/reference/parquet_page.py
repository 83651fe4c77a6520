"""The page of all Parquet tables: of an audit, of a campaign, and of groups over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pyarrow as pa

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of, field_meanings
from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY, AuditRow, LawWord
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.months.replayed_months import MonthRow
from kafka_assay.pipeline.replay.replayed_life import ReaderRow, ReplayRow
from kafka_assay.pipeline.samples import Sample
from kafka_assay.pipeline.sums import sums_by_duckdb
from studies.output import table_head, table_row

Column = tuple[str, str]
"""The type of a column, and its meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetTable:
    """One table: the file or folder, what a row is, and the columns by name, without any if `row` says which."""

    place: str
    row: str
    columns: Mapping[str, Column]

    def lines(self) -> Iterator[str]:
        """The section of the page."""
        yield from (f"### {self.place}", "", self.row, "")
        if self.columns:
            yield table_head("column", "type", "meaning")
            yield from (table_row(f"`{name}`", kind, meaning) for name, (kind, meaning) in self.columns.items())
            yield ""


def described_table(schema: pa.Schema, meanings: Mapping[str, str], *, place: str, row: str) -> ParquetTable:
    """The table with this schema. Raises `ValueError` if a column has no meaning, or a meaning no column."""
    if schema.names != list(meanings):
        raise ValueError(f"{place}: columns {schema.names}: expected {list(meanings)}")
    columns = {field.name: (type_words(field.type), meanings[field.name]) for field in schema}
    return ParquetTable(place=place, row=row, columns=columns)


def typed_table(kind: type, *, place: str, row: str) -> ParquetTable:
    """The table whose rows are these records. Its columns mean what the fields do."""
    return described_table(arrow_schema(kind), field_meanings(kind), place=place, row=row)


def type_words(kind: pa.DataType) -> str:
    """
    The type in words.

    >>> type_words(pa.list_(pa.struct([("law", pa.string())]))), type_words(pa.timestamp("us", "UTC"))
    ('list of struct (`law` string)', 'timestamp[us, tz=UTC]')
    """
    if pa.types.is_list(kind):
        return f"list of {type_words(kind.value_type)}"
    if pa.types.is_struct(kind):
        return f"struct ({', '.join(f'`{field.name}` {type_words(field.type)}' for field in kind)})"
    return str(kind)


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
    "weighed": "The number of rows with a weight in `weighted`.",
    "heaviest_thousandths": "The sum of `weighted.most`, in thousandths.",
    "lightest_thousandths": "The sum of `weighted.best_most`, in thousandths; rows `today` only.",
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
    counts = sums_by_duckdb(pa.Table.from_batches([batch_of(AuditRow, [example])]), STATEMENTS)
    return [
        typed_table(
            AuditRow,
            place="results.parquet",
            row="A folder. A row is one group and one target. The rows have no order between part files: sort by "
            "`index`. Unknown values are null. `document` is a group ([assay-group/1]"
            "(../formats/group.md)), `what_if` the cost of a change ([what if](../understand/lives.md)), `weighted` "
            "the figures in [weights](../understand/optimum.md#weights).",
        ),
        described_table(
            counts["grades"].schema,
            _GRADES,
            place="summary/grades.parquet",
            row="A row is one target, version and grade. Sums of floats are whole numbers, because a sum of floats "
            "would depend on the order of its terms, and Spark fixes no order.",
        ),
        described_table(
            counts["verdicts"].schema,
            _VERDICTS,
            place="summary/verdicts.parquet",
            row="A row is one target, law and verdict.",
        ),
    ]


LEFT_OUT = sorted(set(arrow_schema(AuditRow).names) - set(LIGHT_COLUMNS))
"""The columns of the results that the two tables of groups do not have."""

FURTHER_TABLES = f"""\
`summary/worst.parquet` has the rows `today` of the 200 worst groups, the worst first. \
`summary/rebalancing.parquet` has those of the first ten groups that were rebalancing, `summary/lagging.parquet` that \
of the group whose heaviest member exceeds most, in records, what no plan can avoid. All have the columns of \
`results.parquet` without {", ".join(f"`{name}`" for name in LEFT_OUT)}. `summary/samples.parquet` has one row: how \
many rows `today` have a `captured_at` (`samples`), and how many groups these are (`groups`).
"""


_TARGET = ("string", "The assignor.")
_LAW = ("string", "The law.")
_FAMILY = ("string", "The input family.")
_INTERVAL = {
    "share": ("double", "The share."),
    "low": ("double", "The lower end of Wilson's 95 % interval; 0 where nothing broke."),
    "high": ("double", "The upper end; where nothing broke, the 95 % upper bound."),
}
_DISTRIBUTION = {
    "target": _TARGET,
    "family": ("string", "The input family; null: all of them."),
    "pairs": ("int64", "The number of pairs with a value."),
    "above_zero": ("int64", "How many of them are above 0."),
    "mean": ("double", "The mean."),
    "p50": ("double", "The median: the least value that half of the pairs do not exceed."),
    "p90": ("double", "The same for 90 % of the pairs."),
    "p99": ("double", "The same for 99 %."),
    "p999": ("double", "The same for 99.9 %."),
    "max": ("double", "The greatest value."),
}
SUMMARIES: dict[str, tuple[str, Mapping[str, Column]]] = {
    "targets": (
        "A row is one target.",
        {
            "target": _TARGET,
            "pairs": ("int64", "The number of its pairs."),
            "refused": ("int64", "Pairs that could not be put to the target, so that no law was decided."),
            "unanswered": ("int64", "Pairs without an answer."),
            "alarmed": ("int64", "Pairs that broke a law, and not only as declared."),
            "seconds": ("double", "The time of all pairs."),
            "host_seconds": ("double", "The target's own time."),
        },
    ),
    "rates": (
        "A row is one target, law and family.",
        {
            "target": _TARGET,
            "law": _LAW,
            "family": _FAMILY,
            "of": ("int64", "The pairs of which the law was decided."),
            "broken": ("int64", "How many of them broke it."),
            "declared": ("int64", "How many of these are declared."),
            "undecided": ("int64", "Pairs that left it undecided."),
            **_INTERVAL,
        },
    ),
    "gaps": ("The sum of squared loads above the least possible one. A row is one target and family.", _DISTRIBUTION),
    "moves": ("The moves above the fewest, of the answers with the best balance. The columns are those of `gaps`.", {}),
    "rounds": ("The rounds until nothing moves. The columns are those of `gaps`.", {}),
    "seconds": ("The seconds of a target's answers to a pair, by its own clock. The columns are those of `gaps`.", {}),
    "worst": (
        "A row is one of the ten worst cases of a target by a measure.",
        {
            "target": _TARGET,
            "measure": ("string", "`balance gap`, `needless moves`, `rounds` or `seconds`."),
            "rank": ("int32", "1 is the worst."),
            "value": ("double", "The measure's value."),
            "case": ("int64", "The number of the group."),
            "family": _FAMILY,
            "members": ("int32", "The number of members."),
            "partitions": ("int32", "The number of partitions."),
        },
    ),
    "pairs": (
        "A row is one pair of releases, of which the second follows the first, and one measure.",
        {
            "base": ("string", "The older release."),
            "candidate": ("string", "The next one."),
            "measure": ("string", "`law:ID`, `balance_gap` or `moves`."),
            "pairs": ("int64", "The cases in which both can be compared."),
            "worse": ("int64", "How many of them are worse with the candidate."),
            "better": ("int64", "How many are better."),
            "worse_case": ("int64", "The first case that is worse."),
            "better_case": ("int64", "The first case that is better."),
        },
    ),
    "digests": (
        "A row is one target. Campaigns with equal digests have equal rows, in any order; times do not count.",
        {
            "target": _TARGET,
            "answers": ("bool", "Whether its answers count. Of targets that do not repeat them only the plan counts."),
            "pairs": ("int64", "The number of its pairs."),
            "digest": ("string", "The digest."),
        },
    ),
    "kinds": (
        "A row is one kind of alarm: a target, a law, a family and a cause. The most frequent 100,000 have a row.",
        {
            "target": _TARGET,
            "law": _LAW,
            "family": _FAMILY,
            "cause": ("string", "What caused the break, as far as it can be told apart."),
            "declared": ("bool", "Whether the assignor declares this failure."),
            "count": ("int64", "How many pairs raised it."),
            "of": ("int64", "The pairs of which the law was decided."),
            "case": ("int64", "The smallest case."),
            "members": ("int32", "Its members."),
            "partitions": ("int32", "Its partitions."),
            "features": ("list of int32", "Its features."),
            **_INTERVAL,
        },
    ),
}
"""Each table of `summary/`: what a row is, and its columns. Statements compute them, so the types stand here."""


def campaign_tables() -> list[ParquetTable]:
    """The rows, and the summaries."""
    results = typed_table(
        CampaignRow,
        place="results.parquet/stretch=K/target=...",
        row="A row is one pair of a group and a target. A *stretch* is a part of the campaign that is committed "
        "together; without `_SUCCESS` it does not count.",
    )
    return [
        results,
        *(
            ParquetTable(place=f"summary/{name}.parquet", row=row, columns=columns)
            for name, (row, columns) in SUMMARIES.items()
        ),
    ]


def life_tables() -> list[ParquetTable]:
    """The tables of `assay capture --every`, `assay replay` and `assay replay drawn:A..B`."""
    return [
        typed_table(
            Sample,
            place="samples.parquet",
            row="`assay capture --every S --out DIR`: a folder with one file for each look at the cluster. A row is "
            "one group at one time. `document` is the group ([assay-group/1](../formats/group.md)).",
        ),
        typed_table(
            ReplayRow,
            place="replay.parquet",
            row="`assay replay --out DIR`: a row is one rebalance of a life with one target.",
        ),
        typed_table(
            ReaderRow,
            place="readers-LIFE.parquet",
            row="`assay replay --out DIR`: a row is a time at which the partitions of a member change.",
        ),
        typed_table(
            MonthRow,
            place="months.parquet",
            row="`assay replay` with `drawn:A..B` and `--out DIR`: a row is one month with one target.",
        ),
    ]


_INTRODUCTION = """\
# Parquet tables

`pandas.read_parquet`, `pyarrow.dataset`, DuckDB and Spark read each folder as one table. A later release may add \
columns. It never gives a column another meaning. JSON documents have [pages of their own](../formats/README.md).
"""


def parquet_page() -> str:
    """The page."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield _INTRODUCTION
    yield "## An audit\n\n[Audits](../start/audit.md) write these tables into the folder of `--out`.\n"
    yield from _all_lines(audit_tables())
    yield FURTHER_TABLES
    yield "## A campaign\n\n[Campaigns](../understand/campaigns.md) write these tables into their folder.\n"
    yield from _all_lines(campaign_tables())
    yield "## Groups over time\n"
    yield "[Captures](../start/capture.md) and [replays](../understand/lives.md) write these tables.\n"
    yield from _all_lines(life_tables())


def _all_lines(tables: list[ParquetTable]) -> Iterator[str]:
    for table in tables:
        yield from table.lines()
