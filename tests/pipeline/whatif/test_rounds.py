from __future__ import annotations

from dataclasses import dataclass

import pytest

from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.pipeline.whatif.rounds import run_rounds
from kafka_assay.properties.trials.trial import NeverSettled

GROUP = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}, generation=1)
HALVED: Assignment = {"a": {"t": [0]}, "b": {"t": [1]}}


@dataclass
class Scripted:
    """A cooperative target with given answers. With `answers_with_target` its client withholds what moves."""

    answers: list[Assignment]
    answers_with_target: bool = False
    name: str = "scripted"
    version: str = "1"
    like: str | None = "cooperative-sticky"
    promises: frozenset[Promise] = frozenset({Promise.COOPERATIVE})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        return self.answers.pop(0)

    def close(self) -> None:
        pass


def test_rounds_end_when_no_member_gives_anything_up() -> None:
    rounds = run_rounds(Scripted([{"a": {"t": [0]}, "b": {}}, HALVED]), GROUP)

    assert [1, 0] == [len(one.revoked) for one in rounds]
    assert HALVED == rounds[-1].answer


def test_client_that_withholds_itself_needs_the_same_rounds() -> None:
    rounds = run_rounds(Scripted([HALVED], answers_with_target=True), GROUP)

    assert [{"a": {"t": [0]}, "b": {"t": []}}, HALVED] == [one.answer for one in rounds]


def test_client_that_withholds_nothing_needs_one_round() -> None:
    assert 1 == len(run_rounds(Scripted([{"a": {"t": [0, 1]}, "b": {}}], answers_with_target=True), GROUP))


def test_endless_rounds_are_a_failure() -> None:
    swap: list[Assignment] = [{"a": {}, "b": {"t": [0, 1]}}, {"a": {"t": [0, 1]}, "b": {}}] * 3

    with pytest.raises(NeverSettled):
        run_rounds(Scripted(swap), GROUP)


def test_invalid_last_answer_is_a_failure() -> None:
    with pytest.raises(AssignorFailed, match="nothing-left-out"):
        run_rounds(Scripted([{"a": {"t": [0]}, "b": {}}, {"a": {"t": [0]}, "b": {}}]), GROUP)
