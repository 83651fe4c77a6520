"""A small `python -m studies kafka_agreement`: the references agree with Kafka's newest release."""

from __future__ import annotations

from functools import cache

import pytest

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES
from studies.evidence.kafka_agreement import ASKED_FOR, compare_answers
from tests.assignors.hosted.real_hosts import Open
from tests.support.kafka.difference_causes import ENDLESS, UNKNOWN, cause_of
from tests.support.kafka.likeness import KAFKA, MAPS
from tests.support.sampling import sample

GROUPS = 40
"""For each reference and family."""

ELSEWHERE = tuple(family for family in FAMILIES if family not in ASKED_FOR)

FIXED = {"range", "roundrobin", "server-range"}
"""Their rules have no ties, so their answers are equal."""


@cache
def draw_groups(*families: str) -> list[Group]:
    """Draw the groups once for all tests."""
    return [group for family in families for group in sample(family, GROUPS, seed=1)]


def causes(name: str, kafka: Target, differing: dict[str, list[Group]]) -> set[str]:
    """Return why the two answers differ."""
    return {cause_of(name, kafka, group, kind) for kind, groups in differing.items() for group in groups}


@pytest.mark.parametrize("name", sorted(KAFKA.keys() - FIXED))
def test_references_agree_with_kafkas_valid_answers(host: Open, name: str) -> None:
    """They differ where Kafka's class throws, never ends or gives out an owned partition."""
    differing: dict[str, list[Group]] = {}
    groups = draw_groups(*ASKED_FOR)

    counted = compare_answers(name, host(KAFKA[name]), groups, differing)

    assert len(groups) == counted.total()
    assert {"an old claim", ENDLESS} >= causes(name, host(KAFKA[name]), differing)


@pytest.mark.integration
@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_every_other_difference_has_a_known_cause(host: Open, name: str) -> None:
    differing: dict[str, list[Group]] = {}

    compare_answers(name, host(KAFKA[name]), draw_groups(*ELSEWHERE), differing)

    found = causes(name, host(KAFKA[name]), differing)
    assert UNKNOWN not in found
    assert "a claim on a partition that does not exist" in found


@pytest.mark.parametrize("name", sorted(FIXED))
def test_answers_without_ties_are_equal_member_by_member(host: Open, name: str) -> None:
    groups = draw_groups(*ASKED_FOR)

    counted = compare_answers(name, host(KAFKA[name]), groups, {})

    assert {MAPS: len(groups)} == counted
