"""Tests that the example project under `docs/start/own_assignor` and what an assignor sees are as the page says."""

from __future__ import annotations

import re
from shutil import copytree, ignore_patterns

import pytest

import tests.assay.preloaded  # noqa: F401 - before a run inside this one can load it
from assay.testing import Group, Member, Topic
from tests.assay.shell import ROOT

pytest_plugins = ["pytester"]

PROJECT = ROOT / "docs" / "start" / "own_assignor"
PAGE = (PROJECT.parent / "own-assignor.md").read_text("utf-8")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A copy of the project, in the current directory."""
    copytree(PROJECT, pytester.path, dirs_exist_ok=True, ignore=ignore_patterns("__pycache__"))
    return pytester


def test_project_passes_with_its_one_expected_failure(project: pytest.Pytester) -> None:
    outcomes = project.runpytest_inprocess().parseoutcomes()

    assert {"passed", "xfailed"} == outcomes.keys()
    assert 1 == outcomes["xfailed"]


def test_page_shows_the_printed_output(project: pytest.Pytester) -> None:
    """Without the declaration, the test fails with the output of the page."""
    tests = project.path / "tests" / "test_least_loaded.py"
    tests.write_text(tests.read_text("utf-8").replace("expected_failures=KNOWN, ", ""), encoding="utf-8")
    shown = re.search(r"^```\n(✗ BROKEN.*?)\n```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert shown is not None

    printed = project.runpytest_inprocess().stdout.str()

    (case,) = re.findall(r"--case (\S+)", shown[1])
    assert shown[1] in printed
    assert (project.path / case).is_file()


def described_names(thing: str) -> set[str]:
    """The attributes and methods in the table about a group, a member or a topic."""
    table = re.search(rf"^\| of (?:the|a) {thing} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, flags=re.MULTILINE)
    assert table is not None
    cells = (row.split(" | ")[0] for row in table[1].splitlines())
    return {name for cell in cells for name in re.findall(r"`(\w+)", cell)}


@pytest.mark.parametrize(("thing", "kind"), [("group", Group), ("member", Member), ("topic", Topic)])
def test_guide_describes_every_attribute_that_an_assignor_sees(thing: str, kind: type) -> None:
    assert {name for name in dir(kind) if not name.startswith("_")} == described_names(thing)
