from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.model import Assignment, group_of
from studies.quality.quality import SolvedGroup, solve_group, tally_answer
from studies.quality.quality_record import QualityTally
from tests.properties.stand_ins import StandIn

ASKED = solve_group(7, group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, 1))
"""Loads 3 and 1; loads 2 and 2 need one move."""


def tally_of(answer: Assignment, asked: SolvedGroup = ASKED) -> QualityTally:
    """Return the tally of one group with these answers."""
    tally = QualityTally()
    tally_answer(StandIn(lambda _: answer), asked, tally)
    return tally


def test_optimum_is_even_without_needless_moves() -> None:
    tally = tally_of({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}})

    assert (1, 1, 1, 0, 0) == (tally.even, tally.moves, tally.needed, tally.wasteful, tally.uneven)


def test_equal_balance_with_more_moves_is_wasteful() -> None:
    tally = tally_of({"a": {"t": [2, 3]}, "b": {"t": [0, 1]}})

    assert (1, 1, 2, 4, 2) == (tally.even, tally.wasteful, tally.wasted, tally.wasted_squares, tally.most_wasted)
    assert {"wasteful": [7]} == tally.examples


def test_less_balanced_answer_counts_the_largest_load_not_the_moves() -> None:
    tally = tally_of({"a": {"t": [0, 1, 2]}, "b": {"t": [3]}})

    assert (1, 1, 1, 0, 0) == (tally.uneven, tally.excess, tally.most_excess, tally.even, tally.moves)


@pytest.mark.parametrize(
    ("answer", "law"),
    [
        ({"a": {"t": [0, 1]}, "b": {"t": [2]}}, "nothing-left-out"),
        ({"a": {"t": [0, 1, 2]}, "b": {"t": [2, 3]}}, "one-owner-each"),
        ({"a": {"t": [0, 1, 4]}, "b": {"t": [2, 3]}}, "only-existing-partitions"),
        ({"a": {"t": [0, 1]}, "b": {"u": [0]}}, "only-existing-partitions"),
    ],
)
def test_invalid_answer_counts_under_its_law_only(answer: Assignment, law: str) -> None:
    tally = tally_of(answer)

    assert ({law: 1}, 0, 0) == (tally.invalid, tally.even, tally.uneven)


def test_failure_is_no_answer_and_refusal_is_not_counted() -> None:
    def hangs(_: object) -> Assignment:
        raise AssignorFailed("hang", "no answer within 1 s")

    def refuses(_: object) -> Assignment:
        raise CannotBeAsked("its leader ends the rebalance")

    silent, refused = QualityTally(), QualityTally()
    tally_answer(StandIn(hangs), ASKED, silent)
    tally_answer(StandIn(refuses), ASKED, refused)

    assert (1, {"hang": 1}) == (silent.asked, silent.silent)
    assert (0, 1) == (refused.asked, refused.refused)


def test_hanging_assignor_gets_a_retry_and_crashing_one_does_not() -> None:
    """A busy machine can cause a hang, but not a crash."""
    best: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}

    def falls_once(kind: str) -> QualityTally:
        failures = [AssignorFailed(kind, "the first time")]

        def answer(_: object) -> Assignment:
            if failures:
                raise failures.pop()
            return best

        tally = QualityTally()
        tally_answer(StandIn(answer), ASKED, tally)
        return tally

    late, fallen = falls_once("hang"), falls_once("crash")

    assert ({}, 1, 1) == (late.silent, late.even, late.asked)
    assert ({"crash": 1}, 0) == (fallen.silent, fallen.even)


def test_answer_better_than_the_optimum_is_detected() -> None:
    """By balance and by moves."""
    best: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}

    by_balance, by_moves = tally_of(best, ASKED._replace(squares=9)), tally_of(best, ASKED._replace(moves=2))

    assert (1, 1) == (by_balance.undercut, by_moves.undercut)


def test_cooperative_target_is_judged_after_its_last_round() -> None:
    final: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}
    answers = iter([{"a": {"t": [0, 1]}, "b": {"t": [3]}}, final, final])
    tally = QualityTally()

    tally_answer(StandIn(lambda _: next(answers), promises=frozenset({Promise.COOPERATIVE})), ASKED, tally)

    assert (1, 3, {}, 1) == (tally.even, tally.rounds, tally.invalid, tally.moves)
