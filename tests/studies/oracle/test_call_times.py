from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.oracle.columns import Columns
from studies.oracle.call_times import MOST_WARM, time_calls
from studies.oracle.contenders import AnswerQuality


@dataclass(slots=True)
class Scripted:
    """A contender with scripted call times. It writes its name into `heard` at each call."""

    name: str
    script: list[float | AssignorFailed]
    heard: list[str] = field(default_factory=list)

    def open(self, columns: Columns) -> None:
        """Do nothing."""

    def ask(self) -> float:
        """Return the next time of the script; the last one repeats."""
        self.heard.append(self.name)
        said = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(said, AssignorFailed):
            raise said
        return said

    def quality(self) -> AnswerQuality:
        """Fail, because no test calls it."""
        raise NotImplementedError


def test_contenders_take_turns_after_warm_up() -> None:
    heard: list[str] = []
    one = Scripted("one", [*[0.9] * MOST_WARM, 0.1, 0.2, 0.3], heard)
    other = Scripted("other", [9.0, 2.0], heard)

    times = time_calls({"one": one, "other": other}, rounds=3, seconds=10.0)

    assert ["one", "other"] * 3 == heard[-6:]
    assert [2.0, 2.0, 2.0] == times["other"].seconds


def test_contender_that_uses_its_time_in_one_call_runs_once() -> None:
    """This call counts."""
    slow = Scripted("slow", [12.0])

    times = time_calls({"slow": slow}, rounds=5, seconds=10.0)

    assert ([12.0], ["slow"]) == (times["slow"].seconds, slow.heard)


def test_contender_without_time_left_runs_no_more() -> None:
    times = time_calls({"slow": Scripted("slow", [6.0])}, rounds=5, seconds=10.0)

    assert [6.0, 6.0] == times["slow"].seconds


def test_failed_contender_runs_no_more() -> None:
    failing = Scripted("failing", [0.1, AssignorFailed("hang", "no answer within 1 s")])

    times = time_calls({"failing": failing, "other": Scripted("other", [2.0])}, rounds=2, seconds=10.0)

    assert "hang: no answer within 1 s" == str(times["failing"].failure)
    assert ["failing"] * 2 == failing.heard
    assert [2.0, 2.0] == times["other"].seconds
