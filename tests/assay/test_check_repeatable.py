"""Tests of `assay check` on assignors that keep state or depend on hash order."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run

pytestmark = pytest.mark.functional

ODD = '''
"""
Assignors that do not repeat themselves.
"""


def dealt(group, names):
    """
    Every partition of a topic to the next subscriber in the order of these names.
    """
    answer = {name: {} for name in names}
    for topic in group.topics:
        readers = {member.id for member in group.members if topic.name in member.subscription}
        takers = [name for name in names if name in readers]
        for partition in range(topic.partitions if takers else 0):
            answer[takers[partition % len(takers)]].setdefault(topic.name, []).append(partition)
    return answer


class Remembers:
    """
    Deals by name, and backwards for ever once it has seen a generation newer than 0.
    """

    def __init__(self):
        self.newest = 0

    def assign(self, group):
        """
        In the order of names, or against it.
        """
        names = sorted(member.id for member in group.members)
        backwards = self.newest > 0
        self.newest = max([self.newest, *(member.generation or 0 for member in group.members)])
        return dealt(group, names[::-1] if backwards else names)


def hashed(group):
    """
    Deals in the order of a set.
    """
    return dealt(group, list({member.id for member in group.members}))
'''


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with a user's module."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(ODD, encoding="utf-8")


def checked_cell(target: str, law: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one cell of `law` in the clean family."""
    ask = ["check", target, "--like", "+repeatable,+fixed", "--law", law, "--inputs", "clean", "--groups", "100"]
    assert 1 == run([*ask, "--json"])
    (cell,) = json.loads(capsys.readouterr().out)["cells"]
    found: dict[str, Any] = cell
    return found


def test_stateful_assignor_is_found_and_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    cell = checked_cell("python:odd:Remembers", "same-question-same-answer", capsys)

    case = cell["counterexample"]
    assert "reused object" == case["facts"]["way"]
    assert (2, {"t0": 1}) == (len(case["steps"][0]["group"]["members"]), case["steps"][0]["group"]["topics"])
    assert [None, None, "a", "a"] == [step["instance"] for step in case["steps"]]
    assert "Called on an object that had answered a newer generation before" in case["explanation"]

    run([*shlex.split(cell["replay"])[1:], "--json"])
    (again,) = json.loads(capsys.readouterr().out)["cells"]
    assert case["steps"] == again["counterexample"]["steps"]


def test_hash_order_is_found_by_another_process(capsys: pytest.CaptureFixture[str]) -> None:
    """Within one process a set keeps its order; another hash seed changes it."""
    cell = checked_cell("python:odd:hashed", "same-question-same-answer", capsys)

    assert "another process" == cell["counterexample"]["facts"]["way"]
    assert "in another process" == cell["counterexample"]["steps"][-1]["why"]
