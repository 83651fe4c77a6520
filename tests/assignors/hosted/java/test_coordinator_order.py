from __future__ import annotations

from itertools import permutations

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.judging.expected_failures import smallest_group
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.registry import LAW_BY_ID
from tests.assignors.hosted.java.hosts import NEWEST, NEWEST_COORDINATOR, OLDEST_COORDINATOR, Open

UNIFORM = f"{NEWEST_COORDINATOR}:UniformAssignor"
SUBSCRIPTIONS = {"BB": ["t1", "t0"], "AaAa": ["t0"], "Aa": ["t1", "t2"]}
"""Three ids in one bucket of a hash map, which lists them in insertion order."""


@pytest.mark.parametrize("release", [NEWEST_COORDINATOR, OLDEST_COORDINATOR])
def test_member_order_changes_no_coordinator_answer(host: Open, release: str) -> None:
    """The host fills the coordinator's map in the order of ids."""
    target = host(f"{release}:UniformAssignor")
    answers = [
        target.assign(group_of({"t0": 1, "t1": 1, "t2": 1}, {name: SUBSCRIPTIONS[name] for name in order}))
        for order in permutations(SUBSCRIPTIONS)
    ]

    assert [answers[0]] * 6 == answers


@pytest.mark.parametrize(
    ("target", "unordered"),
    [(UNIFORM, {"members"}), (f"{NEWEST_COORDINATOR}:RangeAssignor", {"members"}), (f"{NEWEST}:RangeAssignor", set())],
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
