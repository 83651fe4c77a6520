"""Tests of timed calls, in turns and side by side, with targets that say how long they took."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from itertools import cycle

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.benchmarks import timed_calls
from kafka_assay.benchmarks.intervals import ratio_over_sittings
from kafka_assay.benchmarks.timed_calls import (
    MOST_ROUNDS,
    MOST_WARM_CALLS,
    Sitting,
    TimedSides,
    choose_size,
    is_confirmed,
    noise_of,
    time_in_turns,
    time_side_by_side,
)
from tests.properties.stand_ins import StandIn

GROUP = group_of({"t0": 1}, {"C0": ["t0"]})


ANSWER: Assignment = {"C0": {"t0": [0]}}


def target(name: str, asked: list[str], fails_at: int = -1) -> StandIn:
    """A target that writes its name into `asked`. It fails at call number `fails_at`."""

    def answer(_: Group) -> Assignment:
        asked.append(name)
        if asked.count(name) == fails_at:
            raise AssignorFailed("crash", "it ended")
        return ANSWER

    return StandIn(answer)


def test_rounds_ask_every_target_once_and_begin_with_another_one() -> None:
    asked: list[str] = []

    time_in_turns({name: target(name, asked) for name in "abc"}, GROUP)

    rounds = asked[3 * MOST_WARM_CALLS :]
    assert ["a", "b", "c", "b", "c", "a", "c", "a", "b"] == rounds[:9]
    assert 3 * MOST_ROUNDS == len(rounds)


def test_time_on_the_way_to_the_target_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    class FarTarget(StandIn):
        last_nanoseconds = 7

    def answer(_: Group) -> Assignment:
        nonlocal now
        now += 0.003
        return ANSWER

    monkeypatch.setattr(timed_calls, "perf_counter", lambda: now)

    calls = time_in_turns({"a": FarTarget(answer)}, GROUP)["a"]

    assert [pytest.approx(7e-9, abs=1e-12)] * MOST_ROUNDS == calls.seconds
    assert [ANSWER] == calls.answers


def test_slow_first_call_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_calls, "SLOW_SECONDS", 0.0)
    asked: list[str] = []

    calls = time_in_turns({"a": target("a", asked)}, GROUP)["a"]

    assert (["a"], 1) == (asked, len(calls.seconds))


@pytest.mark.parametrize("fails_at", [1, 2, MOST_WARM_CALLS + 2])
def test_failure_ends_the_turns_of_its_target_only(fails_at: int) -> None:
    asked: list[str] = []

    calls = time_in_turns({"a": target("a", asked, fails_at=fails_at), "b": target("b", asked)}, GROUP)

    assert "crash: it ended" == str(calls["a"].failure)
    assert (fails_at, MOST_ROUNDS) == (asked.count("a"), len(calls["b"].seconds))
    assert gc.isenabled()


class Runner:
    """A target whose calls take the seconds of `laps` in turn; each `close` switches to the next list."""

    def __init__(self, *laps: Iterable[float]) -> None:
        """The first of `laps` is used until the first `close`."""
        self.laps = [cycle(lap) for lap in laps]
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def _fake_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call takes the runner's lap. There is no answer in a lap of 0 seconds."""

    def seconds(target: Runner, _: Group) -> float:
        lap = next(target.laps[min(target.closed, len(target.laps) - 1)])
        if not lap:
            raise AssignorFailed("hang", "")
        return lap

    monkeypatch.setattr(timed_calls, "seconds_of_call", seconds)


def time_runners(base: Runner, candidate: Runner, control: Runner | None = None) -> list[Sitting]:
    """Time both runners on one group, with a control as fast as a second."""
    sides = TimedSides(base, candidate, control or Runner([1.0]))  # type: ignore[arg-type]
    return time_side_by_side(sides, [GROUP])


def ratio_of(sittings: list[Sitting]) -> tuple[float, float, float]:
    """Candidate / base, with its interval."""
    return ratio_over_sittings((one.base, one.candidate) for one in sittings)


def test_slow_outliers_make_no_difference() -> None:
    """Some calls in every block are not delayed, and only the fastest calls count. No new process is started."""
    base, candidate = Runner([1.0]), Runner([1.0, 9.0, 4.0])

    found = time_runners(base, candidate)

    assert (1.0, 1.0, 1.0) == ratio_of(found)
    assert (0, 0) == (base.closed, candidate.closed)


def test_slower_candidate_is_measured_with_new_processes_too() -> None:
    candidate = Runner([1.3], [1.2])

    found = time_runners(Runner([1.0]), candidate)

    ratio, low, high = ratio_of(found)
    assert (True, 1) == (is_confirmed(found), candidate.closed)
    assert low <= 1.2 < ratio < 1.3 <= high


def test_difference_that_new_processes_do_not_show_is_not_confirmed() -> None:
    assert not is_confirmed(time_runners(Runner([1.0]), Runner([1.3], [1.0])))
    assert not is_confirmed(time_runners(Runner([1.0]), Runner([1.3], [0.7])))


def test_noise_is_what_the_control_shows() -> None:
    """A slower and a faster control are the same noise."""
    slower = time_runners(Runner([1.0]), Runner([1.0]), Runner([1.25]))
    faster = time_runners(Runner([1.0]), Runner([1.0]), Runner([0.8]))

    assert 0.25 == round(noise_of(slower), 9) == round(noise_of(faster), 9)


@pytest.mark.parametrize(
    ("laps", "chosen"),
    [([0.1, 0.1, 0.1], "c"), ([0.1, 0.1, 0.9], "b"), ([0.1, 9.0, 0.1], "a"), ([9.0], "a"), ([0.1, 0.0], "a")],
)
def test_largest_size_that_is_not_too_slow_is_timed(laps: list[float], chosen: str) -> None:
    """The candidate takes these seconds for its groups, in the order of their sizes."""
    sides = TimedSides(Runner([0.1]), Runner(laps), Runner([0.1]))  # type: ignore[arg-type]

    assert {chosen: GROUP} == choose_size(sides, [{"a": GROUP}, {"b": GROUP}, {"c": GROUP}])
