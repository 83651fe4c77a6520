"""Kafka's classes, asked what the recorded answers ask, and compared with the references."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.judging.cause import smallest_group
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.registry import LAW_BY_ID
from studies.evidence.kafka_agreement import compare_answers
from tests.assignors.hosted.real_hosts import CLIENTS, COORDINATOR, Open, command_or_skip
from tests.assignors.reference.answers import as_sets
from tests.assignors.reference.test_golden import DIFFERENCES, golden
from tests.support.kafka.likeness import ENDLESS, MAPS, UNKNOWN, cause_of
from tests.support.newest_releases import ORIGINALS
from tests.support.sampling import sample


@pytest.mark.parametrize(
    ("target", "recorded", "name"),
    [
        pytest.param(ORIGINALS[name].replace("4.4.0", release), recorded, name, marks=marks)
        for release, recorded, marks in (
            ("4.0.0", "trunk-2024-10", pytest.mark.integration),
            ("4.4.0", "trunk-2024-10", pytest.mark.integration),
            ("4.4.0", "4.4.0", ()),
        )
        for name in sorted({line["assignor"] for line in golden(recorded)})
    ],
)
def test_kafka_gives_the_golden_answers(host: Open, target: str, recorded: str, name: str) -> None:
    """The topics of the coordinator's range may have any ids, because it handles each topic alone."""
    opened = host(target)
    lines = golden(recorded, name)

    answers = [as_sets(opened.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers


HANG = "hang"
AGES = {"C0": None, "C1": 1, "C2": None}


@pytest.mark.parametrize(
    "line",
    [line for line in DIFFERENCES if line["error"] != HANG],
    ids=lambda line: f"{line['assignor']}, {line['why']}",
)
def test_kafka_answers_or_fails_as_recorded(host: Open, line: Any) -> None:
    """It fails with the same exception."""
    given, error = None, None
    try:
        given = as_sets(host(ORIGINALS[line["assignor"]]).assign(group_from_json(line["group"])))
    except AssignorFailed as failure:
        error = failure.kind

    assert line["error"] == error
    assert (line["kafka"] and as_sets(line["kafka"])) == given


def test_reused_object_remembers_the_newest_generation(host: Open) -> None:
    """So C1, whose claim is outdated, counts as the previous owner instead of C2."""
    sticky = host(ORIGINALS["sticky"])
    everybody = {"C0": ["t0"], "C1": ["t1", "t0"], "C2": ["t0"]}
    plain = group_of({"t0": 1, "t1": 1}, everybody, {"C1": {"t0": [0]}, "C2": {"t0": [0]}})
    group = replace(plain, members=tuple(replace(one, generation=AGES[one.id]) for one in plain.members))
    newer = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [0]}}, generation=1000)

    fresh = sticky.assign(group)
    reused = sticky.reused_object()
    reused(newer)
    used = reused(group)

    assert {"C0": {}, "C1": {"t1": [0]}, "C2": {"t0": [0]}} == fresh
    assert {"C0": {"t0": [0]}, "C1": {"t1": [0]}, "C2": {}} == used


def test_kafka_still_never_answers() -> None:
    """No answer within two seconds for a group of four members."""
    line = next(line for line in DIFFERENCES if line["error"] == HANG)
    started = command_or_skip(ORIGINALS[line["assignor"]])
    hurried = replace(started, limits=Limits(start_seconds=120.0, call_seconds=2.0))

    with closing(HostTarget("sticky", hurried)) as target, pytest.raises(AssignorFailed) as failure:
        target.assign(group_from_json(line["group"]))

    assert HANG == failure.value.kind


UNIFORM = f"{COORDINATOR}:4.4.0:UniformAssignor"
SUBSCRIPTIONS = {"BB": ["t1", "t0"], "AaAa": ["t0"], "Aa": ["t1", "t2"]}
"""Three ids in one bucket of a hash map, which lists them in insertion order."""


