from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import PAUSE, HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from tests.assignors.hosted.conftest import OpenHost
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER
from tests.assignors.hosted.test_host_target import ANSWER, FAILURES

ONE_AT_A_TIME = """
import json, os, sys
print(json.dumps({"format": "assay-host/1", "implementation": "one", "assignors": ["first"]}), flush=True)
left = b""
while chunk := os.read(0, 1 << 16):
    left += chunk
    if left.endswith(b"\\n"):
        question, left = json.loads(left.splitlines()[0]), b""  # it drops the other lines
        print(json.dumps({"id": question["id"], "assignment": {"C0": {"t0": [0, 1, 2]}}}), flush=True)
"""

TIMED = """
import json, sys
print(json.dumps({"format": "assay-host/1", "implementation": "timed", "assignors": ["first"]}), flush=True)
for line in sys.stdin:
    number = json.loads(line)["id"]
    print(json.dumps({"id": number, "assignment": {}, "nanoseconds": 7}), flush=True)
"""


def named(group: Group, orders: Sequence[str]) -> list[Group]:
    """The group once for each of the `orders`, which tell the hostile host what to do."""
    return [replace(group, name=how) for how in orders]


def words(outcomes: Sequence[Assignment | AssignorFailed]) -> list[str]:
    """`answered`, or the kind of each failure."""
    return [
        one.kind if isinstance(one, AssignorFailed) else "answered" if one == ANSWER else "wrong answer"
        for one in outcomes
    ]


def test_answers_come_in_the_order_of_the_groups(hostile: HostTarget, group: Group, exchanges: list[int]) -> None:
    larger = replace(group, topics=(replace(group.topics[0], partitions=4),))

    outcomes = hostile.assign_all([replace(group, name="answer"), replace(larger, name="answer")])

    assert [ANSWER, {"C0": {"t0": [0, 1, 2, 3]}}] == outcomes
    assert [2] == exchanges


