from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kafka_assay.assignors.hosted.targets import reference_target
from kafka_assay.assignors.hosted.targets.reference_target import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.promises import PROMISES


class Stranger:
    """A third-party assignor that gives a fixed answer."""

    name = "stranger"
    promises = frozenset({Promise.EVEN})

    def __init__(self, answer: Callable[[Group], Any]) -> None:
        self.assign = answer


def target(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Group], Any]) -> ReferenceTarget:
    """Return a target for a third-party assignor with this answer."""
    monkeypatch.setattr(reference_target, "reference_assignor", lambda *_: Stranger(answer))
    return ReferenceTarget("stranger")


def test_reference_makes_its_own_promises(group: Group) -> None:
    """It answers and reports the time."""
    range_ = ReferenceTarget("range")

    answer = range_.assign(group)

    assert {"C0": {"t0": [0, 1]}, "C1": {"t0": [2]}} == answer
    assert ("range", PROMISES["range"]) == (range_.like, range_.promises)
    assert range_.last_nanoseconds is not None


def test_like_overrides_the_promises() -> None:
    assert PROMISES["fair"] == ReferenceTarget("range", like="fair").promises


def test_third_party_assignor_states_its_own_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = target(monkeypatch, lambda _: {})

    assert ("+even", frozenset({Promise.EVEN})) == (stranger.like, stranger.promises)


def test_exception_is_a_failure_with_type_message_and_trace(monkeypatch: pytest.MonkeyPatch, group: Group) -> None:
    stranger = target(monkeypatch, lambda group: group.members[5])

    with pytest.raises(AssignorFailed) as failed:
        stranger.assign(group)

    assert failed.value.kind == "IndexError"
    assert failed.value.message == "tuple index out of range"
    assert "Traceback" in failed.value.trace


def test_third_party_answer_of_wrong_shape_is_garbage(monkeypatch: pytest.MonkeyPatch, group: Group) -> None:
    stranger = target(monkeypatch, lambda _: {"C0": ["t0"]})

    with pytest.raises(AssignorFailed, match=r"garbage: assignment\.C0: list \['t0'\]"):
        stranger.assign(group)
