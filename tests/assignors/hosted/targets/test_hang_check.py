from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.process.limits import Limits
from kafka_assay.assignors.hosted.targets.hang_check import HangCheckingTarget
from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER

ANSWER = {"a": {"t": [0]}}


@pytest.fixture
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that remembers the calls without an answer."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    return tmp_path / "marker"


@pytest.fixture
def open_checking(marker: Path) -> Iterator[Callable[[str, float], HangCheckingTarget]]:
    """Open a target that checks hangs, with its seconds for a call. Close it after the test."""
    assert not marker.exists()
    with ExitStack() as opened:

        def opening(text: str, seconds: float) -> HangCheckingTarget:
            target = TargetText(text=text, limits=Limits(call_seconds=seconds), checks_hangs=True).open()
            assert isinstance(target, HangCheckingTarget)
            return opened.enter_context(closing(target))

        yield opening


OpenChecking = Callable[[str, float], HangCheckingTarget]


def group(name: str) -> Group:
    return group_of({"t": 1}, {"a": ["t"]}, name=name)


def failure_of(target: HangCheckingTarget, name: str) -> tuple[str, str]:
    with pytest.raises(AssignorFailed) as caught:
        target.assign(group(name))
    return caught.value.kind, caught.value.message


def test_late_answer_is_used(open_checking: OpenChecking, marker: Path) -> None:
    target = open_checking(LATE_ONCE, 1.0)

    assert [ANSWER, ANSWER] == [target.assign(group(name)) for name in "xy"]
    assert ["x"] == marker.read_text().split()
    assert not target.has_hung


def test_late_answer_of_a_kept_object_is_used(open_checking: OpenChecking, marker: Path) -> None:
    """A new process replays the questions that the object has answered."""
    ask = open_checking(LATE_ONCE, 1.0).reused_object()
    marker.touch()
    ask(group("x"))
    marker.unlink()

    assert ANSWER == ask(group("y"))
    assert ["y"] == marker.read_text().split()


def test_late_answer_among_questions_sent_together_is_used(open_checking: OpenChecking) -> None:
    assert [ANSWER, ANSWER] == open_checking(LATE_ONCE, 1.0).assign_all([group("x"), group("y")])


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
    monkeypatch.setenv(MARKER, str(marker / "nowhere"))
    hang = AssignorFailed("hang", "")

    with pytest.raises(AssignorFailed) as caught:
        target._ask_with_more_time(group("x"), None, hang)

    assert "FileNotFoundError" == caught.value.kind
    assert not target.has_hung


def test_limits_are_the_usual_ones_after_a_late_answer(open_checking: OpenChecking, marker: Path) -> None:
    target = open_checking(LATE_ONCE, 1.0)
    target.assign(group("x"))
    marker.unlink()

    assert ANSWER == target.assign(group("y"))
    assert target._command.limits.call_seconds == 1.0
