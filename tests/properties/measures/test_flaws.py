"""Tests of the flaws of an answer, and of the claims that follow from it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import NEWEST_GENERATION
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    foreign_partitions,
    ghost_partitions,
    is_flawless,
    left_out_partitions,
    silent_members,
)
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.properties.verdicts import two_members


def test_answer_is_fed_back_at_the_next_generation() -> None:
    group = two_members(2, a=[0])
    newer = replace(group, members=(replace(group.members[0], generation=7), group.members[1]))

    members = feed_back(newer, {"a": {"t": [1, 0]}}).members

    assert [((("t", (0, 1)),), 8), ((), 8)] == [(member.owned, member.generation) for member in members]


def test_generation_after_the_largest_is_1() -> None:
    group = two_members(1, a=[0])
    newest = replace(group, members=(replace(group.members[0], generation=NEWEST_GENERATION), group.members[1]))

    assert [1, 1] == [member.generation for member in feed_back(newest, {"a": {"t": [0]}}).members]


def test_quick_look_at_an_answer_agrees_with_the_validity_laws() -> None:
    finders = (silent_members, ghost_partitions, foreign_partitions, doubled_partitions, left_out_partitions)
    random, met = Random(0), set()
    for number in range(600):
        example = drawn_example("missing-topics" if number % 2 else "clean", 0, number)
        assert isinstance(example, Group)
        answer = reference_assignor("range").assign(example)
        if number % 3:
            _spoil(answer, random)
        flawless = not any(find(example, answer) for find in finders)
        met.add(flawless)

        assert flawless == is_flawless(example, answer), (example, answer)
    assert {True, False} == met


def _spoil(answer: Assignment, random: Random) -> None:
    """One small change, or none: a partition more or less, another member, a member that is not listed."""
    member = random.choice(list(answer))
    topic = random.choice([*answer[member], "t0", "none"])
    match random.randrange(4):
        case 0:
            answer[member].setdefault(topic, []).append(random.choice([-1, 0, 1, 99]))
        case 1:
            answer[member][topic] = answer[member].get(topic, [])[1:]
        case 2:
            del answer[member]
        case _:
            answer["stranger"] = {topic: [0]}