@pytest.fixture
def exchanges(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of questions of each exchange from now on."""
    sizes: list[int] = []
    exchange = HostProcess.exchange

    def count(process: HostProcess, *questions: bytes, seconds: float | None = None) -> list[bytes]:
        sizes.append(len(questions))
        return exchange(process, *questions, seconds=seconds)

    monkeypatch.setattr(HostProcess, "exchange", count)
    return sizes


@pytest.mark.parametrize(("how", "kind"), FAILURES.items())
def test_failure_among_others_belongs_to_its_question(hostile: HostTarget, group: Group, how: str, kind: str) -> None:
    outcomes = hostile.assign_all(named(group, ("answer", how, "answer", "answer")))

    assert ["answered", kind, "answered", "answered"] == words(outcomes)
    assert [] == hostile.late_failures


def test_crash_after_an_answer_among_others_is_recorded_with_its_group(hostile: HostTarget, group: Group) -> None:
    groups = named(group, ("answer", "answer-then-exit", "answer"))

    outcomes = hostile.assign_all(groups)

    assert ["answered"] * 3 == words(outcomes)
    assert [(groups[1], "crash")] == [(late.group, late.failure.kind) for late in hostile.late_failures]


def test_crash_after_the_answer_before_is_recorded_once(hostile: HostTarget, group: Group) -> None:
    dying, *groups = named(group, ("answer-then-exit", "answer", "answer"))
    hostile.assign(dying)

    outcomes = hostile.assign_all(groups)

    assert ["answered"] * 2 == words(outcomes)
    assert [(dying, "crash")] == [(late.group, late.failure.kind) for late in hostile.late_failures]


def test_questions_are_sent_one_by_one_for_a_while_after_a_failure(
    hostile: HostTarget, group: Group, exchanges: list[int]
) -> None:
    hostile.assign_all(named(group, ("answer", "crash")))
    exchanges.clear()

    for _ in range(PAUSE + 1):
        hostile.assign_all(named(group, ("answer", "answer")))

    assert [1] * 2 * PAUSE + [2] == exchanges


def test_host_that_takes_one_question_at_a_time_is_asked_so(
    open_host: OpenHost, group: Group, tmp_path: Path, exchanges: list[int]
) -> None:
    """It is no fault: nothing is recorded, and nothing is sent together again."""
    program = tmp_path / "one_at_a_time.py"
    program.write_text(ONE_AT_A_TIME, encoding="utf-8")
    target = open_host(program, call_seconds=1.0)

    first, second = (target.assign_all([group, group, group]) for _ in range(2))

    assert ["answered"] * 3 == words(first) == words(second)
    assert [3, *[1] * 6] == exchanges
    assert [] == target.late_failures


def test_times_of_the_answers_are_added_up(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    program = tmp_path / "timed.py"
    program.write_text(TIMED, encoding="utf-8")
    target = open_host(program)

    target.assign_all([group, group, group])

    assert 21 == target.last_nanoseconds


def test_refusal_among_others_keeps_its_type(hostile: HostTarget, group: Group, exchanges: list[int]) -> None:
    """An error that the host reports is an answer: nothing is sent again."""
    outcomes = hostile.assign_all(named(group, ("refuse", "answer")))

    assert ["Refused", "answered"] == words(outcomes)
    assert [2] == exchanges


LATE = {"a": {"t": [0]}}


@pytest.fixture
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that remembers the calls without an answer."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    return tmp_path / "marker"


@pytest.fixture
def open_checking(marker: Path) -> Iterator[Callable[[str, float], HostTarget]]:
    """Open a target that checks hangs, with its seconds for a call. Close it after the test."""
    assert not marker.exists()
    with ExitStack() as opened:

        def opening(text: str, seconds: float) -> HostTarget:
            target = TargetText(text=text, limits=Limits(call_seconds=seconds), checks_hangs=True).open()
            assert isinstance(target, HostTarget)
            return opened.enter_context(closing(target))

        yield opening


OpenChecking = Callable[[str, float], HostTarget]


def group(name: str) -> Group:
    return group_of({"t": 1}, {"a": ["t"]}, name=name)


def failure_of(target: HostTarget, name: str) -> tuple[str, str]:
    with pytest.raises(AssignorFailed) as caught:
        target.assign(group(name))
    return caught.value.kind, caught.value.message


def test_late_answer_is_used(open_checking: OpenChecking, marker: Path) -> None:
    target = open_checking(LATE_ONCE, 1.0)

    assert [LATE, LATE] == [target.assign(group(name)) for name in "xy"]
    assert ["x"] == marker.read_text().split()


def test_late_answer_of_a_kept_object_is_used(open_checking: OpenChecking, marker: Path) -> None:
    """A new process replays the questions that the object has answered."""
    ask = open_checking(LATE_ONCE, 1.0).reused_object()
    marker.touch()
    ask(group("x"))
    marker.unlink()

    assert LATE == ask(group("y"))
    assert ["y"] == marker.read_text().split()


def test_late_answer_among_questions_sent_together_is_used(open_checking: OpenChecking) -> None:
    assert [LATE, LATE] == open_checking(LATE_ONCE, 1.0).assign_all([group("x"), group("y")])


def test_only_the_first_hang_is_asked_again(open_checking: OpenChecking, marker: Path) -> None:
    """So a target that hangs does not use up the time of a search."""
    target = open_checking(ENDLESS, 0.3)

    said = ("hang", "no answer within 0.3 s (the first hang got 1.5 s)")
    assert [said] * 3 == [failure_of(target, name) for name in "xyz"]
    assert ["x", "x", "y", "z"] == marker.read_text().split()


def test_other_failure_with_more_time_is_that_failure(
    open_checking: OpenChecking, marker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = open_checking(LATE_ONCE, 1.0)
    kill = HostProcess.kill

    def kill_and_forget(process: HostProcess) -> None:
        kill(process)
        monkeypatch.setenv(MARKER, str(marker / "nowhere"))

    monkeypatch.setattr(HostProcess, "kill", kill_and_forget)
    kind, _ = failure_of(target, "x")

    assert "NotADirectoryError" == kind
