"""Tests of how a live object is written as a target."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from assay.testing.target_spelling import Spelling, spelling_of

SOURCE = """
class Mine:
    def __init__(self, size=1):
        self.size = size

    class Inner:
        pass

class Slotted:
    __slots__ = ("size",)

    def __init__(self, size=1):
        self.size = size

class Wanting:
    def __init__(self, size):
        self.size = size

def function(group):
    return {}

def local():
    return lambda group: {}

held = Wanting(3)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module with assignors of all forms, in the current directory."""
    name = f"spelt_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    __import__(name)
    yield sys.modules[name]
    del sys.modules[name]


def text(module: Any, given: object) -> str | None:
    """The spelling without the module's own name."""
    found = spelling_of(given, {})
    return None if found is None else found.text.replace(f"python:{module.__name__}:", "")


@pytest.mark.parametrize(
    ("given", "spelt"),
    [
        ("Mine", "Mine"),
        ("Mine.Inner", "Mine.Inner"),
        ("function", "function"),
        ("held", "held"),
        ("Wanting(3)", None),
        ("Mine()", "Mine"),
        ("Slotted(1)", "Slotted"),
        ("Mine(2)", None),
        ("Slotted(2)", None),
        ("local()", None),
    ],
)
def test_object_is_spelt_by_its_name_or_by_its_class(given: str, spelt: str | None, module: Any) -> None:
    """By the name of the very object, because an equal one may have other arguments; by a class that needs none."""
    assert spelt == text(module, eval(given, vars(module)))


def test_module_outside_the_path_is_spelt_with_its_folder(
    module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path.parent)
    apart = spelling_of(module.Mine, {})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    told = spelling_of(module.Mine, {})

    assert apart is not None
    assert told is not None
    assert (tmp_path.name, None) == (apart.folder, told.folder)


def test_command_sets_pythonpath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "old")

    assert ["env", "PYTHONPATH=src:old", "assay"] == Spelling("python:m:N", "src").command("assay")
    assert ["assay"] == Spelling("python:m:N").command("assay")
