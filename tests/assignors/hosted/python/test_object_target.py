"""Tests of `kafka_assay.assignors.hosted.python.object_target`: an assignor of this process as a target."""

from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.python.object_target import ObjectTarget
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group

FAILURE = ExpectedFailure(law="even-when-equal", family="clean", reason="r", group="{}")


class Counting:
    """Answers with how often it was asked."""

    like = "fair"
    expected_failures = (FAILURE,)

    def __init__(self) -> None:
        """Not asked yet."""
        self.asked = 0

    def assign(self, _: Group) -> Assignment:
        """The count, as a partition."""
        self.asked += 1
        return {"C0": {"t0": [self.asked]}}


@pytest.mark.parametrize("given", [Counting, Counting()], ids=["class", "object"])
def test_every_question_is_for_a_fresh_assignor(given: Any, group: Group) -> None:
    """A class is called, an object copied."""
    target = ObjectTarget(given, "mine")

    assert [{"C0": {"t0": [1]}}] * 2 == [target.assign(group), target.assign(group)]


def test_an_object_can_be_kept(group: Group) -> None:
    """Each that is kept is another one."""
    target = ObjectTarget(Counting(), "mine")
    one, other = target.reused_object(), target.reused_object()

    answers = [ask(group)["C0"]["t0"] for ask in (one, one, other)]

    assert [[1], [2], [1]] == answers


def test_what_it_says_of_itself_is_heard() -> None:
    """Promises, expected failures; `like` overrules the former."""
    own, told = ObjectTarget(Counting, "mine"), ObjectTarget(Counting, "mine", like=["+even"])

    assert ("fair", (FAILURE,)) == (own.like, own.expected_failures)
    assert frozenset({Promise.EVEN}) == told.promises


def test_an_object_may_say_that_it_cannot_be_asked(group: Group) -> None:
    """As a host may: it is no failure of its own."""

    def refuses(_: Group) -> Assignment:
        raise CannotBeAsked("it knows no racks")

    with pytest.raises(CannotBeAsked, match="it knows no racks"):
        ObjectTarget(refuses, "mine").assign(group)


def test_an_answer_is_taken_as_a_host_would_take_it(group: Group) -> None:
    """Tuples and sets are lists of ids."""
    target = ObjectTarget(lambda _: {"C0": {"t0": (1, 0), "t1": {3, 2}}}, "mine")

    assert {"C0": {"t0": [1, 0], "t1": [2, 3]}} == target.assign(group)


@pytest.mark.parametrize(
    ("answer", "kind"), [(5, "garbage"), ({"C0": {"t0": ["x"]}}, "garbage"), (object(), "TypeError")]
)
def test_an_answer_of_another_shape_is_a_failure(answer: object, kind: str, group: Group) -> None:
    """As it is behind a pipe."""
    target = ObjectTarget(lambda _: answer, "mine")

    with pytest.raises(AssignorFailed) as failed:
        target.assign(group)

    assert kind == failed.value.kind


@pytest.mark.parametrize("raised", [KeyError("C1"), SystemExit(3), RecursionError()])
def test_what_it_raises_is_a_finding(raised: BaseException, group: Group) -> None:
    """With its type, its words, and where it came from."""

    def assign(_: Group) -> Assignment:
        raise raised

    with pytest.raises(AssignorFailed) as failed:
        ObjectTarget(assign, "mine").assign(group)

    assert (type(raised).__name__, str(raised)) == (failed.value.kind, failed.value.message)
    assert "in assign" in failed.value.trace


def test_an_interrupt_is_none(group: Group) -> None:
    """Who stops the run means it."""

    def assign(_: Group) -> Assignment:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ObjectTarget(assign, "mine").assign(group)


def test_what_is_no_assignor_is_one_line() -> None:
    """The value, and what was expected."""
    with pytest.raises(AssayError, match="'mine' is an int: expected a class or factory"):
        ObjectTarget(5, "mine")
