"""The page of all Parquet tables."""

from __future__ import annotations

from collections.abc import Iterator

from studies.reference.audit_tables import FURTHER_TABLES, audit_tables
from studies.reference.campaign_tables import campaign_tables
from studies.reference.life_tables import life_tables
from studies.reference.parquet_table import ParquetTable

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
