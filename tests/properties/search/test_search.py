"""Tests of the parts of a search: batches, budget and expected failures."""

from __future__ import annotations

import json
import pickle

import pytest

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import ExpectedFailure, Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.model import group_of
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.structured_search import StructuredSearch, draw_again
from kafka_assay.properties.strategies.batches import CLIMBING, batch_seed, find_first
from kafka_assay.properties.strategies.drawn import draws_of
from tests.properties.stand_ins import StandIn, forgets_the_last

GROUP = group_of({"t": 1}, {"a": ["t"]})


def test_expected_failure_covers_groups_with_its_law_family_and_traits() -> None:
    claims = {member: {"t": [0]} for member in "ab"}
    overlapping = group_of({"t": 1}, {member: ["t"] for member in "ab"}, claims, generation=1)
    failure = ExpectedFailure(
        law="one-owner-each", family="mixed", reason="known", group=json.dumps(group_to_json(overlapping))
    )

    assert failure is find_excuse([failure], "one-owner-each", "mixed", overlapping)
    assert find_excuse([failure], "one-owner-each", "mixed", GROUP) is None
    assert find_excuse([failure], "one-owner-each", "clean", overlapping) is None
    assert find_excuse([failure], "nothing-left-out", "mixed", overlapping) is None


def test_seed_of_a_batch_never_changes() -> None:
    """Other machines and later releases must reproduce it."""
    assert 6204520340718158858 == batch_seed(0, "clean", 0)
    assert 3 == len({batch_seed(0, "clean", 0), batch_seed(0, "clean", 1), batch_seed(0, "mixed", 0)})


def test_stop_batch_ends_a_batch_at_once() -> None:
    """Hypothesis neither shrinks nor reports `StopBatch`."""
    seen = []

    def stop(group: object) -> bool:
        seen.append(group)
        raise StopBatch

    with pytest.raises(StopBatch):
        find_first(draws_of("clean").strategy, stop, seed=0)

    assert 1 == len(seen)


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


def test_share_of_a_budget_is_a_share_of_the_rest() -> None:
    now = [0.0]
    budget = Budget(seconds=10.0, clock=lambda: now[0])
    now[0] = 4.0

    assert (4.0, 6.0, 3.0, 5.0) == (
        budget.seconds_spent(),
        budget.seconds_left(),
        budget.share_of_rest(0.5).seconds,
        budget.limited_to(0.9).seconds,
    )
    now[0] = 40.0
    assert 0.0 == budget.seconds_left() == budget.share_of_rest(1.0).seconds == budget.limited_to(0.6).seconds


def test_counterexample_to_show_gets_most_of_the_shrinking_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clean family's is shrunk first and four times as long; shrinking gets four tenths of the whole time."""
    given = []

    def keep_as_found(job: ShrinkJob, _target: Target, _law: Law, budget: Budget) -> Evidence:
        given.append((job.family, budget.seconds))
        return job.evidence

    monkeypatch.setattr(ShrinkJob, "shrink", keep_as_found)
    law = LAW_BY_ID["nothing-left-out"]

    check(StandIn(forgets_the_last), laws=[law], families=["mixed", "clean"], seconds=10, clock=lambda: 0.0)

    assert [("clean", 3.2), ("mixed", 4.0)] == [(name, round(seconds, 6)) for name, seconds in given]
