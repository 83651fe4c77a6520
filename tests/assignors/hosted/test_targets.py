from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeAlias

import pytest

from kafka_assay.assignors.hosted import targets as reference_target
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText, open_target
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor

EXAMPLE = Path(__file__).parents[3] / "docs" / "hosts" / "example_host.py"

Opening: TypeAlias = Callable[..., "ReferenceTarget | HostTarget"]

MINE = """
    import os, sys, time

    class Mine:
        like = "fair"
        asked = 0

        def assign(self, group):
            print("chatter on stdout")
            sys.stdout.flush()
            os.write(1, b"more of it")
            heard = sys.stdin.read()
            self.asked += 1
            if group.name == "hash":
                return {str(hash("t0")): {}}
            return {member.id: {"t0": [self.asked, len(heard)]} for member in group.members}
"""


@pytest.fixture
def opening() -> Iterator[Opening]:
    """Return `open_target`, and close all opened targets after the test."""
    with ExitStack() as opened:
        yield lambda text, **options: opened.enter_context(closing(open_target(text, **options)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, with an assignor of the user in `mine.py`."""
    (tmp_path / "mine.py").write_text(dedent(MINE))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def named_group(name: str, *members: str) -> Group:
    return group_of({"t0": 1}, {member: ["t0"] for member in members}, name=name)


def test_python_target_is_found_in_the_current_directory(opening: Opening, here: Path) -> None:
    target = opening("python:mine:Mine")

    assert ("python:mine:Mine", "fair") == (target.name, target.like)
    assert target.promises == parse_likeness("fair").promises
    assert target.version.startswith("source ")


def test_output_and_input_of_user_code_do_not_disturb(opening: Opening, here: Path) -> None:
    """Each question gets a fresh object."""
    target = opening("python:mine:Mine")

    answers = [target.assign(named_group("é\u2713", "C0", "☃")) for _ in range(2)]

    assert answers == [{"C0": {"t0": [1, 0]}, "☃": {"t0": [1, 0]}}] * 2


def test_seed_fixes_the_hash_order(opening: Opening, here: Path) -> None:
    """So a finding can be replayed."""
    answers = [opening("python:mine:Mine", seed=seed).assign(named_group("hash")) for seed in (5, 5, 6)]

    assert answers[0] == answers[1]
    assert answers[0] != answers[2]


def test_user_folder_named_assignors_or_kafka_is_not_imported(opening: Opening, here: Path) -> None:
    for folder in ("assignors", "kafka"):
        (here / folder).mkdir()
        (here / folder / "__init__.py").write_text("raise RuntimeError('the wrong one')")

    assert "fair" == opening("python:mine:Mine").like
    assert "roundrobin" == opening("kafka-python:roundrobin").like


def test_like_option_overrides_the_host(opening: Opening) -> None:
    assert "roundrobin" == opening(f"exec:{sys.executable} {EXAMPLE}", like="roundrobin").like


def test_target_text_can_be_pickled() -> None:
    """Workers open the same target from it."""
    text = TargetText(text="range", like="fair", seed=3)

    assert text == pickle.loads(pickle.dumps(text))
    assert "fair" == pickle.loads(pickle.dumps(text)).open().like


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
    assert reference_assignor("fair").promises == ReferenceTarget("range", like="fair").promises
    assert ("range", reference_assignor("range").promises) == (range_.like, range_.promises)
    assert range_.last_nanoseconds is not None


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
