"""The Parquet tables of groups over time: samples of live groups, replayed lives, drawn months."""

from __future__ import annotations

from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.months.month_row import MonthRow
from kafka_assay.pipeline.replay.reader_rows import ReaderRow
from kafka_assay.pipeline.replay.replay_rows import ReplayRow
from kafka_assay.pipeline.samples.sample_files import Sample
from studies.reference.parquet_table import ParquetTable

_SAMPLES = {
    "captured_at": "When the look at the cluster started.",
    "name": "The group's name; null where the whole cluster could not be read.",
    "state": "Kafka's state of the group.",
    "strategy": "The group's present assignor.",
    "members": "The number of members.",
    "document": "The group: [assay-group/1](../formats/group.md).",
    "error": "Why the group, or the whole cluster, could not be read.",
}
_TARGET = {
    "target": "The assignor.",
    "version": "Its release.",
    "protocol": "`eager`, `cooperative` or `consumer` (KIP-848).",
}
_FIGURES = {
    "rounds": "How often the members joined.",
    "moved": "Partitions that had an owner that takes part, and another one afterwards.",
    "ownerless": "Partitions without an owner when a rebalance began.",
    "stopped_partition_seconds": "Partition-seconds without a reader.",
}
_REPLAY = {
    "life": "The name of the life.",
    **_TARGET,
    "rebalance": "The number of the rebalance; 0 is the start.",
    "at": "When its change happened, in seconds from the start.",
    "ended": "When all members had their part.",
    "cause": "`start`, `event`, `stop` or `return`.",
    "event_number": "The number of the event in the life.",
    "event": "The part of the event that led to this rebalance (JSON).",
    "rounds": _FIGURES["rounds"],
    "members": "The members that the assignor was asked about.",
    "partitions": "The partitions that it was asked about.",
    "moved": _FIGURES["moved"],
    "ownerless": _FIGURES["ownerless"],
    "stopped_partition_seconds": _FIGURES["stopped_partition_seconds"],
    "sum_of_squares": "The sum of squared loads afterwards.",
    "optimal_sum_of_squares": "The least possible one.",
    "lag_spread": "The largest lag of a member minus the least; null without offsets.",
}
_READERS = {
    "target": "The assignor.",
    "at": "The time, in seconds from the start.",
    "member": "The member.",
    "first": "Its partitions from then on that it read before anybody else.",
    "taken": "Those that it took over.",
    "stopped": "Those that nobody reads, and that it was the last to read.",
}
_MONTHS = {
    "month": "The number of the month. With the seed it makes the month again.",
    **_TARGET,
    "members": "The number of members at the start.",
    "topics": "The number of topics at the start.",
    "partitions": "The number of partitions at the start.",
    "static": "Whether the members are static.",
    "events": "The number of events.",
    "rebalances": "The number of rebalances after the start. This and the next are null without an outcome.",
    **{name: meaning for name, meaning in _FIGURES.items() if name != "stopped_partition_seconds"},
    "taken": "How often a partition got a reader other than its last one.",
    "stopped_partition_seconds": _FIGURES["stopped_partition_seconds"],
    "peak_gap": "The largest sum of squared loads above the least possible one, after a rebalance.",
    "mean_gap": "The mean over all rebalances.",
    "refused": "Why the target cannot be asked about the month.",
    "error": "Why it gave no valid answer.",
}


def life_tables() -> list[ParquetTable]:
    """The tables of `assay capture --every`, `assay replay` and `assay replay --drawn`."""
    return [
        ParquetTable(
            place="samples.parquet",
            row="`assay capture --every S --out DIR`: a folder with one file for each look at the cluster. A row is "
            "one group at one time.",
            columns=_SAMPLES,
            schema=arrow_schema(Sample),
        ),
        ParquetTable(
            place="replay.parquet",
            row="`assay replay --out DIR`: a row is one rebalance of a life with one target.",
            columns=_REPLAY,
            schema=arrow_schema(ReplayRow),
        ),
        ParquetTable(
            place="readers-LIFE.parquet",
            row="`assay replay --out DIR`: a row is a time at which the partitions of a member change.",
            columns=_READERS,
            schema=arrow_schema(ReaderRow),
        ),
        ParquetTable(
            place="months.parquet",
            row="`assay replay --drawn N --out DIR`: a row is one month with one target.",
            columns=_MONTHS,
            schema=arrow_schema(MonthRow),
        ),
    ]
