from __future__ import annotations

import os
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as reference_target
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.conftest import OpenCode

MODULE = '''
"""
An assignor that remembers, and one that knows where it runs.
"""

import os


class Counting:
    """
    Gives partition 0 to another member at every call of the same object.
    """

    def __init__(self):
        self.calls = -1

    def assign(self, group):
        """
        Turn by turn.
        """
        self.calls += 1
        names = [member.id for member in group.members]
        return {name: {"t0": [0]} if place == self.calls % len(names) else {} for place, name in enumerate(names)}


def placed(group):
    """
    The number of the process, and its hash seed, in the place of partition ids.
    """
    return {"C0": {"t0": [os.getpid(), int(os.environ["PYTHONHASHSEED"])]}}
'''


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of the user in the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(MODULE, encoding="utf-8")


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


def named_group(group: Group, name: str) -> Group:
    """Return the group with a name that instructs the host."""
    return replace(group, name=name)


@pytest.mark.parametrize("fall", ["crash", "dies after"])
def test_reused_object_is_restored_after_another_question_crashes(open_code: OpenCode, group: Group, fall: str) -> None:
    """It is restored with its state."""
    target = open_code(FALLS)
    kept = target.reused_object()
    counts = [kept(group)["C0"]["t0"]]
    with pytest.raises(AssignorFailed, match="Odd"):
        kept(named_group(group, "odd"))

    with suppress(AssignorFailed):
        target.assign(named_group(group, fall))
    counts += [kept(group)["C0"]["t0"] for _ in range(2)]

    assert [[0], [2], [3]] == counts
    assert (["crash"] if fall == "dies after" else []) == [one.failure.kind for one in target.late_failures]


def test_reused_object_that_crashes_is_replaced_by_a_new_one(open_code: OpenCode, group: Group) -> None:
    """As in a client that crashes and restarts."""
    kept = open_code(FALLS).reused_object()
    kept(group)
    with pytest.raises(AssignorFailed, match="crash"):
        kept(named_group(group, "crash"))

    counts = [kept(group)["C0"]["t0"] for _ in range(2)]

    assert [[0], [1]] == counts


def test_reused_object_that_crashes_on_replay_fails(open_code: OpenCode, group: Group) -> None:
    """Its earlier questions are replayed in the new process."""
    kept = open_code(FALLS).reused_object()
    kept(named_group(group, "dies after"))

    with pytest.raises(AssignorFailed, match="exit code 4"):
        kept(group)


def owner(answer: dict[str, dict[str, list[int]]]) -> str:
    return next(member for member, topics in answer.items() if topics)


def test_only_reused_objects_keep_state(group: Group) -> None:
    with closing(open_target("python:odd:Counting")) as target:
        one, other = target.reused_object(), target.reused_object()

        assert ["C0", "C0"] == [owner(target.assign(group)) for _ in range(2)]
        assert ["C0", "C1", "C0"] == [owner(one(group)) for _ in range(3)]
        assert ["C0", "C1"] == [owner(other(group)) for _ in range(2)]


def test_elsewhere_is_one_process_with_another_hash_seed(group: Group) -> None:
    with closing(open_target("python:odd:placed", seed=41)) as target:
        here = target.assign(group)["C0"]["t0"]
        other_process = target.other_process()
        assert other_process is not None
        there, again = (other_process(group)["C0"]["t0"] for _ in range(2))

    assert here[0] != there[0]
    assert there == again
    assert [41, 42] == [here[1], there[1]]
    with pytest.raises(ProcessLookupError):
        os.kill(there[0], 0)


def test_reference_answers_the_same_in_another_process() -> None:
    group = group_of({"t": 5, "u": 2}, {"a": ["t"], "b": ["t", "u"], "é": ["u"]}, {"a": {"t": [4]}}, generation=1)
    with closing(open_target("sticky")) as target:
        other_process = target.other_process()

        assert other_process is not None
        assert target.assign(group) == other_process(group)
        assert target.assign(group) == target.reused_object()(group)


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
