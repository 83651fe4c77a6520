from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import PAUSE, HostTarget
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from tests.assignors.hosted.conftest import OpenCode
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER

ANSWER = {"C0": {"t0": [0, 1, 2]}}


def verdict(target: HostTarget, group: Group, how: str) -> str:
    """Return `answered`, or the kind of the failure. `how` tells the hostile host what to do."""
    try:
        return "answered" if target.assign(replace(group, name=how)) == ANSWER else "wrong answer"
    except AssignorFailed as failure:
        return failure.kind


def test_late_output_moves_the_next_question_to_a_new_process(open_code: OpenCode, group: Group) -> None:
    target = open_code(TALKER.replace("THEN", "sys.stdout.write('by the way\\n')"))

    answers = [target.assign(group) for _ in range(3)]

    assert answers == [{}, {}, {}]
    assert [aftermath.failure.kind for aftermath in target.late_failures] == ["garbage", "garbage"]


def test_failure_contains_stderr(hostile: HostTarget, group: Group) -> None:
    """As its trace."""
    with pytest.raises(AssignorFailed) as failed:
        hostile.assign(replace(group, name="exit"))

    assert failed.value.message == "the process ended with exit code 3"
    assert failed.value.trace == "had enough"


def test_closing_a_target_ends_its_process(hostile: HostTarget, group: Group) -> None:
    """A second close is harmless, and a later question starts a new process."""
    hostile.close()
    hostile.close()

    assert verdict(hostile, group, "answer") == "answered"


def test_forked_target_starts_its_own_process(hostile: HostTarget, group: Group) -> None:
    """The fork's end does not end the first host."""
    child = os.fork()
    if child == 0:
        os._exit(0 if verdict(hostile, group, "answer") == "answered" else 1)
    _, status = os.waitpid(child, 0)

    assert status == 0
    assert verdict(hostile, group, "answer") == "answered"
    assert hostile.late_failures == []


TALKER = """
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "assignment": {}, "nanoseconds": 5}), flush=True)
    THEN
"""
ANSWERING = TALKER.replace("THEN", "pass")

HASTY = """
number = int(re.search(rb'"id":(\\d+)', os.read(0, 100))[1])
print(json.dumps({"id": number, "assignment": {}}), flush=True)
time.sleep(3600)
"""


def test_answer_before_the_whole_question_is_garbage(open_code: OpenCode, group: Group) -> None:
    """The rest of the line would otherwise be read as another question. So is one with another id: ids are random."""
    large = group_of({"t0": 1}, {f"C{number}": ["t0"] for number in range(5_000)})

    with pytest.raises(AssignorFailed, match="garbage: an answer before the question was sent: "):
        open_code(HASTY).assign(large)
    with pytest.raises(AssignorFailed, match=r"garbage: question \d+ got an answer with another id"):
        open_code(COUNTS).assign(group)


COUNTS = """
for number, line in enumerate(sys.stdin, start=1):
    print(json.dumps({"id": number, "assignment": {}}), flush=True)
"""


def test_host_that_cannot_restart_is_a_failure(open_code: OpenCode, group: Group, tmp_path: Path) -> None:
    """An open target raises only `AssignorFailed`."""
    target = open_code(TALKER.replace("THEN", "sys.exit()"))
    target.assign(group)
    (tmp_path / "host.py").unlink()

    with pytest.raises(AssignorFailed, match="the restart failed"):
        target.assign(group)


def test_target_plan_assignor_does_not_promise_a_round(open_code: OpenCode) -> None:
    """An assignor under `targets` returns the plan. Its other promises stay."""
    target = open_code(ANSWERING, {"like": {"a": ["cooperative-sticky", "+optimal", "-racks"]}, "targets": ["a"]})

    assert target.answers_with_target
    assert target.like == "cooperative-sticky,+optimal,-racks"
    assert {Promise.OPTIMAL, Promise.COOPERATIVE} <= target.promises
    assert Promise.RACKS not in target.promises


