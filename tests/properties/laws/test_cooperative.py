"""Tests of `kafka_assay.properties.laws.cooperative`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from tests.properties.verdicts import broken, dealt, two_members, verdict_of, verdict_on

JOINED = two_members(2, a=[0, 1])


def swaps(group: Group) -> Assignment:
    """Changes its mind in every round."""
    holds = group.members[0].claims() == [("t", 0)]
    return {"a": {"t": [1]}, "b": {"t": [0]}} if holds else {"a": {"t": [0]}, "b": {"t": [1]}}


@pytest.mark.parametrize("law", ["no-double-ownership", "settles"])
def test_giving_up_first_and_handing_out_then_keeps_both(law: str) -> None:
    """What b shall have is withheld for a round, and granted in the next."""
    assert Kept() == verdict_of(law, JOINED, reference_assignor("cooperative-sticky").assign, cooperative=True)


def test_granting_at_once_what_another_holds_breaks_it() -> None:
    """The partition, who holds it, who was granted it, and in which round."""
    facts = broken(verdict_of("no-double-ownership", JOINED, dealt, cooperative=True))

    assert {
        "granted": [{"topic": "t", "partition": 1, "holder": "a", "to": ["b"]}],
        "count": 1,
        "round": 1,
    } == facts


def test_a_given_round_is_judged() -> None:
    """One round's answer is enough to see that somebody was granted what another holds."""
    answer: Assignment = {"a": {"t": [0]}, "b": {"t": [1]}}

    assert isinstance(verdict_on("no-double-ownership", JOINED, answer), Broken)


def test_taking_from_a_stale_claimant_is_right() -> None:
    """A claim of an older generation is no ownership: its partition may be granted at once."""
    stale = replace(
        two_members(1, a=[0], b=[0]),
        members=(JOINED.members[0], replace(two_members(1, b=[0]).members[1], generation=7)),
    )

    assert Kept() == verdict_on("no-double-ownership", stale, {"a": {}, "b": {"t": [0]}})


def test_a_disputed_partition_is_held_by_nobody() -> None:
    """Two claims of one generation void each other."""
    assert Kept() == verdict_on("no-double-ownership", two_members(1, a=[0], b=[0]), {"a": {"t": [0]}, "b": {}})


def test_an_assignor_that_never_rests_breaks_settles() -> None:
    """After six rounds of two members the search ends, and the last moves are told."""
    facts = broken(verdict_of("settles", two_members(2), swaps, cooperative=True))

    assert (6, 2) == (facts["rounds"], facts["count"])


def test_where_somebody_cannot_say_what_he_holds_nobody_is_held_to_rest() -> None:
    """A cooperative member that speaks version 0 of the subscription."""
    group = two_members(2)
    old = replace(group, members=(replace(group.members[0], metadata_version=0), group.members[1]))
    promises = frozenset({Promise.COOPERATIVE})

    assert LAW_BY_ID["settles"].is_asked_of(promises, group)
    assert not LAW_BY_ID["settles"].is_asked_of(promises, old)


@pytest.mark.parametrize("law", ["no-double-ownership", "settles"])
def test_a_failure_on_the_way_decides_nothing(law: str) -> None:
    """Whether the rounds would have ended well, nobody knows."""

    def fails_later(group: Group) -> Assignment:
        if group.members[0].generation != 1:
            raise AssignorFailed("crash", "exit code -11")
        return {"a": {"t": [0]}, "b": {}}

    assert isinstance(verdict_of(law, JOINED, fails_later, cooperative=True), Undecided)
