"""Opened targets, and the further ways of asking them: reused objects and another process."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeAlias

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as reference_target
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText, open_target
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.registry import reference_assignor
from tests.assignors.hosted.conftest import OpenCode

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
            return {member.id: {"t0": [self.asked, len(heard)]} for member in group.members}

    class Counting:
        calls = -1

        def assign(self, group):
            self.calls += 1
            names = [member.id for member in group.members]
            return {name: {"t0": [0]} if place == self.calls % len(names) else {} for place, name in enumerate(names)}

    def placed(group):
        return {"C0": {"t0": [os.getpid(), int(os.environ["PYTHONHASHSEED"])]}}
"""
"""`Counting` gives partition 0 to another member at every call of one object. `placed` shows process and hash seed."""


@pytest.fixture
def opening() -> Iterator[Opening]:
    """Return `open_target`, and close all opened targets after the test."""
    with ExitStack() as opened:
        yield lambda text, **options: opened.enter_context(closing(open_target(text, **options)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, with assignors of the user in `mine.py`."""
    (tmp_path / "mine.py").write_text(dedent(MINE))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_python_target_is_found_in_the_current_directory(opening: Opening, here: Path) -> None:
    """Its output and input do not disturb. Each question gets a fresh object."""
    target = opening("python:mine:Mine")

    answers = [target.assign(group_of({"t0": 1}, {"C0": ["t0"], "☃": ["t0"]}, name="é✓")) for _ in range(2)]

    assert ("python:mine:Mine", "fair") == (target.name, target.like)
    assert target.promises == parse_likeness("fair").promises
    assert target.version.startswith("source ")
    assert answers == [{"C0": {"t0": [1, 0]}, "☃": {"t0": [1, 0]}}] * 2


def test_user_folder_named_assignors_or_kafka_is_not_imported(opening: Opening, here: Path) -> None:
    for folder in ("assignors", "kafka"):
        (here / folder).mkdir()
        (here / folder / "__init__.py").write_text("raise RuntimeError('the wrong one')")

    assert "fair" == opening("python:mine:Mine").like
    assert "roundrobin" == opening("kafka-python:roundrobin").like


def test_like_option_overrides_the_host(opening: Opening) -> None:
    assert "roundrobin" == opening(f"exec:{sys.executable} {EXAMPLE}", like="roundrobin").like


def test_call_timeout_leaves_the_time_in_which_a_consumer_program_joins(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[HostCommand] = []
    monkeypatch.setattr(reference_target, "HostTarget", lambda _, command, **__: started.append(command))

    open_target("wire:sh {bootstrap} {topics}", call_timeout=7.0)

    assert (60.0, 7.0) == (started[0].limits.start_seconds, started[0].limits.call_seconds)


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


@pytest.mark.parametrize(
    ("answer", "says", "trace"),
    [
        (lambda group: group.members[5], "IndexError: tuple index out of range", "Traceback"),
        (lambda _: {"C0": ["t0"]}, "garbage: assignment.C0: list ['t0']", ""),
    ],
)
def test_exception_or_answer_of_wrong_shape_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, group: Group, answer: Callable[[Group], Any], says: str, trace: str
) -> None:
    with pytest.raises(AssignorFailed) as failed:
        target(monkeypatch, answer).assign(group)

    assert str(failed.value).startswith(says)
    assert trace in failed.value.trace


FALLS = """
calls = {}
for line in sys.stdin:
    asked = json.loads(line)
    kept = asked.get("instance")
    count = calls[kept] = calls.get(kept, -1) + 1 if kept else 0
    if asked["group"].get("name") == "odd":
        reply = {"error": {"type": "Odd", "message": ""}}
    else:
        reply = {"assignment": {"C0": {"t0": [count]}}}
    if asked["group"].get("name") == "crash":
        os._exit(3)
    print(json.dumps({"id": asked["id"], **reply}), flush=True)
    if asked["group"].get("name") == "dies after":
        os._exit(4)
"""
"""A host whose objects count their calls. The name of a group can make it crash."""


@pytest.mark.parametrize("fall", ["crash", "dies after"])
def test_reused_object_is_restored_after_another_question_crashes(open_code: OpenCode, group: Group, fall: str) -> None:
    """It is restored with its state."""
    target = open_code(FALLS)
    kept = target.reused_object()
    counts = [kept(group)["C0"]["t0"]]
    with pytest.raises(AssignorFailed, match="Odd"):
        kept(replace(group, name="odd"))

    with suppress(AssignorFailed):
        target.assign(replace(group, name=fall))
    counts += [kept(group)["C0"]["t0"] for _ in range(2)]

    assert [[0], [2], [3]] == counts
    assert (["crash"] if fall == "dies after" else []) == [one.failure.kind for one in target.late_failures]


def test_reused_object_that_crashes_is_replaced_by_a_new_one(open_code: OpenCode, group: Group) -> None:
    """As in a client that crashes and restarts."""
    kept = open_code(FALLS).reused_object()
    kept(group)
    with pytest.raises(AssignorFailed, match="crash"):
        kept(replace(group, name="crash"))

    counts = [kept(group)["C0"]["t0"] for _ in range(2)]

    assert [[0], [1]] == counts


def test_reused_object_that_crashes_on_replay_fails(open_code: OpenCode, group: Group) -> None:
    """Its earlier questions are replayed in the new process."""
    kept = open_code(FALLS).reused_object()
    kept(replace(group, name="dies after"))

    with pytest.raises(AssignorFailed, match="exit code 4"):
        kept(group)


def owner(answer: dict[str, dict[str, list[int]]]) -> str:
    return next(member for member, topics in answer.items() if topics)


def test_only_reused_objects_keep_state(opening: Opening, here: Path, group: Group) -> None:
    target = opening("python:mine:Counting")
    one, other = target.reused_object(), target.reused_object()

    assert ["C0", "C0"] == [owner(target.assign(group)) for _ in range(2)]
    assert ["C0", "C1", "C0"] == [owner(one(group)) for _ in range(3)]
    assert ["C0", "C1"] == [owner(other(group)) for _ in range(2)]


def test_elsewhere_is_one_process_with_another_hash_seed(opening: Opening, here: Path, group: Group) -> None:
    """The seed of the target fixes that of hashes, so a finding can be replayed."""
    target = opening("python:mine:placed", seed=41)
    other_process = target.other_process()
    assert other_process is not None

    first, there, again = (ask(group)["C0"]["t0"] for ask in (target.assign, other_process, other_process))
    target.close()

    assert first[0] != there[0]
    assert there == again
    assert [41, 42] == [first[1], there[1]]
    with pytest.raises(ProcessLookupError):
        os.kill(there[0], 0)


def test_reference_answers_the_same_in_another_process(opening: Opening) -> None:
    group = group_of({"t": 5, "u": 2}, {"a": ["t"], "b": ["t", "u"], "é": ["u"]}, {"a": {"t": [4]}}, generation=1)
    target = opening("sticky")
    other_process = target.other_process()

    assert other_process is not None
    assert target.assign(group) == other_process(group) == target.reused_object()(group)


def test_failed_second_process_is_no_failure_of_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started once only."""
    tried: list[str] = []

    def no_host(name: str) -> None:
        tried.append(name)
        raise AssayError("program not found: 'python'")

    monkeypatch.setattr(reference_target, "reference_host", no_host)
    with closing(open_target("range")) as target:
        assert [None, None] == [target.other_process(), target.other_process()]
    assert ["range"] == tried
