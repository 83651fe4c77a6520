"""Tests of the worker processes of a check."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from subprocess import run

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.budget import ExampleLimit, parse_examples
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.runner.worker_pool import WorkerLost
from kafka_assay.properties.search import check_search
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.check_search import CheckSearch
from kafka_assay.properties.search.check_workers import CheckWorkers, Workers
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge, DrawnSchedule, DrawnSearch
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.search.news import FirstBreak, News
from kafka_assay.properties.search.shrink_schedule import ShrinkSchedule
from kafka_assay.properties.search.structured_search import StructuredSearch
from kafka_assay.properties.shrink.sizes import size_of
from tests.properties.stand_ins import StandIn, forgets_the_last, right

EVEN = frozenset({Promise.EVEN})
LAWS = promised_laws(EVEN)
LAW = LAW_BY_ID["nothing-left-out"]
FAMILIES = ["clean", "mixed", "missing-topics"]
LIMIT = ExampleLimit(150, 0)


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


def searched(reopen: Callable[[], StandIn], families: list[str]) -> tuple[DrawnSchedule, list[WorkerLost]]:
    """The drawn search of `families` by two workers and nobody else."""
    schedule = DrawnSchedule([DrawnSearch(name, LAWS, LIMIT.drawn) for name in families])
    schedule.until = time.monotonic() + 600
    lost: list[WorkerLost] = []
    ids = [law.id for law in LAWS]
    pool = CheckWorkers(Workers(jobs=3, reopen=reopen), ids, 0, schedule.next_job, {BatchJob: schedule}, lost.append)
    try:
        while (schedule.under_way or not schedule.is_done) and pool.size:
            pool.serve(10.0)
    finally:
        pool.close()
    return schedule, lost


def test_workers_count_the_same_as_one_process() -> None:
    """Batches come back in another order, and are merged by their numbers."""
    alone = DrawnSchedule([DrawnSearch(name, LAWS, LIMIT.drawn) for name in FAMILIES])
    judge = BatchJudge(open_forgetful(), LAWS, 0)
    while (job := alone.next_job()) is not None:
        alone.add(job, judge.judge(job, job.new_tally()))

    together, lost = searched(open_forgetful, FAMILIES)

    assert [] == lost
    for name in FAMILIES:
        one, other = alone.searches[name].tally, together.searches[name].tally
        assert one.laws == other.laws
        assert (one.groups, one.numbers, one.kinds) == (other.groups, other.numbers, other.kinds)


def test_batch_that_ends_two_workers_is_given_up() -> None:
    """Each is reported. The other family is judged all the same."""
    schedule, lost = searched(open_deadly, ["missing-topics", "clean"])

    assert {("exit code 9", "missing-topics")} == {(one.reason, one.job.family) for one in lost}
    assert {True, False} == {one.given_up for one in lost}
    assert 150 == schedule.searches["clean"].tally.laws["one-owner-each"].examples
    deadly = schedule.searches["missing-topics"]
    assert 0 == deadly.tally.groups
    why = "two workers ended (exit code 9) on the same groups, which are not judged"
    assert why == deadly.why_unjudged("one-owner-each")
    assert None is schedule.searches["clean"].why_unjudged("one-owner-each")


@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_family_that_was_given_up_keeps_no_law(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Its cells say why. A law that broke is broken all the same."""
    shrink = CheckSearch.shrink

    def search_in_part(self: CheckSearch) -> None:
        shrink(self)
        for family in self.families:
            family.drawn.give_up("why")

    monkeypatch.setattr(CheckSearch, "shrink", search_in_part)
    record = check(open_forgetful(), families=["clean"], examples=ExampleLimit(), seconds=seconds)

    broken = [cell.law for cell in record.cells if cell.verdict == "broken"]
    assert (broken != []) == (seconds > 0)
    assert {("undecided", "why")} == {(cell.verdict, cell.reason) for cell in record.cells if cell.law not in broken}


