"""Tests of timing two targets side by side, with a fake clock."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.benchmarks.side_by_side import SideBySide, time_side_by_side

GROUP = group_of({"t0": 2}, {"C0": ["t0"]})
TOLERANCE = 0.05


class Runner:
    """A target whose calls take the seconds of `laps` in turn; each `close` switches to the next list."""

    def __init__(self, *laps: Iterable[float]) -> None:
        """The first of `laps` is used until the first `close`."""
        self.laps = [cycle(lap) for lap in laps]
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


def seconds(target: Target, _: Group) -> float:
    """The runner's lap."""
    assert isinstance(target, Runner)
    return next(target.laps[min(target.closed, len(target.laps) - 1)])


def time_runners(base: Runner, candidate: Runner) -> SideBySide | None:
    """Time both runners on one group."""
    return time_side_by_side(base, candidate, [GROUP], TOLERANCE, timer=seconds)  # type: ignore[arg-type]


def test_slow_outliers_make_no_difference() -> None:
    """Some calls in every block are not delayed, and only the fastest calls count."""
    found = time_runners(Runner([1.0]), Runner([1.0, 9.0, 4.0]))

    assert found is not None
    assert ("same", 1.0) == (found.direction(TOLERANCE), found.ratio)


def test_slower_candidate_is_worse() -> None:
    candidate = Runner([1.3], [1.25])

    found = time_runners(Runner([1.0]), candidate)

    assert found is not None
    assert ("worse", 1.25, 1) == (found.direction(TOLERANCE), found.candidate, candidate.closed)


def test_difference_that_new_processes_do_not_reproduce_is_none() -> None:
    found = time_runners(Runner([1.0]), Runner([1.3], [1.0]))

    assert found is not None
    assert "same" == found.direction(TOLERANCE)


def test_contradicting_measurements_are_undecided() -> None:
    assert time_runners(Runner([1.0]), Runner([1.3], [0.7])) is None


def test_equal_targets_are_measured_once() -> None:
    """Without a difference no new process is started."""
    base, candidate = Runner([1.0]), Runner([1.01])

    time_runners(base, candidate)

    assert (0, 0) == (base.closed, candidate.closed)
