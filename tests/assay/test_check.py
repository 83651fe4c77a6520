"""Tests of the output and exit codes of `assay check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.cli import run
from tests.assay.users_module import enter_folder, printed_document

pytestmark = pytest.mark.functional


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a user's module."""
    return enter_folder(tmp_path, monkeypatch)


def test_kept_check_says_so_first_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "range", "--inputs", "clean", "--groups", "5"])

    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    assert lines[0].startswith("✓ range: KEPT: ")
    assert any(line.split() == ["one-owner-each", "✓"] for line in lines)


def test_broken_law_is_explained_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "python:mine:greedy", "--like", "+even", "--inputs", "clean", "--groups", "40"])

    told = capsys.readouterr().out
    assert 1 == code
    assert "✗ BROKEN  even-when-equal (clean)   2 members, 2 partitions" in told
    for word in ("topics ", "members ", "answer ", "What happened:", "Why it matters:", "Source:", "Replay:", "Test:"):
        assert f"  {word}" in told


def test_target_without_promises_is_checked_for_validity_only(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "python:mine:greedy", "--inputs", "clean", "--groups", "5"])

    assert 0 == code
    assert "Only the laws for all assignors were checked" in capsys.readouterr().out


def test_failing_assignor_breaks_one_law(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "python:mine:fails", "--inputs", "missing-topics", "--groups", "5", "--json"])

    cells = {cell["law"]: cell for cell in printed_document(capsys)["cells"]}
    assert 1 == code
    assert ("broken", "undecided") == (cells["returns-an-answer"]["verdict"], cells["one-owner-each"]["verdict"])
    assert "LookupError" == cells["returns-an-answer"]["counterexample"]["steps"][0]["error"]["type"]


@pytest.mark.parametrize(
    ("arguments", "verdict", "code"),
    [
        (["range", "--groups", "2"], "kept", 0),
        (["python:mine:greedy", "--like", "+even", "--law", "even-when-equal", "--groups", "40"], "broken", 1),
        (["range", "--seconds", "1e-9"], "undecided", 3),
    ],
)
def test_top_level_verdict_agrees_with_the_exit_code(
    arguments: list[str], verdict: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = run(["check", *arguments, "--inputs", "clean", "--json"])

    document = printed_document(capsys)
    assert (code, verdict) == (ended, document["verdict"])
    assert ["format", "verdict"] == list(document)[:2]


def test_check_without_time_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "range", "--inputs", "clean", "--seconds", "1e-9"])

    assert 3 == code
    assert "UNDECIDED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["range", "--law", "one-owner"], "unknown law 'one-owner'; did you mean 'one-owner-each'"),
        (["range", "--inputs", "stale"], "unknown input family 'stale'; did you mean 'stale-claims'"),
        (
            ["range", "--law", "locally-balanced"],
            "range does not promise 'local'; to check it anyway, add --like 'range,+local'",
        ),
        (["stiky"], "did you mean 'sticky'"),
        (["range", "--groups", "0"], "expected a whole number, 1 or more"),
        (["range", "--seconds", "-1"], "expected a number of seconds above 0"),
        (["range", "--seconds", "nan"], "expected a number of seconds above 0"),
        (["range", "--case", "nowhere.json"], "nowhere.json: no such file"),
        (["range", "--case", "x.json", "--inputs", "clean"], "--inputs: cannot be used with --case"),
        (["range", "--like", "rang"], "did you mean 'range'"),
    ],
)
def test_usage_error_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", *arguments])

    captured = capsys.readouterr()
    assert (2, "") == (code, captured.out)
    assert said in captured.err
    assert 1 == captured.err.count("\n")


@pytest.fixture
def source_layout(working_directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose package is in `src` only; an older version without the assignor is installed."""
    for folder, text in (("src", "def greedy(group):\n    return {}\n"), ("installed", "")):
        (working_directory / folder / "shop").mkdir(parents=True)
        (working_directory / folder / "shop" / "__init__.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(working_directory / "installed")
    return working_directory


def test_module_in_src_wins_over_an_installed_one(source_layout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "python:shop:greedy", "--law", "answers-every-member", "--inputs", "clean", "--groups", "5"])

    assert 1 == code
    assert "✗ python:shop:greedy: BROKEN" in capsys.readouterr().out


def test_missing_module_names_both_folders(working_directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "python:shop.none:greedy"])

    where = f"in {working_directory}, in {working_directory}/src or on sys.path"
    assert (2, f"assay: python:shop.none:greedy: no module 'shop' {where}\n") == (code, capsys.readouterr().err)
