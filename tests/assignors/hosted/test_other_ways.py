"""
How else than plainly targets can be asked: one object that is kept, and another process.
"""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from assignors.errors import AssayError
from assignors.hosted import opening
from assignors.hosted.opening import open_target
from assignors.model import group_of

if TYPE_CHECKING:
    from pathlib import Path

    from assignors.model import Group

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
    """
    A module of the user's in the current directory.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(MODULE, encoding="utf-8")


def owner(answer: dict[str, dict[str, list[int]]]) -> str:
    """
    Who has the partition.
    """
    return next(member for member, topics in answer.items() if topics)


def test_a_kept_object_remembers_and_fresh_ones_do_not(group: Group) -> None:
    """
    Plainly asked it is always a new object; each kept object counts for itself.
    """
    with closing(open_target("python:odd:Counting")) as target:
        one, other = target.kept_object(), target.kept_object()

        assert ["C0", "C0"] == [owner(target.assign(group)) for _ in range(2)]
        assert ["C0", "C1", "C0"] == [owner(one(group)) for _ in range(3)]
        assert ["C0", "C1"] == [owner(other(group)) for _ in range(2)]


def test_elsewhere_is_one_other_process_with_another_hash_seed(group: Group) -> None:
    """
    It is started once, and closed with the target.
    """
    with closing(open_target("python:odd:placed", seed=41)) as target:
        here = target.assign(group)["C0"]["t0"]
        elsewhere = target.elsewhere()
        assert elsewhere is not None
        there, again = (elsewhere(group)["C0"]["t0"] for _ in range(2))

    assert here[0] != there[0]
    assert there == again
    assert [41, 42] == [here[1], there[1]]
    with pytest.raises(ProcessLookupError):
        os.kill(there[0], 0)


def test_a_reference_is_asked_elsewhere_too() -> None:
    """
    The same answer comes from another process as from this one.
    """
    group = group_of({"t": 5, "u": 2}, {"a": ["t"], "b": ["t", "u"], "é": ["u"]}, {"a": {"t": [4]}}, generation=1)
    with closing(open_target("sticky")) as target:
        elsewhere = target.elsewhere()

        assert elsewhere is not None
        assert target.assign(group) == elsewhere(group)
        assert target.assign(group) == target.kept_object()(group)


def test_where_no_other_process_can_be_had_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    That is asked for once, and is no failure of the target's.
    """
    tried: list[str] = []

    def no_host(name: str) -> None:
        tried.append(name)
        raise AssayError("no program is called 'python'")

    monkeypatch.setattr(opening, "reference_host", no_host)
    with closing(open_target("range")) as target:
        assert [None, None] == [target.elsewhere(), target.elsewhere()]
    assert ["range"] == tried
