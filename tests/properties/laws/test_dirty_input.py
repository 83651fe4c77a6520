"""Tests that every law decides on any group and answer, and that its bounds are those of the optimum."""

from __future__ import annotations

import json
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.registry import reference_assignor, reference_names
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided, facts_of
from kafka_assay.reports.wording.sentences import explain_facts
from tests.properties.verdicts import judge_trial, verdict_on

NAMES = ["a", "b", "C10", "z\n", "é", "\ud800x"]


def dirty_group(random: Random, *, equal: bool = False) -> Group:
    """Up to four members on up to three topics and one missing topic, with any claims, ghosts included."""
    topics = tuple(Topic(name=f"t{number}", partitions=random.randint(0, 4)) for number in range(random.randint(1, 3)))
    known = [topic.name for topic in topics]
    members = []
    for name in random.sample(NAMES, random.randint(1 if equal else 0, 4)):
        listed = known if equal else random.choices([*known, "gone"], k=random.randint(0, 3))
        owned = tuple((topic, tuple(random.choices([-1, 0, 1, 2, 9], k=2))) for topic in random.sample(known, 1))
        generation = random.choice([None, 1, 2])
        members.append(Member(id=name, subscription=tuple(listed), owned=owned, generation=generation))
    return Group(topics=topics, members=tuple(members))


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
    for _ in range(60):
        group = dirty_group(random)
        for one in judge_trial(Trial(group, answer=dirty_answer(random, group)), reference_assignor(name).promises):
            told = explain_facts(one.law, json.loads(json.dumps(facts_of(one.verdict))))

            assert (one.verdict.word == "kept") == (told == "")
            assert not (isinstance(one.verdict, Undecided) and "the judge itself" in one.verdict.reason)


def test_closed_form_bound_on_moves_equals_the_optimum() -> None:
    random = Random(7)
    for _ in range(150):
        group = dirty_group(random, equal=True)
        optimum = solve(group)
        worse = verdict_on("needless-moves-when-equal", group, {})

        assert has_equal_subscriptions(group)
        assert Kept() == verdict_on("needless-moves-when-equal", group, optimum.assignment)
        assert facts_of(worse).get("optimal_moves", optimum.moves) == optimum.moves
