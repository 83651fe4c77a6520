"""Judge the cases of a comparison on Spark: the same function as in a process here, with its results as columns."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.case_judging import JudgedCases, judge_numbers
from kafka_assay.benchmarks.comparison.case_results import FIGURES, CaseResults
from kafka_assay.pipeline.campaign.case_batches import MOST_CASES
from kafka_assay.pipeline.campaign.failures import reason_of
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import session

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

STRETCH = 50_000
"""The number of cases in a job: an interrupt loses no more."""
TASKS_PER_CORE = 4


def judge_on_spark(judged: JudgedCases, master: str, cases: int, watch: Callable[[int], None] = lambda _: None) -> None:
    """
    Judge this number of cases on the Spark `master`. An interrupt leaves a whole number of stretches in `judged`.

    Raises `AssayError`, in one line, if Spark cannot do it.
    """
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "spark.log"
        with session(master, log=log) as started:
            try:
                started.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", MOST_CASES)
                for first in range(0, cases, STRETCH):
                    numbers = range(first, min(cases, first + STRETCH))
                    judged.extend(_judge_stretch(started.spark, judged.plan, numbers, watch))
                    watch(numbers.stop)
            except AssayError:
                raise
            except Exception as failed:
                raise AssayError(f"the comparison stopped: {reason_of(failed, log)}") from failed


def _judge_stretch(
    spark: SparkSession, plan: CampaignPlan, numbers: range, watch: Callable[[int], None]
) -> list[CaseResults]:
    from pyspark.sql.pandas.types import from_arrow_schema

    tasks = min(len(numbers), TASKS_PER_CORE * int(spark.sparkContext.defaultParallelism))
    rows = spark.range(numbers.start, numbers.stop, 1, tasks).mapInArrow(
        partial(_judge_batches, plan), from_arrow_schema(_schema())
    )
    table = run_job(spark, rows.toArrow, lambda share: watch(numbers.start + int(share * len(numbers))))
    found = [CaseResults() for _ in plan.targets]
    for row in sorted(table.to_pylist(), key=lambda row: row["first"]):
        found[row["side"]].extend(_results_in(row))
    if found[0].cases != len(numbers):
        raise AssayError(f"the workers judged {found[0].cases:,} of {len(numbers):,} cases")
    return found


def _judge_batches(plan: CampaignPlan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """A row for each target and batch of case numbers."""
    import pyarrow as pa

    for batch in batches:
        numbers = batch.column(0).to_pylist()
        if numbers:
            sides = enumerate(judge_numbers(plan, numbers))
            rows = [_row(numbers[0], side, results) for side, results in sides]
            yield pa.RecordBatch.from_pylist(rows, _schema())


def _schema() -> pa.Schema:
    import pyarrow as pa

    pairs = pa.list_(pa.struct([("name", pa.string()), ("text", pa.string())]))
    numbers = pa.list_(pa.list_(pa.float64()))
    types = [("first", pa.int64()), ("side", pa.int32()), ("asked", pa.string())]
    return pa.schema([*types, ("marks", pairs), ("figures", numbers), ("refusals", pairs)])


def _row(first: int, side: int, results: CaseResults) -> dict[str, Any]:
    return {
        "first": first,
        "side": side,
        "asked": results.asked.decode("ascii"),
        "marks": [{"name": law, "text": marks.decode("ascii")} for law, marks in results.marks.items()],
        "figures": [results.figures[name].tolist() for name in FIGURES],
        "refusals": [{"name": family, "text": reason} for family, reason in results.refusals.items()],
    }


def _results_in(row: dict[str, Any]) -> CaseResults:
    return CaseResults(
        asked=bytearray(row["asked"], "ascii"),
        marks={one["name"]: bytearray(one["text"], "ascii") for one in row["marks"]},
        figures={name: array("d", numbers) for name, numbers in zip(FIGURES, row["figures"], strict=True)},
        refusals={one["name"]: one["text"] for one in row["refusals"]},
    )
