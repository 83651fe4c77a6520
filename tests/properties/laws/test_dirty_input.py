"""Tests that every law decides on any group and answer, and that its bounds are those of the optimum."""

from __future__ import annotations

import json
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor, reference_names
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided, facts_of
from kafka_assay.reports.wording.sentences import explain_facts
from tests.assignors.reference.answers import drawn_groups
from tests.properties.verdicts import judge_trial, verdict_on

DEFINED = LAW_BY_ID["needless-moves-when-equal"].defined


def dirty_answer(random: Random, group: Group) -> Assignment:
    """Anything in the shape of an answer: unknown members, ghosts, repeats, holes."""
    topics = [topic.name for topic in group.topics] + ["gone"]
    return {
        member: {topic: random.choices([-1, 0, 1, 2, 2**40], k=random.randint(0, 3)) for topic in topics}
        for member in [*group.member_ids(), "stranger"]
        if random.random() < 0.8
    }


@pytest.mark.parametrize("name", reference_names())
def test_every_answer_has_a_verdict(name: str) -> None:
    random = Random(name)
    for group in [*drawn_groups(30, "mixed", "foreign-claims"), Group(topics=(), members=())]:
        for one in judge_trial(Trial(group, answer=dirty_answer(random, group)), reference_assignor(name).promises):
            told = explain_facts(one.law, json.loads(json.dumps(facts_of(one.verdict))))

            assert (one.verdict.word == "kept") == (told == "")
            assert not (isinstance(one.verdict, Undecided) and "the judge itself" in one.verdict.reason)


def test_closed_form_bound_on_moves_equals_the_optimum() -> None:
    groups = [group for group in drawn_groups(150, "clean", "stale-claims", "ghost-claims") if DEFINED(group)]
    for group in groups:
        optimum = solve(group)
        worse = verdict_on("needless-moves-when-equal", group, {})

        assert Kept() == verdict_on("needless-moves-when-equal", group, optimum.assignment)
        assert facts_of(worse).get("optimal_moves", optimum.moves) == optimum.moves
    assert len(groups) > 100
