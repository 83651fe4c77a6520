from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, group_of
from kafka_assay.pipeline.whatif.rounds import Round, run_rounds
from kafka_assay.properties.trials.trial import NeverSettled
from tests.pipeline.whatif.groups import cooperative_client

GROUP = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}, generation=1)
HALVED: Assignment = {"a": {"t": [0]}, "b": {"t": [1]}}


def rounds_of(*answers: Assignment, withholds: bool = False) -> tuple[Round, ...]:
    """The rounds of a cooperative target with these answers, one after another."""
    left = list(answers)
    return run_rounds(cooperative_client(lambda _: left.pop(0), withholds=withholds), GROUP)


def test_rounds_end_when_no_member_gives_anything_up() -> None:
    rounds = rounds_of({"a": {"t": [0]}, "b": {}}, HALVED)

    assert [1, 0] == [len(one.revoked) for one in rounds]
    assert HALVED == rounds[-1].answer


def test_client_that_withholds_itself_needs_the_same_rounds() -> None:
    rounds = rounds_of(HALVED, withholds=True)

    assert [{"a": {"t": [0]}, "b": {"t": []}}, HALVED] == [one.answer for one in rounds]


def test_client_that_withholds_nothing_needs_one_round() -> None:
    assert 1 == len(rounds_of({"a": {"t": [0, 1]}, "b": {}}, withholds=True))


def test_endless_rounds_are_a_failure() -> None:
    swap: list[Assignment] = [{"a": {}, "b": {"t": [0, 1]}}, {"a": {"t": [0, 1]}, "b": {}}] * 3

    with pytest.raises(NeverSettled):
        rounds_of(*swap)


def test_invalid_last_answer_is_a_failure() -> None:
    with pytest.raises(AssignorFailed, match="nothing-left-out"):
        rounds_of({"a": {"t": [0]}, "b": {}}, {"a": {"t": [0]}, "b": {}})
