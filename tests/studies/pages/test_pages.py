from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from studies.__main__ import main
from studies.pages import pages
from studies.pages.commands_page import commands_page_lines
from studies.pages.page_commands import PageCommand, read_page_commands
from studies.pages.pages import Outcome, judge_command, pending_commands
from studies.pages.run_record import CommandRun, append_run, latest_runs

MUSEUM = "docs/results/museum.md"
RUN = CommandRun(page=MUSEUM, command="", objection=None, missing=False, seconds=1.0, day="2026-11-23")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record.jsonl"


def test_confirmed_commands_are_not_run_again(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a copy of the checkout, in a process of its own."""
    words = ["pages", "--only", "README.md assay list laws", "--out", str(record)]

    first, said = main(words), capsys.readouterr().out
    again, then = main(words), capsys.readouterr().out

    assert (0, 0) == (first, again)
    assert "1/1 ✓" in said
    assert "0 of 0 commands do what their page says" in then


def test_page_with_a_failed_command_is_run_again_as_a_whole(record: Path) -> None:
    texts = [one.text for one in pending_commands(MUSEUM, record, [])]
    for text in texts[1:]:
        append_run(record, replace(RUN, command=text))
    append_run(record, replace(RUN, command=texts[0], objection="exit code 0, not 1"))

    assert texts == [one.text for one in pending_commands(MUSEUM, record, [])]

    append_run(record, replace(RUN, command=texts[0]))
    assert [] == pending_commands(MUSEUM, record, [])


def test_wrong_outcome_is_in_the_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = next(one for one in read_page_commands(MUSEUM) if one.verb == "check")
    monkeypatch.setattr(pages, "run_command", lambda *_: Outcome(0, "✓ KEPT"))

    run = judge_command(MUSEUM, command, tmp_path)

    assert ("exit code 0, not 1", False) == (run.objection, run.missing)


def test_missing_tool_is_no_contradiction(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = next(one for one in read_page_commands(MUSEUM) if one.verb == "check")
    monkeypatch.setattr(pages, "run_command", lambda *_: Outcome(2, "assay: needs go, which is not on the PATH"))

    run = judge_command(MUSEUM, command, tmp_path)

    assert run.missing
    assert run.objection == "exit code 2, not 1: assay: needs go, which is not on the PATH"


def test_study_that_changes_a_page_differs_from_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("old")

    def write(*_: object) -> Outcome:
        (tmp_path / "docs" / "page.md").write_text("new")
        return Outcome(0, "")

    monkeypatch.setattr(pages, "run_command", write)

    run = judge_command("x.md", PageCommand(words=("python", "-m", "studies", "formats", "--write")), tmp_path)

    assert "changes docs/page.md" == run.objection


def test_tables_count_the_runs_and_list_the_exceptions(record: Path) -> None:
    text = next(one.text for one in read_page_commands(MUSEUM) if one.verb == "check")
    append_run(record, replace(RUN, command=text, objection="old"))
    append_run(record, replace(RUN, command=text, objection="exit code 0, not 1"))

    lines = list(commands_page_lines(latest_runs(record), "python -m studies pages --write"))

    row = next(line for line in lines if line.startswith("| [docs/results/museum.md](results/museum.md)"))
    assert ["1", "0", "2026-11-23"] == [cell.strip() for cell in row.split("|")[3:6]]
    assert f"* `{text}` ({MUSEUM}): exit code 0, not 1" in lines
    assert any(line.startswith("| `oracle_grid` |") for line in lines)
