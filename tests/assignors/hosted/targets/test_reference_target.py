"""References are asked in this process, and fail as hosted targets do."""

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
    """An assignor that somebody else installed."""

    name = "stranger"
    promises = frozenset({Promise.EVEN})

    def __init__(self, answer: Callable[[Group], Any]) -> None:
        """It answers whatever `answer` says."""
        self.assign = answer


def target(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Group], Any]) -> ReferenceTarget:
    """A stranger that answers so, as a target."""
    monkeypatch.setattr(reference_target, "reference_assignor", lambda *_: Stranger(answer))
    return ReferenceTarget("stranger")


def test_a_reference_is_like_itself(group: Group) -> None:
    """It promises its own row under its own name, answers, and says how long that took."""
    range_ = ReferenceTarget("range")

    answer = range_.assign(group)

    assert {"C0": {"t0": [0, 1]}, "C1": {"t0": [2]}} == answer
    assert ("range", PROMISES["range"]) == (range_.like, range_.promises)
    assert range_.last_nanoseconds is not None


def test_likeness_can_be_overruled() -> None:
    """Whose promises are asked is for the caller to say."""
    assert PROMISES["fair"] == ReferenceTarget("range", like="fair").promises


def test_a_stranger_keeps_its_own_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """An assignor without a row of its own promises what it says."""
    stranger = target(monkeypatch, lambda _: {})

    assert ("+even", frozenset({Promise.EVEN})) == (stranger.like, stranger.promises)


def test_what_it_raises_is_a_failure(monkeypatch: pytest.MonkeyPatch, group: Group) -> None:
    """An exception becomes `AssignorFailed` with its type, its message and its trace."""
    stranger = target(monkeypatch, lambda group: group.members[5])

    with pytest.raises(AssignorFailed) as failed:
        stranger.assign(group)

    assert failed.value.kind == "IndexError"
    assert failed.value.message == "tuple index out of range"
    assert "Traceback" in failed.value.trace


def test_a_stranger_is_not_trusted(monkeypatch: pytest.MonkeyPatch, group: Group) -> None:
    """An answer of the wrong shape is garbage."""
    stranger = target(monkeypatch, lambda _: {"C0": ["t0"]})

    with pytest.raises(AssignorFailed, match=r"garbage: assignment\.C0: list \['t0'\]"):
        stranger.assign(group)
