"""A small `python -m studies kafka_agreement`: the references agree with Kafka's newest release."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.input_families import FAMILIES
from studies.evidence.kafka_agreement import ASKED_FOR, compare_answers
from tests.assignors.hosted.real_hosts import Open
from tests.support.kafka.difference_causes import ENDLESS, UNKNOWN, cause_of
from tests.support.kafka.likeness import KAFKA, MAPS, TOLD, TOLD_UNLIKE
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


@pytest.mark.parametrize("name", ["sticky", "server-uniform"])
def test_answers_with_ties_are_equal_given_kafkas_order(host: Open, name: str) -> None:
    """Members in hash map order, ties broken as a hash set does."""
    groups = draw_groups("three-claimants")

    counted = compare_answers(name, host(KAFKA[name]), groups, {})

    assert 0 < counted[TOLD] + counted[TOLD_UNLIKE]


@pytest.mark.parametrize("release", [pytest.param("4.0.1", marks=pytest.mark.integration), "4.4.0"])
def test_uniform_is_equal_where_ids_sort_as_they_hash(host: Open, release: str) -> None:
    """Members A to H, one topic of at most twelve partitions."""
    random = Random(18688)
    kafka = host(f"maven:org.apache.kafka:kafka-group-coordinator:{release}:UniformAssignor")
    groups = [lettered_group(random) for _ in range(300)]

    counted = compare_answers("server-uniform", kafka, groups, {})

    assert {MAPS: 300} == counted


def lettered_group(random: Random) -> Group:
    """Return a group whose members have one letter each and own some of their topic's partitions."""
    members = "ABCDEFGH"[: random.randint(1, 8)]
    partitions = random.randint(1, 12)
    owned: dict[str, dict[str, list[int]]] = {}
    for partition in range(partitions):
        if random.random() < 0.6:
            owned.setdefault(random.choice(members), {}).setdefault("t", []).append(partition)
    return group_of({"t": partitions}, {name: ["t"] for name in members}, owned, generation=1)
