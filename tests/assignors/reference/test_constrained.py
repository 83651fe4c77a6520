from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.reference.claims import Claim
from kafka_assay.assignors.reference.constrained import (
    Constrained2PhaseAssignor,
    Constrained4PhaseAssignor,
    NobodyHasRoom,
    PrintedConstrained2PhaseAssignor,
    PrintedConstrained4PhaseAssignor,
    share_in_four_phases,
)
from kafka_assay.assignors.reference.known_failures import TIE_BELOW_THE_NEWEST
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


def test_tie_below_the_newest_claim_changes_nothing() -> None:
    """`sticky` takes the partition from its owner here."""
    group = group_from_json(json.loads(TIE_BELOW_THE_NEWEST))

    given = Constrained2PhaseAssignor().assign(group)

    assert answer(a="", b="", c="t-0") == given


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


def test_printed_text_assigns_in_blocks_ordered_by_id() -> None:
    """t0:3 and t1:3 over two members."""
    given = PrintedConstrained2PhaseAssignor().assign(question({"t0": 3, "t1": 3}, "A B"))

    assert answer(A="t0-0 t0-1 t1-0", B="t0-2 t1-1 t1-2") == given


@pytest.mark.parametrize(
    ("partitions", "counts", "expected"),
    [
        (1, (0, 0), {"C0": "", "C1": ""}),
        (3, (1, 1), {"C0": "t0-0", "C1": "t0-1"}),
        (2, (2, 0, 0), {"C0": "t0-0", "C1": "", "C2": ""}),
    ],
)
def test_printed_text_loses_partitions_without_a_taker(
    partitions: int, counts: tuple[int, ...], expected: dict[str, str]
) -> None:
    """Fewer partitions than members; all members at an even share; one member that owns all."""
    assert answer(**expected) == PrintedConstrained2PhaseAssignor().assign(group_with_pattern(partitions, counts))


@pytest.mark.parametrize("rule", ["2phase", "2phase@printed", "4phase", "4phase@printed"])
def test_other_subscriptions_get_the_answer_of_sticky(rule: str) -> None:
    """So does a group without members."""
    unequal = question({"t": 3, "u": 4}, {"A": "t", "B": "t u", "C": "u"}, answer(A="t-1 t-2", B="u-0", C="u-0 u-3"))
    for group in (unequal, Group(topics=(), members=())):
        assert StickyAssignor().assign(group) == reference_assignor(f"constrained-{rule}").assign(group)


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
