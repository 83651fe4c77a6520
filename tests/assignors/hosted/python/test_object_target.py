from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.python.object_target import ObjectTarget
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group

FAILURE = ExpectedFailure(law="even-when-equal", family="clean", reason="r", group="{}")


class Counting:
    """Answers with the number of its calls."""

    like = "fair"
    expected_failures = (FAILURE,)

    def __init__(self) -> None:
        self.asked = 0

    def assign(self, _: Group) -> Assignment:
        self.asked += 1
        return {"C0": {"t0": [self.asked]}}


@pytest.mark.parametrize("given", [Counting, Counting()], ids=["class", "object"])
def test_each_question_gets_a_fresh_assignor(given: Any, group: Group) -> None:
    """A class is called, an object copied."""
    target = ObjectTarget(given, "mine")

    assert [{"C0": {"t0": [1]}}] * 2 == [target.assign(group), target.assign(group)]


def test_object_can_be_reused_by_instance_name(group: Group) -> None:
    target = ObjectTarget(Counting(), "mine")
    one, other = target.reused_object(), target.reused_object()

    answers = [ask(group)["C0"]["t0"] for ask in (one, one, other)]

    assert [[1], [2], [1]] == answers


def test_declared_promises_and_failures_are_read() -> None:
    """`like` overrides the promises."""
    own, told = ObjectTarget(Counting, "mine"), ObjectTarget(Counting, "mine", like=["+even"])

    assert ("fair", (FAILURE,)) == (own.like, own.expected_failures)
    assert frozenset({Promise.EVEN}) == told.promises


def test_object_can_report_a_group_as_not_expressible(group: Group) -> None:
    def refuses(_: Group) -> Assignment:
        raise CannotBeAsked("it knows no racks")

    with pytest.raises(CannotBeAsked, match="it knows no racks"):
        ObjectTarget(refuses, "mine").assign(group)


def test_tuples_and_sets_of_ids_are_accepted(group: Group) -> None:
    """As a host accepts them."""
    target = ObjectTarget(lambda _: {"C0": {"t0": (1, 0), "t1": {3, 2}}}, "mine")

    assert {"C0": {"t0": [1, 0], "t1": [2, 3]}} == target.assign(group)


@pytest.mark.parametrize(
    ("answer", "kind"), [(5, "garbage"), ({"C0": {"t0": ["x"]}}, "garbage"), (object(), "TypeError")]
)
def test_answer_of_wrong_shape_is_a_failure(answer: object, kind: str, group: Group) -> None:
    target = ObjectTarget(lambda _: answer, "mine")

    with pytest.raises(AssignorFailed) as failed:
        target.assign(group)

    assert kind == failed.value.kind


@pytest.mark.parametrize("raised", [KeyError("C1"), SystemExit(3), RecursionError()])
def test_exception_is_reported_with_type_message_and_place(raised: BaseException, group: Group) -> None:
    def assign(_: Group) -> Assignment:
        raise raised

    with pytest.raises(AssignorFailed) as failed:
        ObjectTarget(assign, "mine").assign(group)

    assert (type(raised).__name__, str(raised)) == (failed.value.kind, failed.value.message)
    assert "in assign" in failed.value.trace


def test_keyboard_interrupt_is_not_caught(group: Group) -> None:
    def assign(_: Group) -> Assignment:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ObjectTarget(assign, "mine").assign(group)


def test_object_that_is_not_an_assignor_is_rejected_in_one_line() -> None:
    with pytest.raises(AssayError, match="'mine' is an int: expected a class or factory"):
        ObjectTarget(5, "mine")