@pytest.mark.parametrize(("said", "unordered"), [({}, set()), ({"unordered": {"a": ["members"]}}, {"members"})])
def test_unordered_lists_are_read_from_the_greeting(
    open_code: OpenCode, said: dict[str, object], unordered: set[str]
) -> None:
    """The law on order uses them."""
    assert unordered == ask_modes_of(open_code(ANSWERING, said)).unordered_lists


ONE_AT_A_TIME = """
left = b""
while chunk := os.read(0, 1 << 16):
    left += chunk
    if left.endswith(b"\\n"):
        question, left = json.loads(left.splitlines()[0]), b""  # it drops the other lines
        print(json.dumps({"id": question["id"], "assignment": {"C0": {"t0": [0, 1, 2]}}}), flush=True)
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
    """An error that the host reports is an answer: nothing is sent again."""
    larger = replace(group, topics=(replace(group.topics[0], partitions=4),), name="answer")

    answered = hostile.assign_all([replace(group, name="answer"), larger])
    refused = hostile.assign_all(named(group, ("refuse", "answer")))

    assert [ANSWER, {"C0": {"t0": [0, 1, 2, 3]}}] == answered
    assert ["Refused", "answered"] == words(refused)
    assert [2, 2] == exchanges


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
    open_code: OpenCode, group: Group, exchanges: list[int]
) -> None:
    """It is no fault: nothing is recorded, and nothing is sent together again."""
    target = open_code(ONE_AT_A_TIME, call_seconds=1.0)

    first, second = (target.assign_all([group, group, group]) for _ in range(2))

    assert ["answered"] * 3 == words(first) == words(second)
    assert [3, *[1] * 6] == exchanges
    assert [] == target.late_failures


def test_times_of_the_answers_are_added_up(open_code: OpenCode, group: Group) -> None:
    """Members may be omitted from an answer."""
    target = open_code(ANSWERING)

    assert ({}, 5) == (target.assign(group), target.last_nanoseconds)
    assert [{}, {}, {}] == target.assign_all([group, group, group])
    assert 15 == target.last_nanoseconds


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
            target = TargetText(text=text, call_timeout=seconds, checks_hangs=True).open()
            assert isinstance(target, HostTarget)
            return opened.enter_context(closing(target))

        yield opening


OpenChecking = Callable[[str, float], HostTarget]
X, Y, Z = (group_of({"t": 1}, {"a": ["t"]}, name=name) for name in "xyz")


def failure_of(target: HostTarget, group: Group) -> tuple[str, str]:
    with pytest.raises(AssignorFailed) as caught:
        target.assign(group)
    return caught.value.kind, caught.value.message


def test_late_answer_is_used(open_checking: OpenChecking, marker: Path) -> None:
    """Also among questions sent together."""
    target = open_checking(LATE_ONCE, 1.0)

    assert [LATE, LATE] == [target.assign(X), target.assign(Y)]
    assert ["x"] == marker.read_text().split()
    marker.unlink()
    assert [LATE, LATE] == open_checking(LATE_ONCE, 1.0).assign_all([X, Y])


def test_late_answer_of_a_kept_object_is_used(open_checking: OpenChecking, marker: Path) -> None:
    """A new process replays the questions that the object has answered."""
    ask = open_checking(LATE_ONCE, 1.0).reused_object()
    marker.touch()
    ask(X)
    marker.unlink()

    assert LATE == ask(Y)
    assert ["y"] == marker.read_text().split()


def test_only_the_first_hang_is_asked_again(open_checking: OpenChecking, marker: Path) -> None:
    """So a target that hangs does not use up the time of a search."""
    target = open_checking(ENDLESS, 0.3)

    said = ("hang", "no answer within 0.3 s (the first hang got 1.5 s)")
    assert [said] * 3 == [failure_of(target, group) for group in (X, Y, Z)]
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
    kind, _ = failure_of(target, X)

    assert "NotADirectoryError" == kind
