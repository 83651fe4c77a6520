from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.assignors.reference.constrained.constrained_4phase import (
    Constrained4PhaseAssignor,
    NobodyHasRoom,
    PrintedConstrained4PhaseAssignor,
    share_in_four_phases,
)
from kafka_assay.assignors.reference.sticky.claims import Claim
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.ownership_patterns import (
    group_with_pattern,
    kept_of,
    loads_of,
    most_kept,
    ownership_patterns,
)


def test_underloaded_members_are_filled_in_turn() -> None:
    """Phase 2 gives one partition at a time, in the order of (topic, id)."""
    given = Constrained4PhaseAssignor().assign(question({"t0": 3, "t1": 3}, "A B"))

    assert answer(A="t0-0 t0-2 t1-1", B="t0-1 t1-0 t1-2") == given


def test_phase_4_serves_members_in_queue_order() -> None:
    """B had an even share at the start, so it comes before A, which phase 2 filled."""
    given = Constrained4PhaseAssignor().assign(question({"t": 5}, "A B", answer(B="t-0 t-1")))

    assert answer(A="t-2 t-3", B="t-0 t-1 t-4") == given


def test_phase_3_takes_the_first_partition_in_the_members_list() -> None:
    given = Constrained4PhaseAssignor().assign(question({"t": 3}, "A B", {"B": {"t": [2, 0, 1]}}))

    assert answer(A="t-1", B="t-0 t-2") == given


def test_every_pattern_is_assigned_completely_evenly_and_keeps_most() -> None:
    """All 12,364 patterns of up to five members and ten partitions."""
    wrong = []
    for partitions, counts in ownership_patterns():
        given = Constrained4PhaseAssignor().assign(group_with_pattern(partitions, counts))
        loads = loads_of(given)
        fine = sum(loads) == partitions and max(loads) - min(loads) <= 1
        if not fine or kept_of(partitions, counts, given) != most_kept(partitions, counts):
            wrong.append((partitions, counts, given))

    assert [] == wrong


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
