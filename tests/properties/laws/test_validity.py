from __future__ import annotations

import json
from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor, reference_names
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, facts_of
from kafka_assay.reports.wording.sentences import explain_facts
from tests.assignors.reference.answers import drawn_groups
from tests.properties.stand_ins import failing
from tests.properties.verdicts import deals_in_turn, judge_trial, two_members, verdict_of

WHOLE: Assignment = {"a": {"t": [0]}, "b": {"t": [1]}}


throws = failing("KeyError", "'b'")
"""An assignor that never answers."""


def test_fault_in_an_early_cooperative_round_breaks_the_law() -> None:
    def both_at_first(group: Group) -> Assignment:
        return WHOLE if any(member.owned for member in group.members) else {"a": {"t": [0, 1]}, "b": {"t": [1]}}

    verdict = verdict_of("one-owner-each", two_members(2), both_at_first, cooperative=True)

    twice = {"partitions": [{"topic": "t", "partition": 1, "owners": ["a", "b"]}], "count": 1, "round": 1}
    assert Broken(twice) == verdict


def test_cooperative_round_may_withhold_partitions() -> None:
    """`nothing-left-out` judges the fixed point only."""
    group = two_members(2, a=[0, 1])

    def withholds(asked: Group) -> Assignment:
        return {"a": {"t": [0]}, "b": {}} if asked == group else WHOLE

    assert Kept() == verdict_of("nothing-left-out", group, withholds, cooperative=True)


def test_failure_in_a_later_round_names_the_round() -> None:
    def fails_later(group: Group) -> Assignment:
        return throws(group) if group.members[0].owned else deals_in_turn(group)

    verdict = verdict_of("returns-an-answer", two_members(2), fails_later, cooperative=True)
    other = verdict_of("one-owner-each", two_members(2), fails_later, cooperative=True)

    assert Broken({"error": "KeyError", "message": "'b'"}) == verdict_of("returns-an-answer", two_members(2), throws)
    assert Broken({"error": "KeyError", "message": "'b'", "round": 2}) == verdict
    assert Undecided("no answer in round 2: KeyError: 'b'", unanswered=True) == other


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