@pytest.mark.parametrize("release", ["4.4.0", pytest.param("3.7.2", marks=pytest.mark.integration)])
def test_member_order_changes_no_coordinator_answer(host: Open, release: str) -> None:
    """The host fills the coordinator's map in the order of ids."""
    target = host(f"{COORDINATOR}:{release}:UniformAssignor")
    answers = [
        target.assign(group_of({"t0": 1, "t1": 1, "t2": 1}, {name: SUBSCRIPTIONS[name] for name in order}))
        for order in permutations(SUBSCRIPTIONS)
    ]

    assert [answers[0]] * 6 == answers


@pytest.mark.parametrize(
    ("target", "unordered"),
    [
        (UNIFORM, {"members"}),
        (f"{COORDINATOR}:4.4.0:RangeAssignor", {"members"}),
        (f"{CLIENTS}:4.4.0:RangeAssignor", set()),
    ],
)
def test_only_the_coordinator_lists_members_without_an_order(host: Open, target: str, unordered: set[str]) -> None:
    """A consumer that leads gets a list of members."""
    assert unordered == host(target).unordered_lists


def test_declared_failures_of_uniform_still_fail(host: Open) -> None:
    """If one holds, remove its declaration."""
    target = host(UNIFORM)
    broken = [
        failure.law
        for failure in target.expected_failures
        if any(find_breaks(target, LAW_BY_ID[failure.law], smallest_group(failure), family=failure.family))
    ]

    assert ["locally-balanced", "stable-group-moves-nothing"] == broken


GROUPS = 25
"""For each reference and family."""

EVERY_DAY = {"sticky", "range"}
"""References that `tox` compares. `tox run -e integration` compares all others."""

ASKED_FOR = (
    "clean",
    "overlapping-claims",
    "stale-claims",
    "three-claimants",
    "static-members",
    "racks",
    "many-small-topics",
)
"""The families in which the references promise to agree."""
ELSEWHERE = tuple(family for family in FAMILIES if family not in ASKED_FOR)

FIXED = {"range", "roundrobin", "server-range"}
"""Their rules have no ties, so their answers are equal."""


def names_of(references: Iterable[str]) -> list[ParameterSet]:
    """Return the names as parameters of a test, most of them with the mark `integration`."""
    return [
        pytest.param(name, marks=() if name in EVERY_DAY else pytest.mark.integration) for name in sorted(references)
    ]


@cache
def draw_groups(*families: str) -> list[Group]:
    """Draw the groups once for all tests."""
    return [group for family in families for group in sample(family, GROUPS, seed=1)]


def causes(name: str, kafka: Target, differing: dict[str, list[Group]]) -> set[str]:
    """Return why the two answers differ."""
    return {cause_of(name, kafka, group, kind) for kind, groups in differing.items() for group in groups}


@pytest.mark.parametrize("name", names_of(ORIGINALS.keys() - FIXED))
def test_references_agree_with_kafkas_valid_answers(host: Open, name: str) -> None:
    """They differ where Kafka's class throws, never ends or gives out an owned partition."""
    differing: dict[str, list[Group]] = {}
    groups = draw_groups(*ASKED_FOR)

    counted = compare_answers(name, host(ORIGINALS[name]), groups, differing)

    assert len(groups) == counted.total()
    assert {"an old claim", ENDLESS} >= causes(name, host(ORIGINALS[name]), differing)


@pytest.mark.integration
@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_every_other_difference_has_a_known_cause(host: Open, name: str) -> None:
    differing: dict[str, list[Group]] = {}

    compare_answers(name, host(ORIGINALS[name]), draw_groups(*ELSEWHERE), differing)

    found = causes(name, host(ORIGINALS[name]), differing)
    assert UNKNOWN not in found
    assert "a claim on a partition that does not exist" in found


@pytest.mark.parametrize("name", names_of(FIXED))
def test_answers_without_ties_are_equal_member_by_member(host: Open, name: str) -> None:
    groups = draw_groups(*ASKED_FOR)

    counted = compare_answers(name, host(ORIGINALS[name]), groups, {})

    assert {MAPS: len(groups)} == counted