def test_worker_that_cannot_open_the_target_gets_no_batch() -> None:
    schedule, lost = searched(open_nothing, ["clean"])

    assert [WorkerLost("no such class", None, given_up=False)] * 2 == lost
    job = schedule.next_job()
    assert job is not None
    assert 0 == job.first


def test_worker_shrinks_in_the_place_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins while this process still searches, so that nothing is left to shrink after the search."""
    monkeypatch.setattr(check_search, "BESIDE", 0.0)
    monkeypatch.setattr(BatchJudge, "shrink", None)  # here, not in the worker
    told: list[News] = []

    record = check(
        open_forgetful(),
        laws=[LAW, LAW_BY_ID["one-owner-each"]],
        families=["clean"],
        examples=ExampleLimit(),
        seconds=6.0,
        workers=Workers(jobs=2, reopen=open_forgetful, after=0.0),
        tell=told.append,
    )

    cell, _ = record.cells
    assert cell.counterexample is not None
    assert (1, 3) == size_of(cell.counterexample.group)[:2]
    assert [FirstBreak] == [type(one) for one in told]


def test_counterexample_that_ends_two_workers_stays_as_it_was_found() -> None:
    family = FamilySearch(
        structured=StructuredSearch(open_forgetful(), "missing-topics", [LAW], limit=0, seed=0),
        drawn=DrawnSearch("missing-topics", [LAW], None),
    )
    batches, shrinks, lost = DrawnSchedule([family.drawn]), ShrinkSchedule([family], 0), list[WorkerLost]()
    while not shrinks.waiting_cells() and (job := batches.next_job()) is not None:
        batches.add(job, BatchJudge(open_forgetful(), [LAW], 0).judge(job, job.new_tally()))

    pool = CheckWorkers(
        Workers(jobs=2, reopen=open_deadly),
        [LAW.id],
        0,
        lambda: shrinks.next_job(60.0, time.monotonic() + 60, 1, declared=True),
        {ShrinkJob: shrinks},
        lost.append,
    )
    with closing(pool):
        while not lost or not lost[-1].given_up:
            pool.serve(10.0)

    assert [(LAW.id, False), (LAW.id, True)] == [(one.job.law, one.given_up) for one in lost]
    assert (0, {}, []) == (shrinks.under_way, shrinks.smallest, shrinks.waiting_cells())


def interrupt_workers(group: Group) -> Assignment:
    """The right answer, after Ctrl-C in this worker."""
    os.kill(os.getpid(), signal.SIGINT)
    return right(group)


def open_interrupting() -> StandIn:
    """A target that presses Ctrl-C."""
    return StandIn(interrupt_workers, EVEN)


def test_workers_leave_an_interruption_to_the_check() -> None:
    schedule, lost = searched(open_interrupting, ["clean"])

    assert [] == lost
    assert 150 == schedule.searches["clean"].tally.laws["one-owner-each"].examples


def test_worker_loads_nothing_of_the_structured_search() -> None:
    """Hypothesis takes longer to import than all the rest of a worker."""
    loads = "import sys, kafka_assay.properties.search.check_workers; sys.exit('hypothesis' in sys.modules)"
    run([sys.executable, "-c", loads], check=True)


@pytest.mark.parametrize(
    ("seconds", "limit", "fail_fast", "begins"),
    [
        (100.0, ExampleLimit(), False, True),
        (99.0, ExampleLimit(), False, False),
        (100.0, ExampleLimit(150, 0), False, False),
        (100.0, ExampleLimit(), True, False),
    ],
)
def test_workers_start_at_once_only_if_the_check_will_be_long(
    seconds: float, limit: ExampleLimit, fail_fast: bool, begins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, started = open_right(), list[int]()

    def start(*_: object) -> None:
        started.append(len(target.asked))
        raise KeyboardInterrupt  # this test needs no more of the check

    monkeypatch.setattr(check_search, "CheckWorkers", start)
    check(
        target,
        families=["clean"],
        examples=limit,
        seconds=seconds,
        workers=Workers(jobs=2, reopen=open_right, after=10.0),
        fail_fast=fail_fast,
        clock=lambda: len(target.asked) / 100,
    )

    assert begins == (started == [0])


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
