from __future__ import annotations

from kafka_assay.assignors.reference.levelling import MoveLog


def log_of(*moves: tuple[int, int, int]) -> MoveLog:
    """Return a log in which (number, giver, taker) moved, all of topic 0."""
    log = MoveLog()
    for number, giver, taker in moves:
        log.record(0, number=number, giver=giver, taker=taker)
    return log


def test_partition_that_moved_the_other_way_moves_back_first() -> None:
    log = log_of((5, 1, 2), (3, 1, 2))

    assert 3 == log.instead_of(0, number=9, giver=2, taker=1)


def test_other_topics_and_directions_do_not_matter() -> None:
    log = log_of((3, 1, 2))

    assert 9 == log.instead_of(1, number=9, giver=2, taker=1)
    assert 9 == log.instead_of(0, number=9, giver=1, taker=2)


def test_moved_partition_counts_from_its_first_owner() -> None:
    """3 went from 1 to 2, and 7 from 4 to 1: for 3 from 2 to 4, 7 moves back instead."""
    log = log_of((3, 1, 2), (7, 4, 1))

    assert 7 == log.instead_of(0, number=3, giver=2, taker=4)


def test_two_moves_count_as_one_direction() -> None:
    log = log_of((5, 1, 2), (5, 2, 3))

    assert 5 == log.instead_of(0, number=9, giver=3, taker=1)
    assert 9 == log.instead_of(0, number=9, giver=2, taker=1)


def test_returned_partition_counts_as_never_moved() -> None:
    """Its moves are still counted."""
    log = log_of((5, 1, 2), (5, 2, 1))

    assert 9 == log.instead_of(0, number=9, giver=2, taker=1)
    assert 2 == log.moves
