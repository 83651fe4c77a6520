"""Tests of `assay.testing`: the output of a failing test, and of a failing assertion."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.testing import assert_keeps
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.check_record import CheckRecord
from kafka_assay.properties.search.check import check as whole_check
from tests.assay.testing.own_runs import EVEN, line_after, run_tests

pytest_plugins = ["pytester"]

FIXED = """
from kafka_assay.assignors.registry import reference_assignor


def greedy(group):
    return reference_assignor("fair").assign(group)
"""


def test_broken_law_shows_group_proof_and_commands_that_work(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[greedy]", **EVEN)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    replayed, explained = (
        subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, check=False, timeout=120)
        for command in (line_after(result, "Replay:"), line_after(result, "Test:"))
    )
    again = pytester.runpytest_inprocess(*shlex.split(line_after(result, "Again:"))[1:])

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
            "  Test:    assay judge *.json python:mine:greedy --like +even --as-test",
            "  Again:   pytest 'test_mine.py::test_laws[[]greedy:even-when-equal[]]'",
        ]
    )
    assert "law_check.py" not in result.stdout.str()
    assert (1, 1) == (replayed.returncode, explained.returncode)
    assert "BROKEN  even-when-equal" in replayed.stdout
    assert "target='python:mine:greedy'" in explained.stdout
    again.assert_outcomes(failed=1)


def test_pasted_test_fails_until_the_assignor_is_fixed(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[greedy]", **EVEN)
    _, _, text = result.stdout.str().partition("ready to paste: it fails while the law is broken.\n")
    (pytester.path / "test_pasted.py").write_text(text[: text.index("\n==") if "\n==" in text else None])

    broken = pytester.runpytest_inprocess("test_pasted.py")
    (pytester.path / "mine.py").write_text(FIXED)
    passing = pytester.runpytest_inprocess("test_pasted.py")

    broken.assert_outcomes(failed=1)
    passing.assert_outcomes(passed=1)


def test_runxfail_shows_expected_failures(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[greedy]", "--runxfail", **EVEN, expected_failures={"even-when-equal": "by design"})

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*BROKEN  even-when-equal*"])


def test_object_without_a_spelling_is_replayed_by_a_pasted_answer(pytester: pytest.Pytester) -> None:
    """No command line can create an object with arguments."""
    result = run_tests(pytester, "[Greedy(size=2)]", laws=["even-when-equal"])

    assert "pytest 'test_mine.py::test_laws[Greedy:even-when-equal]'" == line_after(result, "Replay:")
    result.stdout.fnmatch_lines(["*Assign the object to a name in a module (MINE = Mine(3)) to get*"])
    result.stdout.fnmatch_lines(["*ready to paste: it fails until you replace the answer.", "ANSWER = *"])


def test_hanging_assignor_fails_once(pytester: pytest.Pytester) -> None:
    """The other laws are undecided, so their tests do not pass."""
    result = run_tests(pytester, "[raising]", "-rs", laws=["returns-an-answer", "one-owner-each"])

    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        ["*What happened: The assignor gave no answer: LookupError*", "SKIPPED *see returns-an-answer"]
    )


@pytest.mark.parametrize("selected", [["nothing-left-out", "optimally-balanced"], ["optimally-balanced"]])
def test_law_that_hangs_on_a_broken_one_is_skipped_and_only_selected_laws_are_searched(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, selected: list[str]
) -> None:
    searched: list[str] = []

    def spy(*args: Any, laws: list[Law], **options: Any) -> CheckRecord:
        searched.extend(law.id for law in laws)
        return whole_check(*args, laws=laws, **options)

    monkeypatch.setattr("kafka_assay.properties.search.check.check", spy)
    declared = {"optimally-balanced": "nobody works"}

    result = run_tests(
        pytester, "[nobody]", "-rs", "-k", " or ".join(selected), like="+optimal", expected_failures=declared
    )

    result.assert_outcomes(failed=len(selected) - 1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED *the answer breaks nothing-left-out *(in clean); see nothing-left-out"])
    assert selected == searched


def test_no_law_passes_without_time(pytester: pytest.Pytester) -> None:
    result = run_tests(pytester, "[Fair()]", seconds=1e-9, laws=["one-owner-each"])

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the time ran out before the first group*", "*Undecided fails the test. More time*"])


def test_cases_are_saved_under_the_root_folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    run_tests(pytester, "[greedy]", **EVEN)
    (pytester.path / "inner").mkdir()
    monkeypatch.chdir(pytester.path / "inner")

    replay = line_after(pytester.runpytest_inprocess("..", "--rootdir", ".."), "Replay:")

    (case,) = (pytester.path / ".assay" / "cases").iterdir()
    assert replay.endswith(f"--case {case}")


def test_cases_are_saved_in_the_given_folder_and_tried_first(pytester: pytest.Pytester) -> None:
    options = {**EVEN, "cases": "known"}
    run_tests(pytester, "[greedy]", **options)
    (case,) = (pytester.path / "known").iterdir()

    again, without = (
        run_tests(pytester, "[greedy]", **(options | {"examples": 1, "cases": cases})) for cases in ("known", None)
    )

    assert line_after(again, "Replay:").endswith(f"--case known/{case.name}")
    without.assert_outcomes(passed=1)


def test_import_loads_no_heavy_library() -> None:
    libraries = ["hypothesis", "numpy", "ortools", "matplotlib", "rich", "pyspark", "pandas", "scipy"]
    heavy = [*libraries, "kafka_assay.properties.search.check"]
    ask = f"import sys, assay.testing; print([one for one in {heavy} if one in sys.modules])"

    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60)

    assert "[]\n" == said.stdout


LONG = "consumer-orders-1-0b7f8ab4-6a1c-4a1b-9f5e-2d1c3b4a5e6f"
"""A member id as Kafka's Java client makes it."""


@pytest.mark.parametrize("subject", [{"answer": {LONG: {"t": [0], "u": [0]}, "d": {}}}, {"target": "range"}])
def test_members_with_long_ids_are_named_as_in_the_terminal(subject: dict[str, Any]) -> None:
    topics = ["t", "u"]
    members = [{"id": member, "subscription": topics, "client_id": "orders-1"} for member in (LONG, "d")]
    group = {"format": "assay-group/1", "topics": dict.fromkeys(topics, 1), "members": members}

    with pytest.raises(AssertionError, match="orders-1 has 2 partitions and d has none") as raised:
        assert_keeps("even-when-equal", group, like="sticky", **subject)

    assert LONG not in str(raised.value)
