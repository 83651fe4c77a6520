"""How else than plainly targets can be asked: one object that is kept, and another process."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import reference_target
from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.conftest import OpenHost

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
    """A module of the user's in the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(MODULE, encoding="utf-8")


FALLS = """
import json, os, sys
print(json.dumps({"format": "assay-host/1", "implementation": "x", "assignors": ["counts"]}), flush=True)
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
"""
A host whose objects count their calls; a group can name how it falls.
"""


def called(group: Group, name: str) -> Group:
    """The group, with a name that tells the host what to do."""
    return replace(group, name=name)


@pytest.mark.parametrize("fall", ["crash", "dies after"])
def test_a_reused_object_survives_what_others_do(open_host: OpenHost, group: Group, tmp_path: Path, fall: str) -> None:
    """
    Where another question brings the process down, at once or afterwards, the object is brought back: it counts on,
    what it refused counts too, and its answer is no failure.
    """
    (tmp_path / "falls.py").write_text(FALLS)
    target = open_host(tmp_path / "falls.py")
    kept = target.reused_object()
    counts = [kept(group)["C0"]["t0"]]
    with pytest.raises(AssignorFailed, match="Odd"):
        kept(called(group, "odd"))

    with suppress(AssignorFailed):
        target.assign(called(group, fall))
    counts += [kept(group)["C0"]["t0"] for _ in range(2)]

    assert [[0], [2], [3]] == counts
    assert (["crash"] if fall == "dies after" else []) == [one.failure.kind for one in target.late_failures]


def test_a_reused_object_that_falls_itself_is_a_new_one(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """It is not brought back only to fall again: as in a client that has crashed, it begins anew."""
    (tmp_path / "falls.py").write_text(FALLS)
    kept = open_host(tmp_path / "falls.py").reused_object()
    kept(group)
    with pytest.raises(AssignorFailed, match="crash"):
        kept(called(group, "crash"))

    counts = [kept(group)["C0"]["t0"] for _ in range(2)]

    assert [[0], [1]] == counts


def test_an_object_that_dies_of_its_own_past_fails(open_host: OpenHost, group: Group, tmp_path: Path) -> None:
    """
    What it was asked before is asked again, and brings the new process down, too: then it is this object's failure.
    """
    (tmp_path / "falls.py").write_text(FALLS)
    kept = open_host(tmp_path / "falls.py").reused_object()
    kept(called(group, "dies after"))

    with pytest.raises(AssignorFailed, match="exit code 4"):
        kept(group)


def owner(answer: dict[str, dict[str, list[int]]]) -> str:
    """Who has the partition."""
    return next(member for member, topics in answer.items() if topics)


def test_a_reused_object_remembers_and_fresh_ones_do_not(group: Group) -> None:
    """Plainly asked it is always a new object; each kept object counts for itself."""
    with closing(open_target("python:odd:Counting")) as target:
        one, other = target.reused_object(), target.reused_object()

        assert ["C0", "C0"] == [owner(target.assign(group)) for _ in range(2)]
        assert ["C0", "C1", "C0"] == [owner(one(group)) for _ in range(3)]
        assert ["C0", "C1"] == [owner(other(group)) for _ in range(2)]


def test_elsewhere_is_one_other_process_with_another_hash_seed(group: Group) -> None:
    """It is started once, and closed with the target."""
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


def test_a_reference_is_asked_elsewhere_too() -> None:
    """The same answer comes from another process as from this one."""
    group = group_of({"t": 5, "u": 2}, {"a": ["t"], "b": ["t", "u"], "é": ["u"]}, {"a": {"t": [4]}}, generation=1)
    with closing(open_target("sticky")) as target:
        other_process = target.other_process()

        assert other_process is not None
        assert target.assign(group) == other_process(group)
        assert target.assign(group) == target.reused_object()(group)


def test_where_no_other_process_can_be_had_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is asked for once, and is no failure of the target's."""
    tried: list[str] = []

    def no_host(name: str) -> None:
        tried.append(name)
        raise AssayError("no program is called 'python'")

    monkeypatch.setattr(reference_target, "reference_host", no_host)
    with closing(open_target("range")) as target:
        assert [None, None] == [target.other_process(), target.other_process()]
    assert ["range"] == tried
