"""Tests of the worker processes of a check."""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing
from subprocess import run
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.budget import Budget, ExampleLimit, parse_examples
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.runner.work import Work
from kafka_assay.properties.runner.worker_pool import WorkerLost, WorkerPool
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.check_search import News
from kafka_assay.properties.search.check_workers import CheckWork, Workers
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge, DrawnSchedule, DrawnSearch
from kafka_assay.properties.search.family_tally import FamilyTally
from kafka_assay.properties.shrink.sizes import size_of
from tests.properties.stand_ins import StandIn, forgets_the_last, right

EVEN = frozenset({Promise.EVEN})
LAWS = promised_laws(EVEN)
LAW = LAW_BY_ID["nothing-left-out"]


def open_forgetful() -> StandIn:
    """A target with a fault."""
    return StandIn(forgets_the_last, EVEN)


def open_right() -> StandIn:
    """A target without a fault."""
    return StandIn(right, EVEN)


def open_nothing() -> StandIn:
    """No target."""
    raise AssayError("no such class")


def end_process(group: Group) -> Assignment:
    """The right answer, but the end of the process where a topic is missing."""
    known = {topic.name for topic in group.topics}
    if any(topic not in known for member in group.members for topic in member.subscription):
        os._exit(9)
    return right(group)


def open_deadly() -> StandIn:
    """A target that ends its process."""
    return StandIn(end_process, EVEN)


def test_workers_count_the_same_as_one_process() -> None:
    """Batches come back in another order, and are merged by their numbers."""
    families = ["clean", "mixed", "missing-topics"]
    alone, together = (DrawnSchedule([DrawnSearch(name, LAWS, 150) for name in families]) for _ in range(2))
    judge = BatchJudge(open_forgetful(), LAWS, 0)
    while (job := alone.next_job()) is not None:
        alone.add(job, judge.judge(job, job.new_tally()))

    together.until = time.monotonic() + 600
    work: Work[Any, Any, Any] = CheckWork(open_forgetful, tuple(law.id for law in LAWS), 0)
    with closing(WorkerPool(work, 2)) as pool:
        while together.under_way or not together.is_done:
            for done in pool.serve(together.next_job, 10.0):
                together.add(done.job, done.row)

    for name in families:
        one, other = alone.searches[name].tally, together.searches[name].tally
        assert one.laws == other.laws
        assert (one.groups, one.numbers, one.kinds) == (other.groups, other.numbers, other.kinds)


def test_check_goes_on_alone_if_workers_cannot_open_the_target() -> None:
    """The clock here moves when both are lost."""
    told: list[News] = []

    record = check(
        open_right(),
        families=["clean"],
        examples=ExampleLimit(),
        seconds=60.0,
        workers=Workers(jobs=3, reopen=open_nothing, after=0.0),
        tell=told.append,
        clock=lambda: 60.0 * (len(told) == 2),
    )

    assert [WorkerLost("no such class", None, given_up=False)] * 2 == told
    assert {"kept"} == {cell.verdict for cell in record.cells}


def test_worker_searches_on_while_this_process_shrinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of all processes ends with its first batch. Then one more worker starts."""
    came: list[BatchJob] = []
    started: list[WorkerPool[Any, Any]] = []
    start = WorkerPool.start_worker
    add = DrawnSchedule.add
    end = time.monotonic() + 60.0

    def note(self: DrawnSchedule, job: BatchJob, batch: FamilyTally) -> None:
        add(self, job, batch)
        came.append(job)

    def wait_for_a_batch(_: BatchJudge, job: ShrinkJob, budget: Budget) -> Evidence:
        known = len(came)
        while len(came) == known and time.monotonic() < end:
            budget.seconds_left()
        return job.evidence

    def note_start(self: WorkerPool[Any, Any]) -> None:
        started.append(self)
        start(self)

    monkeypatch.setattr(DrawnSchedule, "add", note)
    monkeypatch.setattr(BatchJudge, "shrink", wait_for_a_batch)
    monkeypatch.setattr(WorkerPool, "start_worker", note_start)

    record = check(
        open_forgetful(),
        laws=[LAW, LAW_BY_ID["one-owner-each"]],
        families=["clean"],
        examples=ExampleLimit(None, 0),
        seconds=60.0,
        workers=Workers(jobs=2, reopen=open_forgetful, after=0.0),
        clock=lambda: 40.0 if came else 0.0,
    )

    broken, kept = record.cells
    assert ("broken", "kept") == (broken.verdict, kept.verdict)
    assert came[0].count < kept.examples <= sum(job.count for job in came)
    assert len(started) == 2
    assert time.monotonic() < end


def test_batch_that_ends_two_workers_is_given_up() -> None:
    """Its family keeps no law. The clock here moves at the last end of a worker."""
    told: list[News] = []

    record = check(
        open_forgetful(),
        laws=[LAW, LAW_BY_ID["one-owner-each"]],
        families=["missing-topics"],
        examples=ExampleLimit(None, 0),
        seconds=60.0,
        workers=Workers(jobs=2, reopen=open_deadly, after=0.0),
        tell=told.append,
        clock=lambda: 60.0 * any(isinstance(one, WorkerLost) and one.given_up for one in told),
    )

    broken, other = record.cells
    assert broken.counterexample is not None
    assert "two workers ended (exit code 9) on the same groups, which are not judged" == other.reason


def test_counterexample_that_ends_two_workers_stays_as_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process has another one to shrink meanwhile."""
    told: list[News] = []

    def lost() -> list[tuple[type, bool]]:
        return [(type(one.job), one.given_up) for one in told if isinstance(one, WorkerLost)]

    def wait_for_a_loss(_: BatchJudge, job: ShrinkJob, budget: Budget) -> Evidence:
        while (ShrinkJob, True) not in lost() and budget.seconds_left():
            pass
        return job.evidence

    monkeypatch.setattr(BatchJudge, "shrink", wait_for_a_loss)  # here, not in the worker

    record = check(
        open_forgetful(),
        laws=[LAW, LAW_BY_ID["even-when-equal"]],
        families=["missing-topics"],
        examples=ExampleLimit(200, 0),
        seconds=60.0,
        workers=Workers(jobs=2, reopen=open_deadly, after=0.0),
        tell=told.append,
    )

    assert [(ShrinkJob, False), (ShrinkJob, True)] == lost()
    for cell in record.cells:
        assert cell.counterexample is not None
        assert size_of(cell.counterexample.group) > (1, 3)


def test_worker_loads_nothing_of_the_structured_search() -> None:
    """Hypothesis takes longer to import than all the rest of a worker."""
    loads = "import sys, kafka_assay.properties.search.check_workers; sys.exit('hypothesis' in sys.modules)"
    run([sys.executable, "-c", loads], check=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_cell_that_the_time_ended_is_repeated(jobs: int) -> None:
    """Workers judge ahead, but a cell counts the unbroken prefix of the numbers."""
    (law,) = (law for law in LAWS if law.id == "even-when-equal")
    workers = Workers(jobs=2, reopen=open_right, after=0.0)
    record = check(open_right(), laws=[law], families=["racks"], examples=ExampleLimit(), seconds=2.0, workers=workers)
    (whole,) = record.cells

    again = check(
        open_right(),
        laws=[law],
        families=["racks"],
        examples=parse_examples(whole.limit),
        seconds=600,
        workers=workers._replace(jobs=jobs),
    )

    assert whole.drawn > 0
    assert (whole,) == again.cells
