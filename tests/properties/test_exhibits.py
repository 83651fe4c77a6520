"""Tests that a short search finds the faults of each exhibit and shrinks them to the smallest group."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import stickiness, valid_owners
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.input_families import GIVEN
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.assignors.reference.answers import answer, question
from tests.properties.verdicts import case_of

pytestmark = pytest.mark.generative

HOURS = 3600.0


def smallest(name: str, law: str, family: str, seed: int = 0) -> Case:
    """The smallest counterexample that a short search finds."""
    with closing(open_target(name)) as target:
        record = check(target, laws=[LAW_BY_ID[law]], families=[family], examples=400, seconds=HOURS, seed=seed)
    (cell,) = record.cells
    return case_of(cell)


def claims_of(group: Group) -> dict[str, list[str]]:
    """Member -> what it claims."""
    return {member.id: [f"{topic}-{partition}" for topic, partition in member.claims()] for member in group.members}


def breaks(name: str, law: str, group: Group) -> bool:
    """Whether the exhibit breaks the law on this group."""
    with closing(open_target(name)) as target:
        return any(find_breaks(target, LAW_BY_ID[law], group, family=GIVEN))


def test_printed_two_phases_lose_a_partition() -> None:
    case = smallest("constrained-2phase@printed", "nothing-left-out", "clean")

    assert question({"t0": 1}, "C0 C1").members == case.group.members
    assert answer(C0="", C1="") == case.steps[0].assignment


def test_printed_four_phases_are_uneven() -> None:
    """Four members own 0, 3, 3 and 3 of nine partitions and get 1, 2, 3 and 3."""
    case = smallest("constrained-4phase@printed", "even-when-equal", "clean", seed=8)

    assert (4, 9) == (len(case.group.members), case.group.topics[0].partitions)
    assert [0, 3, 3, 3] == sorted(len(member.claims()) for member in case.group.members)
    given = case.steps[0].assignment or {}
    assert [1, 2, 3, 3] == sorted(len(mine.get("t0", [])) for mine in given.values())


def test_kip54_assigns_a_partition_twice() -> None:
    """The published example has one partition more."""
    case = smallest("sticky@kip54", "one-owner-each", "overlapping-claims")

    assert {"C0": ["t0-0"], "C1": ["t0-0"]} == claims_of(case.group)
    assert answer(C0="t0-0", C1="t0-0") == case.steps[0].assignment
    assert breaks("sticky@kip54", "one-owner-each", question({"t0": 2}, "C0 C1", answer(C0="t0-0", C1="t0-0")))


def test_kip341_resolves_a_tie_by_the_order_of_members() -> None:
    """In Kafka it was the order of a hash map. No law forbids it, because what tied claims count is a policy."""
    tied = question({"t0": 2}, "C0 C1", answer(C0="t0-1", C1="t0-0 t0-1"))
    turned = replace(tied, members=tied.members[::-1])
    owners = valid_owners(tied)

    moves = [stickiness(owners, reference_assignor("sticky@kip341").assign(group)).moved for group in (tied, turned)]

    assert [0, 1] == moves
    assert not breaks("sticky@kip341", "order-does-not-matter", tied)


def test_kip341_makes_a_needless_move_for_a_stale_claim() -> None:
    """C0 gets back its old partition from C1, then C2 needs another: two moves where one is enough."""
    case = smallest("sticky@kip341", "newest-claim-wins", "stale-claims", seed=2)

    assert (3, 4) == (len(case.group.members), case.group.topics[0].partitions)
    assert [0, 1, 3] == sorted(len(mine) for mine in claims_of(case.group).values())
    assert (2, 1) == (case.facts["moves"], case.facts["moves_without"])


def test_kafka9987_moves_an_uncontested_older_claim() -> None:
    """KAFKA-14639 fixed it: an uncontested older claim is kept."""
    case = smallest("sticky@kafka9987", "needless-moves-when-equal", "stale-claims", seed=1)

    assert (2, 3) == (len(case.group.members), case.group.topics[0].partitions)
    assert [1, 1] == sorted(len(mine) for mine in claims_of(case.group).values())
    assert (1, 0) == (case.facts["moves"], case.facts["optimal_moves"])


def test_kafka9987_assigns_a_partition_with_tied_claims_twice() -> None:
    """With three partitions Kafka threw. KAFKA-12984 fixed it: such a partition is taken from both."""
    laws = ("one-owner-each", "returns-an-answer")

    twice, none = (smallest("sticky@kafka9987", law, "overlapping-claims") for law in laws)

    assert {"C0": ["t0-0"], "C1": ["t0-0"]} == claims_of(twice.group)
    assert (2, 3) == (len(none.group.members), none.group.topics[0].partitions)
    assert "NobodyHasRoom" == none.facts["error"]
