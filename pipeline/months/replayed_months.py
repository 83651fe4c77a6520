"""Replay the months of a plan: in this process, or on Spark. Both give the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.campaign.failures import reason_of
from kafka_assay.pipeline.months.month_plan import MonthPlan
from kafka_assay.pipeline.months.month_row import MonthRow, batch_of_rows, month_row, rows_of, schema, with_figures
from kafka_assay.pipeline.replay.best_balance import BestBalance
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.spark.run_facts import LOOP
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import Session, session
from kafka_assay.pipeline.whatif.protocol import protocol_of

if TYPE_CHECKING:
    import pyarrow as pa

TASKS_PER_CORE = 4
"""Tasks for each core: months differ in size, so short tasks keep all cores busy."""


def replay_months(plan: MonthPlan, master: str, watch: Callable[[float], None] = lambda _: None) -> list[MonthRow]:
    """
    The rows of all months: for each month those of the targets in their order, then the optimum's.

    `watch` gets the share that is done. Raises `AssayError`.
    """
    if master == LOOP:
        return _replay_in_loop(plan, watch)
    with TemporaryDirectory(prefix="assay-months-") as folder:
        log = Path(folder) / "spark.log"
        with session(master, log=log) as started:
            try:
                return rows_of(run_job(started.spark, partial(_replay_on_spark, plan, started), watch))
            except AssayError:
                raise
            except Exception as failed:
                raise AssayError(f"the replay stopped: {reason_of(failed, log)}") from failed


def _replay_in_loop(plan: MonthPlan, watch: Callable[[float], None]) -> list[MonthRow]:
    rows: list[MonthRow] = []
    try:
        for number in range(plan.months):
            rows += _replay_month(plan, number)
            watch((number + 1) / plan.months)
    finally:
        close_targets(plan)
    return rows


def _replay_on_spark(plan: MonthPlan, started: Session) -> pa.Table:
    from pyspark.sql.pandas.types import from_arrow_schema

    tasks = min(plan.months, TASKS_PER_CORE * started.cores)
    numbers = started.spark.range(0, plan.months, 1, tasks)
    return numbers.mapInArrow(partial(_replay_batches, plan), from_arrow_schema(schema())).toArrow()


def _replay_batches(plan: MonthPlan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What a worker does: the rows of the months whose numbers are in the first column."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield batch_of_rows(_replay_month(plan, number))


@cache
def open_targets(plan: MonthPlan) -> tuple[Target, ...]:
    """The targets and the optimum, opened once in each process and kept. Raises `AssayError`."""
    opened: list[Target] = [text.open() for text in plan.targets]
    if all(target.name != OPTIMAL for target in opened):
        opened.append(ReferenceTarget(OPTIMAL))
    return tuple(opened)


def close_targets(plan: MonthPlan) -> None:
    """Close the targets that this process has opened."""
    if open_targets.cache_info().currsize:
        for target in open_targets(plan):
            target.close()
        open_targets.cache_clear()


def _replay_month(plan: MonthPlan, number: int) -> list[MonthRow]:
    life, best = plan.life(number), BestBalance()
    rows = []
    for target in open_targets(plan):
        row = month_row(number, life, (target.name, target.version, protocol_of(target).value))
        try:
            row = with_figures(row, replay_life(life, target, plan.timing, best))
        except CannotBeAsked as refused:
            row = row._replace(refused=str(refused))
        except AssignorFailed as failed:
            row = row._replace(error=str(failed))
        rows.append(row)
    return rows
