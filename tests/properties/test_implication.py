from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.implication import IMPLICATIONS, WeakestBreak, implied_laws, weakest_first
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.measures.subscriptions import subscribers
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.trials.ask_modes import Ask
from kafka_assay.properties.trials.trial import Trial

DECIDING = [(law.id, weaker) for law in LAW_BY_ID.values() for weaker in sorted(law.decides)]
"""Each law and a law that it decides on the same answer."""


def test_every_edge_joins_two_registered_laws_with_a_reason() -> None:
    for edge in IMPLICATIONS:
        assert edge.stronger in LAW_BY_ID
        assert edge.weaker in LAW_BY_ID
        assert len(edge.reason.split()) > 3


def test_every_law_implies_another_or_says_why_not() -> None:
    why_not = [law.implies for law in LAW_BY_ID.values() if isinstance(law.implies, str)]

    assert all(len(reason.split()) > 3 for reason in why_not)
    assert len(LAW_BY_ID) == len(why_not) + len({edge.stronger for edge in IMPLICATIONS})


def test_no_law_implies_itself() -> None:
    assert [] == [law for law in LAW_BY_ID if law in implied_laws(law)]


def test_implication_is_transitive() -> None:
    assert "even-when-equal" in implied_laws("optimally-balanced")


def test_weakest_broken_law_comes_first() -> None:
    broken = ["optimally-balanced", "even-when-equal", "locally-balanced"]

    assert [WeakestBreak("even-when-equal", ("locally-balanced", "optimally-balanced"))] == weakest_first(broken)


def test_unrelated_laws_are_listed_once_each() -> None:
    broken = ["fewest-moves", "stable-group-moves-nothing", "one-owner-each", "needless-moves-when-equal"]

    fallen = weakest_first(broken)

    assert ["one-owner-each", "stable-group-moves-nothing", "needless-moves-when-equal"] == [
        one.weakest for one in fallen
    ]
    assert sorted(broken) == sorted(law for one in fallen for law in (one.weakest, *one.stronger))


def test_decided_laws_are_implied_laws() -> None:
    assert [] == [law.id for law in LAW_BY_ID.values() if not set(law.decides) <= set(law.implies)]


@pytest.mark.parametrize(("stronger", "weaker"), DECIDING)
def test_law_that_decides_another_is_never_kept_where_that_is_broken(stronger: str, weaker: str) -> None:
    """Many answers, by chance and by a reference, good and bad: both laws are judged on each."""
    met: set[tuple[str, str]] = set()

    for group, ask in _answered_groups():
        trial = Trial(group, ask=ask, promises=frozenset(Promise) - {Promise.COOPERATIVE})
        laws = LAW_BY_ID[stronger], LAW_BY_ID[weaker]
        if trial.flaw is None and all(law.is_asked_of(trial.promises, group) for law in laws):
            strong, weak = (decide(law, trial).word for law in laws)
            met.add((strong, weak))

    assert ("kept", "broken") not in met
    assert ("kept", "kept") in met
    assert any(weak == "broken" for _, weak in met)


def _answered_groups() -> Iterator[tuple[Group, Ask]]:
    for number in range(120):
        example = drawn_example(CLEAN if number % 2 else "stale-claims", 7, number)
        assert isinstance(example, Group)
        for luck in range(5):
            yield example, partial(_answer_by_chance, luck=luck / 4, seed=number)
        yield example, reference_assignor("optimal").assign
        yield example, reference_assignor("sticky-yet-fair").assign


def _answer_by_chance(group: Group, luck: float, seed: int) -> Assignment:
    """A valid answer: with the probability `luck` a partition stays with its owner, or else goes to any subscriber."""
    random = Random(f"{seed}/{luck}")
    owners, readers = valid_owners(group), subscribers(group)
    answer: Assignment = {member.id: {} for member in group.members}
    for topic in group.topics:
        for partition in range(topic.partitions if topic.name in readers else 0):
            owner = owners.get(TopicPartition(topic.name, partition))
            stays = owner is not None and random.random() < luck
            taker = owner if stays and owner is not None else random.choice(readers[topic.name])
            answer[taker].setdefault(topic.name, []).append(partition)
    return answer
