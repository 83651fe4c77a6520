"""The four phases of KAFKA-9987: whole, and as printed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.reference.constrained.constrained_4phase import (
    Constrained4PhaseAssignor,
    NobodyHasRoom,
    PrintedConstrained4PhaseAssignor,
    share_in_four_phases,
)
from kafka_assay.assignors.reference.sticky.claims import Claim
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.ownership_patterns import kept_of, loads_of, most_kept, ownership_patterns, owning


def test_short_members_are_filled_in_turn() -> None:
    """Phase 2 gives one partition each, round after round, in the order of (topic, id)."""
    given = Constrained4PhaseAssignor().assign(question({"t0": 3, "t1": 3}, "A B"))

    assert answer(A="t0-0 t0-2 t1-1", B="t0-1 t1-0 t1-2") == given


def test_what_is_left_goes_to_those_with_an_even_share_in_the_order_of_their_queue() -> None:
    """Phase 4: first B, which arrived with an even share, not A, which had to be filled."""
    given = Constrained4PhaseAssignor().assign(question({"t": 5}, "A B", answer(B="t-0 t-1")))

    assert answer(A="t-2 t-3", B="t-0 t-1 t-4") == given


def test_the_rich_give_the_first_partition_that_they_name() -> None:
    """Phase 3 takes from the front of the list as the member sent it, whatever the ids."""
    given = Constrained4PhaseAssignor().assign(question({"t": 3}, "A B", {"B": {"t": [2, 0, 1]}}))

    assert answer(A="t-1", B="t-0 t-2") == given


def test_every_ownership_pattern_is_shared_out_whole_evenly_and_with_the_most_kept() -> None:
    """Over all 12,364 patterns of up to five members and ten partitions."""
    wrong = []
    for partitions, counts in ownership_patterns():
        given = Constrained4PhaseAssignor().assign(owning(partitions, counts))
        loads = loads_of(given)
        fine = sum(loads) == partitions and max(loads) - min(loads) <= 1
        if not fine or kept_of(partitions, counts, given) != most_kept(partitions, counts):
            wrong.append((partitions, counts, given))

    assert [] == wrong


def test_the_printed_text_lets_a_short_member_take_one_partition_only() -> None:
    """Four members, nine partitions, owned 0, 3, 3, 3: loads 1, 2, 3, 3. No smaller pattern is uneven."""
    uneven = []
    for partitions, counts in ownership_patterns():
        loads = loads_of(PrintedConstrained4PhaseAssignor().assign(owning(partitions, counts)))
        if max(loads) - min(loads) > 1:
            uneven.append((len(counts), partitions, counts, loads))

    assert (4, 9, (0, 3, 3, 3), [1, 2, 3, 3]) == min(uneven)


def test_only_equal_subscriptions_can_be_counted() -> None:
    """Other groups are no question for it; a group without members has an answer."""
    with pytest.raises(ValueError, match="equal subscriptions"):
        Constrained4PhaseAssignor().assign(question({"t": 1, "u": 1}, {"A": "t", "B": "t u"}))
    assert {} == Constrained4PhaseAssignor().assign(Group(topics=(), members=()))


def test_claims_that_count_twice_can_leave_a_partition_without_a_taker() -> None:
    """As in Kafka 2.5.1, which threw IllegalStateException: two members hold 0 and 1 both, and 2 is left."""

    def all_that_is_claimed(claims: Sequence[Claim]) -> list[list[int]]:
        return [claim.numbers for claim in claims]

    group = question({"t": 3}, "A B", answer(A="t-0 t-1", B="t-0 t-1"))

    with pytest.raises(NobodyHasRoom):
        share_in_four_phases(group, all_that_is_claimed)
