"""
A campaign from start to end: a plan in; rows, cases and summaries out. Whatever stops it, `resume` goes on.

One driver at a time works on a campaign: two would judge the same stretches and delete each other's files.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.finishing import Explain, finish_campaign
from kafka_assay.pipeline.campaign.judging import judge_here, judge_on_spark
from kafka_assay.pipeline.campaign.plan import CampaignPlan, code_version, read_plan, refuse_used_folder, write_plan
from kafka_assay.pipeline.campaign.stretches import (
    Sitting,
    check_rows,
    committed_pairs,
    committed_stretches,
    next_run_path,
    remove_leftovers,
    write_sitting,
)
from kafka_assay.pipeline.spark.launch import reason_of
from kafka_assay.pipeline.spark.session import LOG, LOOP, Session, session, used_versions


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
