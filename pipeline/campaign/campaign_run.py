"""
A campaign from start to end: a plan in; rows, cases and summaries out. Whatever stops it, `resume` goes on.

One driver at a time works on a campaign: two would judge the same stretches and delete each other's files.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.finishing import Explain, finish_campaign
from kafka_assay.pipeline.campaign.judging import judge_in_processes, judge_on_spark
from kafka_assay.pipeline.campaign.plan import CampaignPlan, code_version, read_plan, refuse_used_folder, write_plan
from kafka_assay.pipeline.campaign.stretches import (
    RunRecord,
    check_rows,
    committed_pairs,
    committed_stretches,
    next_run_path,
    remove_leftovers,
)
from kafka_assay.pipeline.spark.launch import is_known, reason_of
from kafka_assay.pipeline.spark.session import LOG, LOOP, Session, session, used_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignProgress:
    """The progress of a campaign: pairs done of all, and those of this sitting with its seconds."""

    done: float
    pairs: int
    here: float = 0.0
    seconds: float = 0.0
    step: str

    @property
    def rate(self) -> float:
        """Pairs a second in this sitting."""
        return self.here / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The seconds left at this rate; None as long as nothing is done."""
        return (self.pairs - self.done) / self.rate if self.rate else None


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
        with _failures_in_one_line(folder, plan) as log, ExitStack() as stack:
            started = None
            if master != LOOP:
                started = stack.enter_context(session(master, log=log))
                stack.enter_context(_reasons_of_spark(log))
            _judge_missing(folder, plan, started, watch)
            done = CampaignProgress(done=plan.pairs, pairs=plan.pairs, step="")
            finish_campaign(folder, plan, started, lambda step: watch(replace(done, step=step)), explain)
    return plan


def _judge_missing(folder: Path, plan: CampaignPlan, started: Session | None, watch: Watch) -> None:
    remove_leftovers(folder)
    there = set(committed_stretches(folder, plan))
    missing = [stretch for stretch in range(plan.stretches) if stretch not in there]
    if not missing:
        return
    before = committed_pairs(plan, there)
    record = RunRecord(
        path=next_run_path(folder),
        master=LOOP if started is None else started.master,
        cores=1 if started is None else started.cores,
        versions=used_versions(None if started is None else started.java),
    )

    def advance(stretches: Sequence[int], under_way: float) -> None:
        if stretches:
            record.add(committed_pairs(plan, stretches))
        here = record.pairs + under_way * plan.stretch * len(plan.targets)
        watch(
            CampaignProgress(
                done=min(before + here, plan.pairs),
                pairs=plan.pairs,
                here=here,
                seconds=time.monotonic() - record.start,
                step="judging",
            )
        )

    if started is None:
        judge_in_processes(plan, missing, folder, 1, advance)
    else:
        judge_on_spark(started.spark, plan, missing, folder, advance)


class CampaignStopped(AssayError):
    """A campaign cannot go on, for this reason. `is_plain`: Spark's log says no more."""

    def __init__(self, reason: str, *, is_plain: bool) -> None:
        super().__init__(reason)
        self.is_plain = is_plain


@contextmanager
def _reasons_of_spark(log: Path) -> Iterator[None]:
    """Turn a failure into its reason while Spark runs: afterwards its exceptions have no text."""
    try:
        yield
    except AssayError:
        raise
    except Exception as failed:
        raise CampaignStopped(reason_of(failed, log), is_plain=is_known(failed)) from failed


@contextmanager
def _failures_in_one_line(folder: Path, plan: CampaignPlan) -> Iterator[Path]:
    """Spark's log, and every stop as one line that says how to go on. The log stays after a failure of Spark."""
    log = folder / f".{LOG}.{os.getpid()}"
    try:
        yield log
        (folder / LOG).unlink(missing_ok=True)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_way_on(folder, plan)) from None
    except Exception as failed:
        reason = str(failed) if isinstance(failed, AssayError) else reason_of(failed, log)
        where = ""
        has_text = log.exists() and log.stat().st_size > 0  # under spark-submit its messages go elsewhere
        if has_text and not (isinstance(failed, CampaignStopped) and failed.is_plain):
            log.replace(folder / LOG)
            where = f" (Spark's log: {folder / LOG})"
        raise AssayError(f"the campaign stopped: {reason}; {_way_on(folder, plan)}{where}") from failed
    finally:
        log.unlink(missing_ok=True)


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
