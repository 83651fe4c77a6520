"""Tests of the parts of a search: draws, score, schedules, and what counts are worth."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.life import Example
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.drawn_search import BatchJudge, DrawnSchedule, DrawnSearch
from kafka_assay.properties.search.family_tally import break_bound, unseen_chance
from kafka_assay.properties.search.structured_search import Score, StructuredSearch, draw_again, score_of
from kafka_assay.properties.strategies.batches import CLIMBING
from kafka_assay.properties.trials.trial import Trial
from tests.properties.stand_ins import StandIn, forgets_the_last, right


def test_batch_is_drawn_again_up_to_the_example_that_broke_a_law() -> None:
    """In another process too, where nothing is known but the origin, and in a batch that climbs."""
    smallest = json.dumps(group_to_json(group_of({"t": 3}, {"a": ["t"]})))
    failure = ExpectedFailure(law="nothing-left-out", family="clean", reason="known", group=smallest)
    target = StandIn(forgets_the_last, expected_failures=(failure,))
    search = StructuredSearch(target, "clean", [LAW_BY_ID["nothing-left-out"]], limit=None, seed=0)
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


def test_batch_that_its_time_ended_leaves_no_gap() -> None:
    """Its rest comes next, with new time. Otherwise nothing after it would count."""
    laws = [LAW_BY_ID["one-owner-each"]]
    schedule = DrawnSchedule([DrawnSearch("clean", laws, 30)])
    judge = BatchJudge(StandIn(right, frozenset()), laws, 0)
    late = schedule.next_job()
    assert late is not None
    schedule.add(late, judge.judge(late, late.new_tally(), lambda: True))
    schedule.until = 600.0

    ends = []
    while (job := schedule.next_job()) is not None:
        ends.append(job.until)
        schedule.add(job, judge.judge(job, job.new_tally()))

    assert 30 == schedule.searches["clean"].tally.groups
    assert {600.0} == set(ends)
