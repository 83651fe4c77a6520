"""Tests of `kafka_assay.reports.audit.tally`."""

from __future__ import annotations

from kafka_assay.pipeline.audit.audit_row import LawWord
from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.reports.audit.tally import tally_all, tally_target, worst_first
from tests.reports.audits import answer, audit, audited, broken

EVEN = answer("today", squares=8)
UNEVEN = answer("today", squares=10)


def test_moves_are_counted_beside_the_least_possible() -> None:
    """Sums go over the same groups, so that they can be compared."""
    groups = [audited(place, f"g{place}", UNEVEN, answer("sticky", moves=moves)) for place, moves in enumerate((1, 3))]

    found = tally_target(audit(*groups), "sticky")

    assert (4, 2, 1) == (found.moves, found.least_moves, found.at_optimum)
    assert {Grade.OPTIMAL: 1, Grade.NEEDLESS_MOVES: 1} == found.grades


def test_what_cannot_be_compared_is_in_no_sum() -> None:
    """An answer that breaks a law of all has no moves and no gap worth adding."""
    invalid = answer("sticky", squares=2, moves=9, laws=(broken("nothing-left-out"),))

    found = tally_target(audit(audited(0, "g", UNEVEN, invalid)), "sticky")

    assert (0, 0, 0, 1) == (found.compared, found.moves, found.excess, found.broken)


def test_expected_failures_are_counted_apart() -> None:
    """What was declared beforehand is no finding."""
    known = answer("sticky", moves=1, laws=(broken("newest-claim-wins", expected="as in Kafka"),))

    found = tally_target(audit(audited(0, "g", UNEVEN, known)), "sticky")

    assert (0, 1) == (found.broken, found.expected)


def test_todays_balance_is_no_broken_promise() -> None:
    """Nobody promised it; that it could be better is said by the grade."""
    today = answer("today", squares=10, laws=(broken("optimally-balanced"),))

    found = tally_target(audit(audited(0, "g", today)), "today")

    assert (0, 1) == (found.broken, found.grades[Grade.LESS_EVEN])


def test_what_could_not_be_judged_is_counted_of_today_too() -> None:
    """Today's balance, undecided beside a broken law, is one of the question marks on its page."""
    today = answer("today", laws=(LawWord(law="optimally-balanced", verdict="undecided"),))

    assert 1 == tally_target(audit(audited(0, "g", today)), "today").undecided


def test_the_best_assignor_stands_first_behind_today_and_the_optimum() -> None:
    """The order of all tables and figures."""
    answers = [answer("range", squares=10), answer("sticky", moves=1), answer("optimal", moves=1)]

    order = [found.target for found in tally_all(audit(audited(0, "g", UNEVEN, *answers)))]

    assert ["today", "optimal", "sticky", "range"] == order


def test_a_broken_law_is_worse_than_any_imbalance() -> None:
    """Groups are ordered by broken laws, then by how far they are from the optimum."""
    double = answer("today", squares=8, laws=(broken("one-owner-each"),))
    groups = [audited(0, "even", EVEN), audited(1, "uneven", UNEVEN), audited(2, "double", double)]

    order = [group.name for group in worst_first(audit(*groups))]

    assert ["double", "uneven", "even"] == order
