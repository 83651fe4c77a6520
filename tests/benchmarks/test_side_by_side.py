"""Tests of timing two targets side by side, with a clock that says what the test wants."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.benchmarks.side_by_side import SideBySide, time_side_by_side

GROUP = group_of({"t0": 2}, {"C0": ["t0"]})
TOLERANCE = 0.05


class Runner:
    """A target whose calls take the seconds of `laps`, over and over; each `close` goes on to the next of them."""

    def __init__(self, *laps: Iterable[float]) -> None:
        """The first of `laps` holds until it is closed."""
        self.laps = [cycle(lap) for lap in laps]
        self.closed = 0

    def close(self) -> None:
        """A new process begins."""
        self.closed += 1


def seconds(target: Target, _: Group) -> float:
    """What the runner's lap says."""
    assert isinstance(target, Runner)
    return next(target.laps[min(target.closed, len(target.laps) - 1)])


def timed(base: Runner, candidate: Runner) -> SideBySide | None:
    """Both runners on one group."""
    return time_side_by_side(base, candidate, [GROUP], TOLERANCE, timer=seconds)  # type: ignore[arg-type]


def test_bursts_of_other_work_are_no_difference() -> None:
    """Most calls of the candidate are held up, yet in every block some are not: the fastest calls are alike."""
    found = timed(Runner([1.0]), Runner([1.0, 9.0, 4.0]))

    assert found is not None
    assert ("same", 1.0) == (found.direction(TOLERANCE), found.ratio)


def test_a_slower_candidate_is_worse() -> None:
    """Found twice, by the second processes as by the first."""
    candidate = Runner([1.3], [1.25])

    found = timed(Runner([1.0]), candidate)

    assert found is not None
    assert ("worse", 1.25, 1) == (found.direction(TOLERANCE), found.candidate, candidate.closed)


def test_a_difference_that_new_processes_do_not_show_is_none() -> None:
    """The first process was merely unlucky: the second measurement counts."""
    found = timed(Runner([1.0]), Runner([1.3], [1.0]))

    assert found is not None
    assert "same" == found.direction(TOLERANCE)


def test_measurements_that_contradict_each_other_decide_nothing() -> None:
    """Slower first, then faster: there is no telling."""
    assert timed(Runner([1.0]), Runner([1.3], [0.7])) is None


def test_targets_that_are_alike_are_measured_once() -> None:
    """Without a difference nothing has to be found again, and no process is started anew."""
    base, candidate = Runner([1.0]), Runner([1.01])

    timed(base, candidate)

    assert (0, 0) == (base.closed, candidate.closed)
