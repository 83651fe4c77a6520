from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.verdicts import broken_facts, deals_in_turn, two_members, verdict_of

JOINED = two_members(2, a=[0, 1])


def changes_every_round(group: Group) -> Assignment:
    """An assignor that changes its answer in every round."""
    holds = group.members[0].claims() == [("t", 0)]
    return {"a": {"t": [1]}, "b": {"t": [0]}} if holds else {"a": {"t": [0]}, "b": {"t": [1]}}


@pytest.mark.parametrize("law", ["no-double-ownership", "settles"])
def test_withhold_then_assign_keeps_both_laws(law: str) -> None:
    assert Kept() == verdict_of(law, JOINED, reference_assignor("cooperative-sticky").assign, cooperative=True)


def test_assigning_a_held_partition_at_once_is_named_with_its_round() -> None:
    facts = broken_facts(verdict_of("no-double-ownership", JOINED, deals_in_turn, cooperative=True))

    assert {
        "granted": [{"topic": "t", "partition": 1, "holder": "a", "to": ["b"]}],
        "count": 1,
        "round": 1,
    } == facts


def test_assignor_that_never_settles_breaks_settles() -> None:
    """For two members the search ends after six rounds."""
    facts = broken_facts(verdict_of("settles", two_members(2), changes_every_round, cooperative=True))

    assert (6, 2) == (facts["rounds"], facts["count"])


def test_settles_is_not_checked_with_a_member_of_version_0() -> None:
    group = two_members(2)
    old = replace(group, members=(replace(group.members[0], metadata_version=0), group.members[1]))
    promises = frozenset({Promise.COOPERATIVE})

    assert LAW_BY_ID["settles"].is_asked_of(promises, group)
    assert not LAW_BY_ID["settles"].is_asked_of(promises, old)


@pytest.mark.parametrize("law", ["no-double-ownership", "settles"])
def test_failure_in_a_later_round_leaves_settles_undecided(law: str) -> None:
    def fails_later(group: Group) -> Assignment:
        if group.members[0].generation != 1:
            raise AssignorFailed("crash", "exit code -11")
        return {"a": {"t": [0]}, "b": {}}

    assert isinstance(verdict_of(law, JOINED, fails_later, cooperative=True), Undecided)
