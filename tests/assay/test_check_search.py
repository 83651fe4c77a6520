"""Tests of the options of `assay check` that steer its search, and of what it says meanwhile."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from assay.cli import run
from tests.assay.users_module import enter_folder, printed_document

pytestmark = pytest.mark.functional

UNEVEN = ["check", "python:mine:greedy", "--like", "+even", "--law", "even-when-equal"]


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a user's module."""
    return enter_folder(tmp_path, monkeypatch)


def test_first_counterexample_is_told_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    code = run([*UNEVEN, "--inputs", "clean", "--groups", "40", "--fail-fast"])

    said = capsys.readouterr()
    first, fact, shrinking = said.err.splitlines()
    assert 1 == code
    assert first.startswith("✗ even-when-equal (clean) broke after ")
    assert "member" in fact
    assert shrinking.startswith("Shrinking 1 counterexample (at most ")
    assert "✗ BROKEN  even-when-equal (clean)   2 members, 2 partitions" in said.out


def test_fail_fast_ends_at_the_first_break(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a limit of examples, the search would otherwise last for most of the time."""
    run([*UNEVEN, "--fail-fast", "--json"])

    found = printed_document(capsys)
    assert (None, "broken") == (found["examples"], found["verdict"])
    assert found["groups"] < 2_000
    assert found["command"].endswith("--seconds 45 --seed 0 --fail-fast")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_printed_replay_repeats_a_kept_cell(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", "roundrobin", "--inputs", "racks", "--law", "even-when-equal", "--seconds", "2", "--json"])
    (whole,) = printed_document(capsys)["cells"]

    run([*shlex.split(whole["replay"])[1:], "--jobs", jobs, "--json"])

    (again,) = printed_document(capsys)["cells"]
    assert whole["drawn"] > 0
    assert f"--groups {whole['limit']}" in whole["replay"]
    assert whole == again


def test_summary_says_what_the_count_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", "roundrobin", "--inputs", "clean", "--law", "one-owner-each", "--groups", "600+0"])

    lines = capsys.readouterr().out.splitlines()
    told = next(place for place, line in enumerate(lines) if line.startswith("one-owner-each kept"))
    assert (
        "one-owner-each kept on 600 drawn groups: a fault hits fewer than 1 in 201 of such groups (95 %)" == lines[told]
    )
    assert lines[told + 1].startswith("Coverage: with 1,000 more groups, the chance of an outcome unlike all so far")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--groups", "40+x"], "'40+x': expected DRAWN+STRUCTURED such as 4000+200"),
        (["--groups", "0+0"], "'0+0': expected DRAWN+STRUCTURED"),
        (["--groups", "4+2"], "--groups DRAWN+STRUCTURED: repeats one cell: expected one --inputs"),
        (["--jobs", "0"], "'0': expected a whole number, 1 or more"),
    ],
)
def test_wrong_limit_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "range", *arguments])

    captured = capsys.readouterr()
    assert (2, "") == (code, captured.out)
    assert said in captured.err
    assert 1 == captured.err.count("\n")
