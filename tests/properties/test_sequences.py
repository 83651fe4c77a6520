"""Tests of lives: how a target is checked on one, what is found, and that a case can be repeated."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.input_families import SEQUENCES
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.records.case_format import Case, case_from_json, case_to_json
from kafka_assay.properties.records.check_record import CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.properties.shrink.examples import simpler_examples
from kafka_assay.properties.shrink.sizes import example_size
from kafka_assay.properties.strategies.lives import life_of
from tests.properties.stand_ins import StandIn, forgets_the_last, right
from tests.support.sampling import last_group

STICKY = frozenset({Promise.STICKY, Promise.CLAIMS, Promise.EVEN})
GROUP = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
THREE = group_of({"t": 2, "u": 3}, {"a": ["t", "u"], "b": ["t", "u"], "c": ["t"]})
NEWEST = LAW_BY_ID["newest-claim-wins"]
AWAY = Life(group=GROUP, events=(Event(miss=("b",)), Event()))


@dataclass(slots=True)
class Forgetful(StandIn):
    """Sticky, but a reused object ignores claims if all are older than the newest that it has ever seen."""

    answer: Callable[[Group], Assignment] = reference_assignor("sticky").assign
    promises: frozenset[Promise] = STICKY
    objects: int = 0

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A new object as an assignor."""
        self.objects += 1
        newest = -1

        def ask(group: Group) -> Assignment:
            nonlocal newest
            now = max((member.claimed_generation() for member in group.members if member.owned), default=-1)
            if now < newest:
                group = group.with_members(tuple(member.with_claims((), member.generation) for member in group.members))
            newest = max(now, newest)
            return self.assign(group)

        return ask


def never_hears_of_generations(group: Group) -> Assignment:
    """Sticky's answer with all generations taken as equal, so a returning member disputes newer claims."""
    members = tuple(replace(member, generation=None) for member in group.members)
    return reference_assignor("sticky").assign(replace(group, members=members))


SEARCHED: dict[str, Any] = {"laws": [NEWEST], "families": [SEQUENCES], "clock": lambda: 0.0}
"""The clock stands still, so that only the examples end a check."""


def counterexample(record: CheckRecord, law: str) -> Case:
    """The case that shows how `law` was broken."""
    (found,) = (cell.counterexample for cell in record.cells if cell.law == law)
    assert found is not None, f"{law} was not broken"
    return found


@pytest.fixture(scope="module")
def hears_no_generation() -> Case:
    """A life that shows that generations are ignored."""
    target = StandIn(never_hears_of_generations, STICKY)
    return counterexample(check(target, examples=400, **SEARCHED), NEWEST.id)


def test_each_answer_is_fed_back() -> None:
    """
    Three groups: the first one, then without the absent member, then with it again.

    A life ends at an invalid answer.
    """
    invalid = Life(group=group_of({"t": 3}, {"a": ["t"]}), events=AWAY.events[1:])

    lived, ended = (
        list(run_rebalances(StandIn(answer), LifeRun(life=life)))
        for answer, life in ((right, AWAY), (forgets_the_last, invalid))
    )

    assert [["a", "b"], ["a"], ["a", "b"]] == [rebalance.trial.group.member_ids() for rebalance in lived]
    assert [(("t", (0, 1)),), (("t", (1,)),)] == [member.owned for member in lived[2].trial.group.members]
    assert 1 == len(ended)


def test_life_uses_one_object_or_a_new_one_each_time() -> None:
    """The steps name the object; laws that ask further questions use fresh objects."""
    target = Forgetful()

    kept = list(run_rebalances(target, LifeRun(life=AWAY, one_object=True)))
    fresh = list(run_rebalances(target, LifeRun(life=AWAY)))

    assert 1 == target.objects
    assert {"the same object"} == {rebalance.trial.steps[0].instance for rebalance in kept}
    assert {None} == {rebalance.trial.steps[0].instance for rebalance in fresh}


