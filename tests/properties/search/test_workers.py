"""Tests of the parts of a search: workers, draws, score, schedules, limits, and what counts are worth."""

from __future__ import annotations

import os
import pickle
import sys
import time
from contextlib import closing
from functools import partial
from random import Random
from subprocess import run
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.life import Example
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.budget import Budget, ExampleLimit, StopBatch, parse_examples, split_examples
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.records.check_record import break_bound
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.runner.work import Work
from kafka_assay.properties.runner.worker_pool import WorkerLost, WorkerPool
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.check_search import News
from kafka_assay.properties.search.check_workers import CheckWork, Workers
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.drawn_search import BatchJudge, DrawnSchedule, DrawnSearch
from kafka_assay.properties.search.family_tally import unseen_chance
from kafka_assay.properties.search.structured_search import Score, StructuredSearch, draw_again, score_of
from kafka_assay.properties.shrink.sizes import size_of
from kafka_assay.properties.strategies.batches import CLIMBING
from kafka_assay.properties.trials.trial import Trial
from tests.properties.stand_ins import StandIn, declares_what_it_forgets, forgets_the_last, right
from tests.properties.verdicts import case_of

EVEN = frozenset({Promise.EVEN})
LAWS = promised_laws(EVEN)
LAW = LAW_BY_ID["nothing-left-out"]


open_forgetful = partial(StandIn, forgets_the_last, EVEN)
"""Opens a target with a fault."""

open_right = partial(StandIn, right, EVEN)
"""Opens a target without a fault."""


def open_nothing() -> StandIn:
    """No target."""
    raise AssayError("no such class")


def end_process(group: Group) -> Assignment:
    """The right answer, but the end of the process where a topic is missing."""
    if "missing-topics" in traits(group):
        os._exit(9)
    return right(group)


open_deadly = partial(StandIn, end_process, EVEN)
"""Opens a target that ends its process."""


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
    assert case_of(broken)
    assert "two workers ended (exit code 9) on the same groups, which are not judged" == other.reason


@pytest.mark.integration
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
        seconds=300.0,
        workers=Workers(jobs=2, reopen=open_deadly, after=0.0),
        tell=told.append,
    )

    assert [(ShrinkJob, False), (ShrinkJob, True)] == lost()
    assert all(size_of(case_of(cell).group) > (1, 3) for cell in record.cells)


def test_worker_loads_nothing_of_the_structured_search() -> None:
    """Hypothesis takes longer to import than all the rest of a worker."""
    loads = "import sys, kafka_assay.properties.search.check_workers; sys.exit('hypothesis' in sys.modules)"
    run([sys.executable, "-c", loads], check=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_cell_that_the_time_ended_is_repeated(jobs: int) -> None:
    """Workers judge ahead, but a cell counts the unbroken prefix of the numbers."""
    asked: dict[str, Any] = {"laws": [LAW_BY_ID["even-when-equal"]], "families": ["racks"]}
    workers = Workers(jobs=2, reopen=open_right, after=0.0)
    (whole,) = check(open_right(), examples=ExampleLimit(), seconds=2.0, workers=workers, **asked).cells

    limit = parse_examples(whole.limit)
    again = check(open_right(), examples=limit, seconds=600, workers=workers._replace(jobs=jobs), **asked)

    assert whole.drawn > 0
    assert (whole,) == again.cells


def test_batch_is_drawn_again_up_to_the_example_that_broke_a_law() -> None:
    """In another process too, where nothing is known but the origin, and in a batch that climbs."""
    target = declares_what_it_forgets()
    search = StructuredSearch(target, "clean", [LAW], limit=None, seed=0)
    while search.batch <= CLIMBING:
        search.run_batch(Budget(seconds=60), lambda: None)
    found = [origin for group in target.asked if (origin := search.origin_of(group)) is not None]
    origin = [origin for origin in found if origin.batch == CLIMBING - 1][-1]
    seen: list[Example] = []

    def still(example: Example) -> bool:
        seen.append(example)
        raise StopBatch

    with pytest.raises(StopBatch):
        draw_again("clean", 0, pickle.loads(pickle.dumps(origin)), still)

    assert [origin.example] == seen


PAIR = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
UNEQUAL = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}, {"a": {"t": [0]}, "b": {"t": [1], "u": [0]}})
DISPUTED = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [0]}})


@pytest.mark.parametrize(
    ("group", "answer", "score"),
    [
        (PAIR, {"a": {"t": [0]}, "b": {"t": [1]}}, Score(spread=0, claimants=1, excess=0)),
        (PAIR, {"a": {"t": [1]}, "b": {"t": [0]}}, Score(spread=0, claimants=1, excess=2)),
        (PAIR, {"a": {"t": [0, 1]}, "b": {}}, Score(spread=2, claimants=1, excess=1)),
        (UNEQUAL, {"a": {"t": [1]}, "b": {"t": [0], "u": [0]}}, Score(spread=1, claimants=1, excess=2)),
        (DISPUTED, {"a": {"t": [0]}, "b": {}}, Score(spread=1, claimants=2, excess=0)),
        (UNEQUAL, {"a": {}, "b": {"t": [0]}}, Score(spread=1, claimants=1, excess=0)),
    ],
)
def test_score_counts_spread_claimants_and_needless_moves(group: Group, answer: Assignment, score: Score) -> None:
    """An invalid answer, the last one here, has no needless moves."""
    assert score == score_of(Trial(group, answer=answer), with_excess=True)


@pytest.mark.parametrize("draws", [1, 30, 5_000])
def test_fault_at_the_bound_stays_unseen_in_one_of_twenty_runs(draws: int) -> None:
    bound = break_bound(draws)

    assert bound is not None
    assert 0.05 == pytest.approx((1 - bound) ** draws)


def test_estimate_is_near_the_share_of_the_kinds_that_were_not_seen() -> None:
    """Of kinds with shrinking shares: the estimate of the next example, against what is known here."""
    random = Random(1)
    shares = [1 / (kind + 1) ** 2 for kind in range(2_000)]
    seen = random.choices(range(2_000), shares, k=3_000)
    missing = sum(share for kind, share in enumerate(shares) if kind not in set(seen)) / sum(shares)

    chance = unseen_chance([seen.count(kind) for kind in set(seen)])

    assert chance is not None
    assert missing == pytest.approx(1 - (1 - chance) ** (1 / 1_000), rel=0.35)


def test_share_of_a_budget_is_a_share_of_the_rest() -> None:
    now = [0.0]
    budget = Budget(seconds=10.0, clock=lambda: now[0])

    def parts(share: float, limit: float) -> list[float]:
        return [budget.seconds_left(), budget.share_of_rest(share).seconds, budget.limited_to(limit).seconds]

    now[0] = 4.0
    assert 4.0 == budget.seconds_spent()
    assert [6.0, 3.0, 5.0] == parts(0.5, 0.9)
    now[0] = 40.0
    assert [0.0] * 3 == parts(1.0, 0.6)


def test_limit_is_parsed_and_split() -> None:
    assert ExampleLimit(3, 4) == split_examples(7) == parse_examples("7")
    assert ExampleLimit(7, 0) == parse_examples("7+0")
    assert (7, None) == (ExampleLimit(7, 0).total, ExampleLimit().total)
    for text in ("0", "-1", "0+0", "3+", "+3", "3+-1", "many", "1+2+3", ""):
        with pytest.raises(ValueError, match=r"expected at least 1|invalid literal"):
            parse_examples(text)
