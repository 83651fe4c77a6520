"""The constrained rules on all 12,364 ways in which one to five members can own parts of up to ten partitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.claims import Claim
from kafka_assay.assignors.reference.constrained import (
    NobodyHasRoom,
    PrintedConstrained2PhaseAssignor,
    share_in_four_phases,
)
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import answer, question

MOST_MEMBERS, MOST_PARTITIONS = 5, 10


def ownership_patterns() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the number of partitions, and how many each member owns. The rest has no owner."""
    for members in range(1, MOST_MEMBERS + 1):
        for partitions in range(MOST_PARTITIONS + 1):
            for counts in _counts(members, partitions):
                yield partitions, counts


def _counts(members: int, most: int) -> Iterator[tuple[int, ...]]:
    if not members:
        yield ()
        return
    for first in range(most + 1):
        for others in _counts(members - 1, most - first):
            yield first, *others


def group_with_pattern(partitions: int, counts: tuple[int, ...]) -> Group:
    """Return the group: C0 owns the first partitions of t0, C1 the next ones, and so on."""
    owned: Assignment = {}
    given = 0
    for member, count in enumerate(counts):
        if count:
            owned[f"C{member}"] = {"t0": list(range(given, given + count))}
        given += count
    return question({"t0": partitions}, " ".join(f"C{member}" for member in range(len(counts))), owned)


def loads_of(answer: Assignment) -> list[int]:
    """Return the members' loads, in the order of their names."""
    return [len(answer[member].get("t0", [])) for member in sorted(answer)]


def kept_of(group: Group, answer: Assignment) -> int:
    """Return how many partitions stay with their owner."""
    return sum(claim.partition in answer[one.id].get("t0", []) for one in group.members for claim in one.claims())


def most_kept(partitions: int, counts: tuple[int, ...]) -> int:
    """Return how many partitions can stay at even loads: each member's share, and the extras."""
    least, extras = divmod(partitions, len(counts))
    return sum(min(count, least) for count in counts) + min(extras, sum(count > least for count in counts))


@pytest.mark.parametrize("name", ["constrained-2phase", "constrained-4phase"])
def test_every_pattern_is_assigned_completely_evenly_and_keeps_most(name: str) -> None:
    """All 12,364 patterns of up to five members and ten partitions."""
    wrong = []
    for partitions, counts in ownership_patterns():
        group = group_with_pattern(partitions, counts)
        given = reference_assignor(name).assign(group)
        loads = loads_of(given)
        fine = sum(loads) == partitions and max(loads) - min(loads) <= 1
        if not fine or kept_of(group, given) != most_kept(partitions, counts):
            wrong.append((partitions, counts, given))

    assert [] == wrong


def test_printed_text_loses_partitions_in_1264_patterns() -> None:
    """Of 12,364. It assigns everything else evenly."""
    losing, uneven, otherwise = 0, [], []
    for partitions, counts in ownership_patterns():
        loads = loads_of(PrintedConstrained2PhaseAssignor().assign(group_with_pattern(partitions, counts)))
        least, remainder = divmod(partitions, len(counts))
        below = sum(count < least for count in counts)
        kept_most = min(remainder, sum(count > least for count in counts))
        lost = partitions - sum(loads)
        losing += lost > 0
        if lost != max(0, remainder - kept_most - below):
            otherwise.append((partitions, counts, loads))
        if max(loads) - min(loads) > 1:
            uneven.append((partitions, counts, loads))

    assert (1_264, [], []) == (losing, uneven, otherwise)


@pytest.mark.parametrize("rule", ["2phase", "2phase@printed", "4phase", "4phase@printed"])
def test_other_subscriptions_get_the_answer_of_sticky(rule: str) -> None:
    """So does a group without members."""
    unequal = question({"t": 3, "u": 4}, {"A": "t", "B": "t u", "C": "u"}, answer(A="t-1 t-2", B="u-0", C="u-0 u-3"))
    for group in (unequal, Group(topics=(), members=())):
        assert StickyAssignor().assign(group) == reference_assignor(f"constrained-{rule}").assign(group)


def test_double_claims_can_leave_a_partition_unassigned() -> None:
    """As in Kafka 2.5.1, which threw IllegalStateException."""

    def all_that_is_claimed(claims: Sequence[Claim]) -> list[list[int]]:
        return [claim.numbers for claim in claims]

    group = question({"t": 3}, "A B", answer(A="t-0 t-1", B="t-0 t-1"))

    with pytest.raises(NobodyHasRoom):
        share_in_four_phases(group, all_that_is_claimed)