def test_cooperative_rebalance_runs_until_it_settles() -> None:
    """Two members split the partitions of one: the joiner's rebalance takes two rounds."""
    group = group_of({"t": 2}, {"a": ["t"]})
    life = Life(group=group, events=(Event(join=(Member(id="b", subscription=("t",)),)), Event()))
    cooperative = reference_assignor("cooperative-sticky")
    target = StandIn(cooperative.assign, cooperative.promises)

    lived = list(run_rebalances(target, LifeRun(life=life)))

    assert [2, 3, 1] == [rebalance.trial.own_steps for rebalance in lived]
    assert [1, 1] == [len(member.claims()) for member in lived[2].trial.group.members]


def test_ignored_generations_are_found_with_few_events(hears_no_generation: Case) -> None:
    """A member misses a rebalance and comes back."""
    events = [step.event for step in hears_no_generation.steps if step.event is not None]

    assert len(events) <= 3
    assert any(event.miss for event in events)
    assert len(hears_no_generation.steps[0].group.members) <= 3


def test_fault_of_a_stateful_object_needs_the_same_object() -> None:
    """After a reset all claims are older than the newest that the object has seen."""
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [1]}, "b": {"t": [0]}}, generation=5)
    life, law = Life(group=group, events=(Event(reset=True), Event())), LAW_BY_ID["needless-moves-when-equal"]

    kept, fresh = (
        check_group(Forgetful(), LifeRun(life=life, one_object=one_object), laws=[law]) for one_object in (True, False)
    )

    assert (["broken"], ["kept"]) == ([cell.verdict for cell in kept.cells], [cell.verdict for cell in fresh.cells])
    assert [True] * 3 == [step.instance is not None for step in counterexample(kept, law.id).steps]


def test_case_with_events_is_replayed_with_another_targets_answers(hears_no_generation: Case) -> None:
    again = case_from_json(json.loads(json.dumps(case_to_json(hears_no_generation))))
    wrong, sticky = StandIn(never_hears_of_generations, STICKY), ReferenceTarget("sticky")

    assert hears_no_generation == again
    assert ["broken"] == [cell.verdict for cell in check_group(wrong, again.example, laws=[NEWEST]).cells]
    assert {"kept"} >= {cell.verdict for cell in check_group(sticky, again.example, laws=[NEWEST]).cells}


def test_life_in_the_corpus_is_tried_first(hears_no_generation: Case) -> None:
    target, corpus = StandIn(never_hears_of_generations, STICKY), {"known.json": hears_no_generation}

    record = check(target, examples=1, corpus=corpus, **SEARCHED)

    assert hears_no_generation.example == counterexample(record, NEWEST.id).example


def test_lives_reach_the_documented_traits() -> None:
    random = Random(0)
    plots = [
        [[(random.randrange(16), random.randrange(8), random.randrange(8))] * 2 for _ in range(5)] for _ in range(400)
    ]

    met = frozenset().union(*(traits(last_group(life_of(THREE, plot, most_members=5))) for plot in plots))

    assert {"stale-claims", "three-claimants", "foreign-claims", "ghost-claims", "missing-topics"} <= met


def test_every_simpler_life_is_possible_and_not_larger() -> None:
    life = Life(
        group=group_of({"t": 3, "u": 2}, {"a": ["t", "u"], "b": ["t"], "m/1": ["u"]}),
        events=(
            Event(miss=("a",), topics=(("u", None),)),
            Event(join=(Member(id="c", subscription=("t",)),), leave=("b",), subscribe=(("a", ("t",)),)),
            Event(topics=(("u", 4), ("t", 1)), reset=True),
        ),
    )
    run = LifeRun(life=life, one_object=True)

    simpler = list(simpler_examples(run))

    assert len(simpler) > 20
    assert all(example_size(one)[:2] <= example_size(run)[:2] for one in simpler)
