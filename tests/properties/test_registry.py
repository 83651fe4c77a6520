from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

import pytest

import kafka_assay.properties.laws
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import (
    IMPLICATIONS,
    LAW_BY_ID,
    LAWS,
    WeakestBreak,
    weakest_first,
)
from kafka_assay.properties.trials.ask_modes import Ask
from kafka_assay.properties.trials.trial import Trial
from tests.assignors.reference.answers import drawn_groups
from tests.support.engines.random_groups import random_answer
from tests.support.sampling import deal_answer

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
    for number, group in enumerate(drawn_groups(60, CLEAN, "stale-claims", seed=7)):
        for luck in range(4):
            yield group, partial(_answer_by_chance, 4 * number + luck)
        for ask in (deal_answer, *(reference_assignor(name).assign for name in ("optimal", "sticky-yet-fair"))):
            yield group, ask


def _answer_by_chance(seed: int, group: Group) -> Assignment:
    """A valid answer, another one without the claims."""
    return random_answer(seed + 1_000 * sum(len(member.claims()) for member in group.members), group)


def test_every_file_of_laws_is_registered() -> None:
    written = {
        value.id
        for module in iter_modules(kafka_assay.properties.laws.__path__)
        for value in vars(import_module(f"kafka_assay.properties.laws.{module.name}")).values()
        if isinstance(value, Law)
    }

    assert written == LAW_BY_ID.keys()


def test_law_has_the_name_of_its_function_and_the_kind_of_its_file() -> None:
    for law in LAWS:
        assert law is getattr(import_module(f"kafka_assay.properties.laws.{law.kind}"), law.id.replace("-", "_"))
        assert law.judge.__doc__
        assert law.says
        assert law.source
        assert law.effect.text.endswith(".")
