"""Tests of `assay.testing.target_spelling`: how a live object is spelt as a target."""

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


def test_classes_and_functions_go_by_their_names(module: Any) -> None:
    """Nested classes too."""
    given = (module.Mine, module.Mine.Inner, module.function)

    assert ["Mine", "Mine.Inner", "function"] == [text(module, one) for one in given]


def test_an_object_goes_by_the_name_that_holds_it(module: Any) -> None:
    """The very object: another one like it may have been made with other arguments."""
    assert ("held", None) == (text(module, module.held), text(module, module.Wanting(3)))


def test_an_object_goes_by_its_class_where_that_makes_its_like(module: Any) -> None:
    """The same attributes without any argument, slots or not; other ones have no spelling."""
    assert ("Mine", "Slotted") == (text(module, module.Mine()), text(module, module.Slotted(1)))
    assert (None, None) == (text(module, module.Mine(2)), text(module, module.Slotted(2)))


def test_what_no_module_holds_has_no_spelling(module: Any) -> None:
    """Lambdas, functions inside functions."""
    assert text(module, module.local()) is None


def test_text_is_a_target_already() -> None:
    """Nothing is looked up."""
    assert Spelling("kafka-python:sticky") == spelling_of("kafka-python:sticky", {})


def test_a_module_out_of_the_way_is_named_with_its_folder(
    module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Relative where that is short; nothing where PYTHONPATH says it already."""
    monkeypatch.chdir(tmp_path.parent)
    apart = spelling_of(module.Mine, {})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    told = spelling_of(module.Mine, {})

    assert apart is not None
    assert told is not None
    assert (tmp_path.name, None) == (apart.folder, told.folder)


def test_the_command_tells_python_where_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before what it was told already."""
    monkeypatch.setenv("PYTHONPATH", "old")

    assert ["env", "PYTHONPATH=src:old", "assay"] == Spelling("python:m:N", "src").command("assay")
    assert ["assay"] == Spelling("python:m:N").command("assay")
