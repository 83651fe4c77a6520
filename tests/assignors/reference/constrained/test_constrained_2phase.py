"""The two phases of KAFKA-12464: whole, and as printed."""

from __future__ import annotations

import json

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.reference.constrained.constrained_2phase import (
    Constrained2PhaseAssignor,
    PrintedConstrained2PhaseAssignor,
)
from kafka_assay.assignors.reference.known_failures.three_claimants import TIE_BELOW_THE_NEWEST
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.ownership_patterns import kept_of, loads_of, most_kept, ownership_patterns, owning


def test_every_ownership_pattern_is_shared_out_whole_evenly_and_with_the_most_kept() -> None:
    """Over all 12,364 patterns of up to five members and ten partitions."""
    wrong = []
    for partitions, counts in ownership_patterns():
        given = Constrained2PhaseAssignor().assign(owning(partitions, counts))
        loads = loads_of(given)
        fine = sum(loads) == partitions and max(loads) - min(loads) <= 1
        if not fine or kept_of(partitions, counts, given) != most_kept(partitions, counts):
            wrong.append((partitions, counts, given))

    assert [] == wrong


def test_a_tie_below_the_newest_claim_does_no_harm() -> None:
    """Where `sticky` takes a partition from the member that plainly owns it."""
    group = group_from_json(json.loads(TIE_BELOW_THE_NEWEST))

    given = Constrained2PhaseAssignor().assign(group)

    assert answer(a="", b="", c="t-0") == given


def test_the_printed_text_loses_partitions_in_one_pattern_of_ten() -> None:
    """
    1,264 of 12,364 patterns, and as many partitions as the remainder exceeds those who kept `most` or were to be
    filled; everything else it shares out evenly.
    """
    losing, uneven, otherwise = 0, [], []
    for partitions, counts in ownership_patterns():
        loads = loads_of(PrintedConstrained2PhaseAssignor().assign(owning(partitions, counts)))
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


def test_the_printed_text_deals_in_blocks_and_by_id_first() -> None:
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
def test_the_printed_text_loses_what_nobody_is_to_take(
    partitions: int, counts: tuple[int, ...], expected: dict[str, str]
) -> None:
    """Fewer partitions than members; everybody exactly at an even share; one member that owns all."""
    assert answer(**expected) == PrintedConstrained2PhaseAssignor().assign(owning(partitions, counts))


def test_only_equal_subscriptions_can_be_counted() -> None:
    """Other groups are no question for either; a group without members has an answer."""
    for assignor in (Constrained2PhaseAssignor(), PrintedConstrained2PhaseAssignor()):
        with pytest.raises(ValueError, match="equal subscriptions"):
            assignor.assign(question({"t": 1, "u": 1}, {"A": "t", "B": "t u"}))
        assert {} == assignor.assign(Group(topics=(), members=()))
