"""The Parquet tables of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from studies.reference.parquet_table import ParquetTable, typed_table

if TYPE_CHECKING:
    import pyarrow as pa


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
Column = tuple[str, str]
"""The type of a column, and its meaning."""

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
    return [results, *(_summary(name, row, columns) for name, (row, columns) in SUMMARIES.items())]


def _summary(name: str, row: str, columns: Mapping[str, Column]) -> ParquetTable:
    return ParquetTable(
        place=f"summary/{name}.parquet",
        row=row,
        columns={column: meaning for column, (_, meaning) in columns.items()},
        schema=_declared_schema(columns),
    )


def _declared_schema(columns: Mapping[str, Column]) -> pa.Schema:
    import pyarrow as pa

    kinds = {"list of int32": pa.list_(pa.int32()), "double": pa.float64(), "bool": pa.bool_()}
    return pa.schema(
        [(column, kinds[kind] if kind in kinds else pa.type_for_alias(kind)) for column, (kind, _) in columns.items()]
    )
