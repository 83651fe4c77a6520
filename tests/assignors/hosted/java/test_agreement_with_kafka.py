"""
The references agree with Kafka's classes of the newest release: the small version of `python -m tests.kafka_agreement`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from properties.sampling import sample
from tests.kafka_agreement import ASKED_FOR
from tests.kafka_agreement_stretch import compared
from tests.kafka_likeness import ANSWERED, FIGURES, KAFKA, MAPS, TOLD

if TYPE_CHECKING:
    from assignors.model import Group
    from tests.assignors.hosted.java.hosts import Open

GROUPS = 40
"""For each reference, of each of the families."""

FIXED = ("range", "roundrobin", "server-range")
"""Their rule leaves nothing to an order."""


@cache
def drawn(*families: str) -> list[Group]:
    """
    The groups, drawn once: that costs more than asking about them.
    """
    return [group for family in families for group in sample(family, GROUPS, seed=1)]


@pytest.mark.parametrize("name", KAFKA)
def test_a_reference_gives_kafkas_answer_wherever_that_is_valid(host: Open, name: str) -> None:
    """
    Where Kafka's class throws, goes round for ever or grants what another holds, it differs; nowhere else.
    """
    differing: dict[str, list[Group]] = {}
    groups = drawn(*ASKED_FOR)

    counted = compared(name, host(KAFKA[name]), groups, differing)

    assert len(groups) == counted.total()
    assert [] == differing.get(ANSWERED, [])


@pytest.mark.parametrize("name", FIXED)
def test_where_the_rule_fixes_the_answer_it_is_the_same_by_name(host: Open, name: str) -> None:
    """
    Member by member, whatever the order of hash tables.
    """
    groups = drawn(*ASKED_FOR)

    counted = compared(name, host(KAFKA[name]), groups, {})

    assert {MAPS: len(groups)} == counted


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_told_of_javas_order_the_sticky_classes_are_the_same_by_name(host: Open, name: str) -> None:
    """
    Members in the order of a hash map, ties as a hash set breaks them: nothing is left but to be the same.
    """
    groups = drawn("three-claimants")

    counted = compared(name, host(KAFKA[name]), groups, {})

    assert 0 == counted[FIGURES]
    assert 0 < counted[TOLD]
