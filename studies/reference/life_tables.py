"""The Parquet tables of groups over time: samples of live groups, replayed lives, drawn months."""

from __future__ import annotations

from kafka_assay.pipeline.months.month_row import MonthRow
from kafka_assay.pipeline.replay.reader_rows import ReaderRow
from kafka_assay.pipeline.replay.replay_rows import ReplayRow
from kafka_assay.pipeline.samples.sample_files import Sample
from studies.reference.parquet_table import ParquetTable, typed_table


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
