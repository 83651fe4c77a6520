"""
A campaign from start to end: a plan in; rows, cases and summaries out. Whatever stops it, `resume` goes on.

One driver at a time works on a campaign: two would judge the same stretches and delete each other's files.
"""

from __future__ import annotations

import errno
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import arrow_schema, batch_of
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import MOST_CASES, CampaignWork
from kafka_assay.pipeline.campaign.finishing import Explain, finish_campaign
from kafka_assay.pipeline.campaign.plan import CampaignPlan, code_version, read_plan, refuse_used_folder, write_plan
from kafka_assay.pipeline.campaign.stretches import (
    Sitting,
    check_rows,
    committed_pairs,
    committed_stretches,
    next_run_path,
    remove_leftovers,
    write_sitting,
    write_stretch,
)
from kafka_assay.pipeline.spark.launch import reason_of
from kafka_assay.pipeline.spark.running import ReportShare, run_jobs, spark_rows
from kafka_assay.pipeline.spark.session import LOG, LOOP, Session, session, used_versions
from kafka_assay.properties.runner.run import run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

IN_FLIGHT = 2
"""The number of stretches under way: free cores start the next one while the last tasks of one are judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignProgress:
    """The progress of a campaign: pairs done of all, and the rate of this sitting in pairs a second."""

    done: float
    pairs: int
    rate: float = 0.0
    step: str


Watch: TypeAlias = "Callable[[CampaignProgress], None]"


def start_campaign(folder: Path, plan: CampaignPlan) -> None:
    """Write the plan of a new campaign into `folder`. Raises `AssayError` if the folder has records already."""
    with campaign_lock(folder):
        refuse_used_folder(folder)
        write_plan(plan, folder)


def resume_campaign(
    folder: Path, master: str | None, watch: Watch = lambda _: None, explain: Explain = lambda case: case
) -> CampaignPlan:
    """
    Judge what is missing of the campaign in `folder`, then shrink its cases and summarise it.

    Raises `AssayError`, in one line, if it cannot go on. What was committed stays. A keyboard interrupt passes
    through, with a line that says how to go on.
    """
    plan = read_plan(folder)
    if plan.code != code_version():
        raise AssayError(
            f"{folder}: planned with the code {plan.code}, but this is {code_version()}: rows of both would not "
            "compare; use that code, or run a new campaign"
        )
    with campaign_lock(folder):
        check_rows(folder, plan)
        try:
            with nullcontext() if master == LOOP else session(master, keep_log=folder / LOG) as started:
                _judge_missing(folder, plan, started, watch)
                done = CampaignProgress(done=plan.pairs, pairs=plan.pairs, step="")
                finish_campaign(folder, plan, started, lambda step: watch(replace(done, step=step)), explain)
            (folder / LOG).unlink(missing_ok=True)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(_way_on(folder, plan)) from None
        except Exception as failed:
            reason = str(failed) if isinstance(failed, AssayError) else reason_of(failed)
            raise AssayError(f"the campaign stopped: {reason}; {_way_on(folder, plan)}") from failed
    return plan


def _judge_missing(folder: Path, plan: CampaignPlan, started: Session | None, watch: Watch) -> None:
    remove_leftovers(folder)
    there = committed_stretches(folder, plan)
    missing = sorted(set(range(plan.stretches)) - set(there))
    if not missing:
        return
    before, path, start = committed_pairs(plan, there), next_run_path(folder), time.monotonic()
    sitting = Sitting(
        begun=datetime.now(UTC).isoformat(timespec="seconds"),
        master=LOOP if started is None else started.master,
        cores=1 if started is None else started.cores,
        versions=used_versions(None if started is None else started.java),
    )

    def report(under_way: float) -> None:
        """Report the progress, with so many stretches under way."""
        here = sitting.pairs + under_way * plan.stretch * len(plan.targets)
        done, rate = min(before + here, plan.pairs), here / (time.monotonic() - start)
        watch(CampaignProgress(done=done, pairs=plan.pairs, rate=rate, step="judging"))

    if started is None:
        judged = judge_here(plan, missing, folder, report)
    else:
        judged = judge_on_spark(started.spark, plan, missing, folder, report)
    with closing(judged):
        for stretch in judged:
            pairs, seconds = sitting.pairs + committed_pairs(plan, [stretch]), time.monotonic() - start
            sitting = replace(sitting, pairs=pairs, seconds=round(seconds, 3))
            write_sitting(sitting, path)


def judge_here(
    plan: CampaignPlan, stretches: Sequence[int], folder: Path, report: ReportShare
) -> Generator[int, None, None]:
    """Judge the `stretches` in this process, one after another. Yields each when it is committed."""
    numbers = chain.from_iterable(map(plan.groups_of, stretches))
    left = deque(stretches)
    rows: list[CampaignRow] = []

    def fills_batch(number: int) -> float:
        """A stretch ends with a batch."""
        return float(number % plan.stretch == plan.stretch - 1 or number == plan.groups - 1)

    with closing(run(CampaignWork(plan), numbers, 1, most=MOST_CASES, cost=fills_batch)) as batches:
        for batch, found in batches:
            rows += found
            mine = plan.groups_of(left[0])
            if batch[-1] == mine[-1]:
                write_stretch(folder, left[0], [batch_of(CampaignRow, rows)])
                rows.clear()
                yield left.popleft()
                report(0.0)
            else:
                report((batch[-1] + 1 - mine[0]) / len(mine))


def judge_on_spark(
    spark: SparkSession, plan: CampaignPlan, stretches: Sequence[int], folder: Path, report: ReportShare
) -> Generator[int, None, None]:
    """The same on Spark: each stretch is one job."""
    jobs = (partial(_judge_stretch, spark, plan, stretch, folder) for stretch in stretches)
    return run_jobs(spark, jobs, report, at_once=IN_FLIGHT)


class _PackedRows(NamedTuple):
    """An Arrow batch of campaign rows as bytes: a table of lists and structs costs Java as much time as judging."""

    rows: bytes


def _pack(rows: Sequence[CampaignRow]) -> list[_PackedRows]:
    return [_PackedRows(batch_of(CampaignRow, rows).serialize().to_pybytes())]


def _judge_stretch(spark: SparkSession, plan: CampaignPlan, stretch: int, folder: Path) -> int:
    """Judge and commit a stretch. Returns its number."""
    import pyarrow as pa

    numbers, columns = plan.groups_of(stretch), arrow_schema(CampaignRow)
    packed = spark_rows(spark, CampaignWork(plan), numbers, _PackedRows, most=MOST_CASES, rows=_pack).toArrow()
    batches = [pa.ipc.read_record_batch(pa.py_buffer(one), columns) for one in packed["rows"].to_pylist()]
    write_stretch(folder, stretch, batches)
    return stretch


def _way_on(folder: Path, plan: CampaignPlan) -> str:
    done = committed_pairs(plan, committed_stretches(folder, plan))
    return f"{done:,} of {plan.pairs:,} pairs are committed, assay campaign resume {folder} goes on"


LOCK = ".lock"
"""The file in a campaign's folder that a driver locks. It stays: only the lock counts."""
_NO_LOCKS = {errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK}


@contextmanager
def campaign_lock(folder: Path) -> Iterator[None]:
    """
    Hold the lock of the campaign in `folder`; the operating system releases it when this process dies.

    Raises `AssayError` if another process holds it. On a file system without locks nothing is held.
    """
    with (folder / LOCK).open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise AssayError(f"{folder}: another run of this campaign is going on: wait for it, or end it") from None
        except OSError as wrong:
            if wrong.errno not in _NO_LOCKS:
                raise
        yield
