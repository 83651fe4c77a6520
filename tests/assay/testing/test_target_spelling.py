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


def test_classes_and_functions_are_spelt_by_name(module: Any) -> None:
    given = (module.Mine, module.Mine.Inner, module.function)

    assert ["Mine", "Mine.Inner", "function"] == [text(module, one) for one in given]


def test_object_is_spelt_by_its_module_level_name(module: Any) -> None:
    """Only the very object: an equal one may have other arguments."""
    assert ("held", None) == (text(module, module.held), text(module, module.Wanting(3)))


def test_object_equal_to_a_default_instance_is_spelt_by_its_class(module: Any) -> None:
    assert ("Mine", "Slotted") == (text(module, module.Mine()), text(module, module.Slotted(1)))
    assert (None, None) == (text(module, module.Mine(2)), text(module, module.Slotted(2)))


def test_lambdas_and_local_functions_have_no_spelling(module: Any) -> None:
    assert text(module, module.local()) is None


def test_text_is_unchanged() -> None:
    assert Spelling("kafka-python:sticky") == spelling_of("kafka-python:sticky", {})


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


def test_module_in_src_needs_no_folder(module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `python:` target is searched there anyway."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "src").symlink_to(tmp_path, target_is_directory=True)
    monkeypatch.chdir(project)

    found = spelling_of(module.Mine, {})

    assert found is not None
    assert None is found.folder


def test_command_sets_pythonpath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "old")

    assert ["env", "PYTHONPATH=src:old", "assay"] == Spelling("python:m:N", "src").command("assay")
    assert ["assay"] == Spelling("python:m:N").command("assay")
