"""Tests of `assay.testing`: what a failing test shows, and that it does what it says."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.assay.testing.own_runs import EVEN, ran, told

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.functional


MENDED = """
from kafka_assay.assignors.registry import reference_assignor


def greedy(group):
    return reference_assignor("fair").assign(group)
"""


def test_a_broken_law_shows_the_group_the_proof_and_the_commands(pytester: pytest.Pytester) -> None:
    """The smallest group, what happened, why it matters, the source, the commands, and no traceback of ours."""
    result = ran(pytester, "[greedy]", **EVEN)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*BROKEN  even-when-equal (clean)   2 members, 2 partitions",
            "  topics *",
            "  members *",
            "  answer *",
            "  What happened: *",
            "  Why it matters: *",
            "  Source: *",
            "  Replay:  assay check python:mine:greedy --like +even --case *.json",
            "  Test:    assay explain *.json python:mine:greedy --like +even --as-test",
            "  Again:   pytest 'test_mine.py::test_laws[[]greedy:even-when-equal[]]'",
        ]
    )
    assert "law_check.py" not in result.stdout.str()


def test_the_commands_work_as_they_stand(pytester: pytest.Pytester) -> None:
    """Pasted into a shell, the one repeats the case, and the other prints the very test, which fails."""
    result = ran(pytester, "[greedy]", **EVEN)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}

    replayed, explained = (
        subprocess.run(
            told(result, word), shell=True, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        for word in ("Replay:", "Test:")
    )
    again = pytester.runpytest_inprocess(*shlex.split(told(result, "Again:"))[1:])

    assert (1, 1) == (replayed.returncode, explained.returncode)
    assert "BROKEN  even-when-equal" in replayed.stdout
    assert "target='python:mine:greedy'" in explained.stdout
    again.assert_outcomes(failed=1)


def test_the_pasted_test_fails_until_the_assignor_is_mended(pytester: pytest.Pytester) -> None:
    """What is printed is a test file; it names the target, and passes once the target keeps the law."""
    result = ran(pytester, "[greedy]", **EVEN)
    _, _, text = result.stdout.str().partition("ready to paste: it fails while the law is broken.\n")
    (pytester.path / "test_pasted.py").write_text(text[: text.index("\n==") if "\n==" in text else None])

    broken = pytester.runpytest_inprocess("test_pasted.py")
    (pytester.path / "mine.py").write_text(MENDED)
    mended = pytester.runpytest_inprocess("test_pasted.py")

    broken.assert_outcomes(failed=1)
    mended.assert_outcomes(passed=1)


def test_expected_failures_can_be_looked_at(pytester: pytest.Pytester) -> None:
    """`--runxfail` shows them as any other failure."""
    result = ran(pytester, "[greedy]", "--runxfail", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*BROKEN  even-when-equal*"])


def test_what_has_no_name_is_replayed_by_its_test(pytester: pytest.Pytester) -> None:
    """No command line can make an object with arguments: the answer stands in the pasted test instead."""
    result = ran(pytester, "[Greedy(size=2)]", laws=["even-when-equal"])

    assert "pytest 'test_mine.py::test_laws[Greedy:even-when-equal]'" == told(result, "Replay:")
    result.stdout.fnmatch_lines(["*Held under a name in a module (MINE = Mine(3)) it gets*"])
    result.stdout.fnmatch_lines(["*ready to paste: it fails until another answer is put there.", "ANSWER = *"])


def test_who_never_answers_fails_once(pytester: pytest.Pytester) -> None:
    """The other laws are undecided, which is no pass."""
    result = ran(pytester, "[raising]", "-rs", laws=["returns-an-answer", "one-owner-each"])

    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        ["*What happened: The assignor gave no answer: LookupError*", "SKIPPED *see returns-an-answer"]
    )


def test_without_time_nothing_passes(pytester: pytest.Pytester) -> None:
    """A law that was not asked is not kept."""
    result = ran(pytester, "[Fair()]", seconds=1e-9, laws=["one-owner-each"])

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*time was up before a group was put to it*", "*Undecided is no pass: more time*"])


def test_cases_are_kept_where_the_check_keeps_its_own(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the root folder, wherever pytest was started, and still there when its temporary folders are gone."""
    ran(pytester, "[greedy]", **EVEN)
    (pytester.path / "inner").mkdir()
    monkeypatch.chdir(pytester.path / "inner")

    replay = told(pytester.runpytest_inprocess("..", "--rootdir", ".."), "Replay:")

    (case,) = (pytester.path / ".assay" / "cases").iterdir()
    assert replay.endswith(f"--case {case}")


def test_cases_are_kept_where_they_are_wanted_and_tried_first(pytester: pytest.Pytester) -> None:
    """The first run finds it; a second that draws one group alone needs no luck."""
    options = {**EVEN, "cases": "known"}
    ran(pytester, "[greedy]", **options)
    (case,) = (pytester.path / "known").iterdir()

    again, without = (
        ran(pytester, "[greedy]", **(options | {"examples": 1, "cases": cases})) for cases in ("known", None)
    )

    assert told(again, "Replay:").endswith(f"--case known/{case.name}")
    without.assert_outcomes(passed=1)


def test_importing_it_costs_next_to_nothing() -> None:
    """Nothing heavy is loaded before a test runs."""
    heavy = [
        "hypothesis",
        "numpy",
        "ortools",
        "matplotlib",
        "rich",
        "pyspark",
        "pandas",
        "scipy",
        "kafka_assay.properties.search.check",
    ]
    ask = f"import sys, assay.testing; print([one for one in {heavy} if one in sys.modules])"

    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60)

    assert "[]\n" == said.stdout
