"""Tests that the example project under `docs/start/own_assignor` does what its page says."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import tests.assay.preloaded  # noqa: F401 - before a run inside this one can load it

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.functional

PROJECT = Path(__file__).parents[3] / "docs" / "start" / "own_assignor"


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
    page = (PROJECT.parent / "own-assignor.md").read_text("utf-8")
    shown = re.search(r"^```\n(✗ BROKEN.*?)\n```$", page, flags=re.MULTILINE | re.DOTALL)
    assert shown is not None

    printed = project.runpytest_inprocess().stdout.str()

    (case,) = re.findall(r"--case (\S+)", shown[1])
    assert shown[1] in printed
    assert (project.path / case).is_file()
