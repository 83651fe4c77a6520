from __future__ import annotations

import pytest

from kafka_assay.pipeline.audit.audit_row import Grade, LawWord
from tests.reports.audits import answer, audit, audited_pair, broken, tally_all

EVEN = answer("today", squares=8)
UNEVEN = answer("today", squares=10)


def test_moves_and_fewest_possible_moves_sum_over_the_same_groups() -> None:
    groups = [
        audited_pair(place, f"g{place}", UNEVEN, answer("sticky", moves=moves)) for place, moves in enumerate((1, 3))
    ]

    found = audit(*groups).summary.tallies["sticky"]

    assert (4, 2, 1) == (found.moves, found.least_moves, found.at_optimum)
    assert {Grade.OPTIMAL: 1, Grade.NEEDLESS_MOVES: 1} == found.grades


@pytest.mark.parametrize(
    ("target", "law", "counts"),
    [
        ("today", broken("nothing-left-out"), (1, 0, 0)),
        ("sticky", broken("newest-claim-wins", expected="as in Kafka"), (0, 1, 0)),
        ("today", broken("optimally-balanced"), (0, 0, 0)),
        ("today", LawWord(law="optimally-balanced", verdict="undecided"), (0, 0, 1)),
    ],
)
def test_broken_expected_and_undecided_laws_are_counted(
    target: str, law: LawWord, counts: tuple[int, int, int]
) -> None:
    """A present assignment that could be more even breaks no law: its grade says so."""
    rows = {one.target: one for one in (UNEVEN, answer(target, squares=10, laws=(law,)))}

    found = audit(audited_pair(0, "g", *rows.values())).summary.tallies[target]

    assert counts == (found.broken, found.expected, found.undecided)


def test_invalid_answers_are_in_no_sum() -> None:
    invalid = answer("sticky", squares=2, moves=9, laws=(broken("nothing-left-out"),))

    found = audit(audited_pair(0, "g", UNEVEN, invalid)).summary.tallies["sticky"]

    assert (0, 0, 0, 1) == (found.compared, found.moves, found.excess, found.broken)


def test_rows_are_present_assignment_optimum_then_best_assignor() -> None:
    answers = [answer("range", squares=10), answer("sticky", moves=1), answer("optimal", moves=1)]

    order = [found.target for found in tally_all(audit(audited_pair(0, "g", UNEVEN, *answers)))]

    assert ["today", "optimal", "sticky", "range"] == order


def test_broken_law_is_worse_than_any_imbalance() -> None:
    double = answer("today", squares=8, laws=(broken("one-owner-each"),))
    groups = [audited_pair(0, "even", EVEN), audited_pair(1, "uneven", UNEVEN), audited_pair(2, "double", double)]

    order = [row.group for row in audit(*groups).rows]

    assert ["double", "uneven", "even"] == order
