"""Tests of the turns in which targets are timed, with targets that say how long they took."""

from __future__ import annotations

import gc

import pytest

from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.benchmarks import timed_calls
from kafka_assay.benchmarks.timed_calls import MOST_ROUNDS, MOST_WARM_CALLS, time_in_turns

GROUP = group_of({"t0": 1}, {"C0": ["t0"]})


class TimedTarget:
    """A target that writes its name into `asked`, and takes `nanoseconds`. It fails at call number `fails_at`."""

    version = "1"
    like: str | None = None
    promises: frozenset[Promise] = frozenset()
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def __init__(self, name: str, asked: list[str], nanoseconds: int = 1_000, fails_at: int = -1) -> None:
        self.name, self._asked, self.last_nanoseconds, self._fails_at = name, asked, nanoseconds, fails_at

    def assign(self, _: Group) -> Assignment:
        self._asked.append(self.name)
        if self._asked.count(self.name) == self._fails_at:
            raise AssignorFailed("crash", "it ended")
        return {"C0": {"t0": [0]}}

    def close(self) -> None:
        pass


def test_rounds_ask_every_target_once_and_begin_with_another_one() -> None:
    asked: list[str] = []

    time_in_turns({name: TimedTarget(name, asked) for name in "abc"}, GROUP)

    rounds = asked[3 * MOST_WARM_CALLS :]
    assert ["a", "b", "c", "b", "c", "a", "c", "a", "b"] == rounds[:9]
    assert 3 * MOST_ROUNDS == len(rounds)


def test_time_on_the_way_to_the_target_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    class FarTarget(TimedTarget):
        def assign(self, group: Group) -> Assignment:
            nonlocal now
            now += 0.003
            return super().assign(group)

    monkeypatch.setattr(timed_calls, "perf_counter", lambda: now)

    calls = time_in_turns({"a": FarTarget("a", [], nanoseconds=7)}, GROUP)["a"]

    assert [pytest.approx(7e-9, abs=1e-12)] * MOST_ROUNDS == calls.seconds
    assert [{"C0": {"t0": [0]}}] == calls.answers


def test_slow_first_call_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_calls, "SLOW_SECONDS", 0.0)
    asked: list[str] = []

    calls = time_in_turns({"a": TimedTarget("a", asked)}, GROUP)["a"]

    assert (["a"], 1) == (asked, len(calls.seconds))


@pytest.mark.parametrize("fails_at", [1, 2, MOST_WARM_CALLS + 2])
def test_failure_ends_the_turns_of_its_target_only(fails_at: int) -> None:
    asked: list[str] = []

    calls = time_in_turns({"a": TimedTarget("a", asked, fails_at=fails_at), "b": TimedTarget("b", asked)}, GROUP)

    assert "crash: it ended" == str(calls["a"].failure)
    assert (fails_at, MOST_ROUNDS) == (asked.count("a"), len(calls["b"].seconds))


def test_garbage_collector_is_on_again_afterwards() -> None:
    time_in_turns({"a": TimedTarget("a", [], fails_at=1)}, GROUP)

    assert gc.isenabled()
