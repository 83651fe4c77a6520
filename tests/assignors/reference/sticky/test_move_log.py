"""The log of moves: what goes back instead of what."""

from __future__ import annotations

from kafka_assay.assignors.reference.sticky.move_log import LowestFirst, MoveLog


def log_of(*moves: tuple[int, int, int]) -> MoveLog:
    """A log in which (number, giver, taker) moved, all of topic 0."""
    log = MoveLog(LowestFirst)
    for number, giver, taker in moves:
        log.record(0, number=number, giver=giver, taker=taker)
    return log


def test_what_has_gone_one_way_comes_back_first() -> None:
    """The lowest of those that moved from the taker to the giver moves instead."""
    log = log_of((5, 1, 2), (3, 1, 2))

    assert 3 == log.instead_of(0, number=9, giver=2, taker=1)


def test_other_topics_and_other_ways_do_not_matter() -> None:
    """Only the same topic, and only the reverse way."""
    log = log_of((3, 1, 2))

    assert 9 == log.instead_of(1, number=9, giver=2, taker=1)
    assert 9 == log.instead_of(0, number=9, giver=1, taker=2)


def test_a_partition_that_moved_speaks_for_its_first_owner() -> None:
    """3 went from member 1 to 2, and 7 from 4 to 1: when 2 is to hand 3 to 4, member 1 hands 7 back instead."""
    log = log_of((3, 1, 2), (7, 4, 1))

    assert 7 == log.instead_of(0, number=3, giver=2, taker=4)


def test_two_steps_are_one_way() -> None:
    """From 1 over 2 to 3 is from 1 to 3."""
    log = log_of((5, 1, 2), (5, 2, 3))

    assert 5 == log.instead_of(0, number=9, giver=3, taker=1)
    assert 9 == log.instead_of(0, number=9, giver=2, taker=1)


def test_who_is_home_again_has_never_moved() -> None:
    """A partition that came back leaves no trace, but its moves are counted."""
    log = log_of((5, 1, 2), (5, 2, 1))

    assert 9 == log.instead_of(0, number=9, giver=2, taker=1)
    assert 2 == log.moves
