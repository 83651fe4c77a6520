from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.reference.claims import Claim
from kafka_assay.assignors.reference.constrained import (
    NobodyHasRoom,
    PrintedConstrained2PhaseAssignor,
    PrintedConstrained4PhaseAssignor,
    share_in_four_phases,
)
from kafka_assay.assignors.reference.sticky import StickyAssignor
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.ownership_patterns import (
    group_with_pattern,
    kept_of,
    loads_of,
    most_kept,
    ownership_patterns,
)


@pytest.mark.parametrize("name", ["constrained-2phase", "constrained-4phase"])
def test_every_pattern_is_assigned_completely_evenly_and_keeps_most(name: str) -> None:
    """All 12,364 patterns of up to five members and ten partitions."""
    wrong = []
    for partitions, counts in ownership_patterns():
        given = reference_assignor(name).assign(group_with_pattern(partitions, counts))
        loads = loads_of(given)
        fine = sum(loads) == partitions and max(loads) - min(loads) <= 1
        if not fine or kept_of(partitions, counts, given) != most_kept(partitions, counts):
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


def test_printed_text_gives_an_underloaded_member_one_partition_only() -> None:
    """Nine partitions, owned 0, 3, 3, 3: loads 1, 2, 3, 3. No smaller pattern is uneven."""
    uneven = []
    for partitions, counts in ownership_patterns():
        loads = loads_of(PrintedConstrained4PhaseAssignor().assign(group_with_pattern(partitions, counts)))
        if max(loads) - min(loads) > 1:
            uneven.append((len(counts), partitions, counts, loads))

    assert (4, 9, (0, 3, 3, 3), [1, 2, 3, 3]) == min(uneven)


def test_double_claims_can_leave_a_partition_unassigned() -> None:
    """As in Kafka 2.5.1, which threw IllegalStateException."""

    def all_that_is_claimed(claims: Sequence[Claim]) -> list[list[int]]:
        return [claim.numbers for claim in claims]

    group = question({"t": 3}, "A B", answer(A="t-0 t-1", B="t-0 t-1"))

    with pytest.raises(NobodyHasRoom):
        share_in_four_phases(group, all_that_is_claimed)
