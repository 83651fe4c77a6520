"""
The exhibits' faults are found by the laws: a short search meets each, and shrinks it to the smallest group.

Historic rules and printed texts are kept for their faults, so a break of theirs is a finding, not an expected failure.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import stickiness, valid_owners
from kafka_assay.assignors.registry import is_exhibit, reference_assignor, reference_names
from kafka_assay.properties.judging.evidence import find_evidence
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.ownership_patterns import owning

pytestmark = pytest.mark.generative

HOURS = 3600.0


def smallest(name: str, law: str, family: str, seed: int = 0) -> Case:
    """The smallest counterexample that a short search finds."""
    with closing(open_target(name)) as target:
        record = check(target, laws=[LAW_BY_ID[law]], families=[family], examples=100, seconds=HOURS, seed=seed)
    (cell,) = record.cells
    assert cell.counterexample is not None, f"{name} keeps {law} on {cell.examples} groups of {family}"
    return cell.counterexample


def claimed(group: Group) -> dict[str, list[str]]:
    """Member -> what it claims."""
    return {member.id: [f"{topic}-{partition}" for topic, partition in member.claims()] for member in group.members}


def breaks(name: str, law: str, group: Group) -> bool:
    """Whether the exhibit breaks the law on this group."""
    with closing(open_target(name)) as target:
        return find_evidence(target, LAW_BY_ID[law], group) is not None


def test_every_exhibit_is_here() -> None:
    """Each has its test below, and none declares its faults beforehand."""
    exhibits = [name for name in reference_names() if is_exhibit(name)]

    assert {
        "constrained-2phase@printed", "constrained-4phase@printed", "sticky@kafka9987", "sticky@kip341", "sticky@kip54",
    } == set(exhibits)  # fmt: skip
    assert all(not getattr(reference_assignor(name), "expected_failures", ()) for name in exhibits)


def test_the_printed_two_phases_lose_a_partition() -> None:
    """Two members, one partition, nothing owned: it goes to nobody."""
    case = smallest("constrained-2phase@printed", "nothing-left-out", "clean")

    assert question({"t0": 1}, "C0 C1").members == case.group.members
    assert answer(C0="", C1="") == case.steps[0].assignment


@pytest.mark.parametrize(("partitions", "counts"), [(3, (1, 1)), (2, (2, 0, 0))])
def test_the_printed_two_phases_lose_a_partition_elsewhere_too(partitions: int, counts: tuple[int, ...]) -> None:
    """Where there is at least one for each member, and where every partition has an owner."""
    assert breaks("constrained-2phase@printed", "nothing-left-out", owning(partitions, counts))


def test_the_printed_four_phases_are_uneven() -> None:
    """Four members, nine partitions, owned 0, 3, 3 and 3: loads 1, 2, 3 and 3."""
    case = smallest("constrained-4phase@printed", "even-when-equal", "clean", seed=8)

    assert (4, 9) == (len(case.group.members), case.group.topics[0].partitions)
    assert [0, 3, 3, 3] == sorted(len(member.claims()) for member in case.group.members)
    given = case.steps[0].assignment or {}
    assert [1, 2, 3, 3] == sorted(len(mine.get("t0", [])) for mine in given.values())


def test_kip54_assigns_a_partition_twice() -> None:
    """Two members claim the only partition, and both keep it; the known example has one partition more."""
    case = smallest("sticky@kip54", "one-owner-each", "overlapping-claims")

    assert {"C0": ["t0-0"], "C1": ["t0-0"]} == claimed(case.group)
    assert answer(C0="t0-0", C1="t0-0") == case.steps[0].assignment
    assert breaks("sticky@kip54", "one-owner-each", question({"t0": 2}, "C0 C1", answer(C0="t0-0", C1="t0-0")))


def test_kip54_assigns_a_partition_twice_to_a_member_that_was_away_too() -> None:
    """No generation is read, so a claim of long ago counts as much as one of today."""
    case = smallest("sticky@kip54", "one-owner-each", "stale-claims")

    assert {"C0": ["t0-0"], "C1": ["t0-0"]} == claimed(case.group)
    assert 2 == len({member.claimed_generation() for member in case.group.members})


def test_with_kip341_the_order_of_the_members_decides_a_tie() -> None:
    """
    Two claim t0-0 at one generation, and one of them t0-1 too: as the members come, something moves or nothing. In
    Kafka it was the order of a hash map. No law condemns it: what tied claims are worth is a policy, and KAFKA-12984,
    which takes such a partition from both, is another one.
    """
    tied = question({"t0": 2}, "C0 C1", answer(C0="t0-1", C1="t0-0 t0-1"))
    turned = replace(tied, members=tied.members[::-1])
    owners = valid_owners(tied)

    moves = [stickiness(owners, reference_assignor("sticky@kip341").assign(group)).moved for group in (tied, turned)]

    assert [0, 1] == moves
    assert not breaks("sticky@kip341", "order-does-not-matter", tied)


def test_with_kip341_an_older_claim_costs_a_move() -> None:
    """
    C1 owns three of four partitions, which C0 and C2 do not; C0 owned one of them before. It gets that back although
    C2 has less, and then C2 needs another one: two moves, where one would do. Without the older claim one does.
    """
    case = smallest("sticky@kip341", "newest-claim-wins", "stale-claims", seed=2)

    assert (3, 4) == (len(case.group.members), case.group.topics[0].partitions)
    assert [0, 1, 3] == sorted(len(mine) for mine in claimed(case.group).values())
    assert (2, 1) == (case.facts["moves"], case.facts["moves_without"])


def test_with_kafka9987_a_member_that_was_away_loses_what_nobody_contests() -> None:
    """
    Three partitions, two owned, at different generations: the older owner's counts for nothing, and goes to the other.
    A fault: a move that brings nothing; KAFKA-14639 lets older claims hold what nobody claims since.
    """
    case = smallest("sticky@kafka9987", "needless-moves-when-equal", "stale-claims", seed=1)

    assert (2, 3) == (len(case.group.members), case.group.topics[0].partitions)
    assert [1, 1] == sorted(len(mine) for mine in claimed(case.group).values())
    assert (1, 0) == (case.facts["moves"], case.facts["optimal_moves"])


def test_with_kafka9987_claims_of_one_generation_count_twice() -> None:
    """
    The only partition has two owners; with three, two of them claimed twice, the last finds no taker, where Kafka
    threw. A fault: two readers, or no assignment for anybody; KAFKA-12984 takes such partitions from both.
    """
    twice = smallest("sticky@kafka9987", "one-owner-each", "overlapping-claims")
    none = smallest("sticky@kafka9987", "returns-an-answer", "overlapping-claims")

    assert {"C0": ["t0-0"], "C1": ["t0-0"]} == claimed(twice.group)
    assert (2, 3) == (len(none.group.members), none.group.topics[0].partitions)
    assert "NobodyHasRoom" == none.facts["error"]
