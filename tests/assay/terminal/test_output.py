"""What is printed can always be printed, whatever the terminal's encoding."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from assay.exit_codes import ExitCode
from assay.files.inputs import Question, answer_each
from assay.terminal.output import emit, emit_json, findings_console, flush, is_read


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_survives_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters that stdout cannot carry are escaped, as JSON allows, and read back the same."""
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding=encoding, write_through=True))

    emit_json({"id": "é消😀\x1b"})

    assert {"id": "é消😀\x1b"} == json.loads(written.getvalue().decode(encoding))


@contextmanager
def unread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stdout is a pipe that nobody reads any more. (No fixture: pytest sets stdout anew before the test itself.)"""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1, encoding="utf-8") as stdout:
        monkeypatch.setattr("sys.stdout", stdout)
        monkeypatch.setattr("assay.terminal.output._Reader.gone", False)
        yield


def test_a_reader_who_leaves_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is emitted after the reader has left goes nowhere, and the run goes on to its exit code."""
    with unread(monkeypatch):
        emit("one")
        emit_json({"two": 2})
        findings_console().print("three")
        flush()

        assert not is_read()


def test_many_questions_are_not_answered_for_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`assay assign sticky many.jsonl | head -1` does not work through the rest; what was met decides the exit code."""
    path = tmp_path / "many.jsonl"
    path.write_text('{"format": "assay-group/1", "topics": {}, "members": []}\n' * 9)
    asked = []

    def answer(question: Question) -> tuple[dict[str, Any], ExitCode]:
        asked.append(question.index)
        return {}, ExitCode.BROKEN

    with unread(monkeypatch):
        code = answer_each(str(path), answer)

    assert [0] == asked
    assert ExitCode.BROKEN == code


@pytest.mark.functional
def test_the_verdict_outlives_a_closed_stdout() -> None:
    """Started without a stdout, a verb still tells by its exit code."""
    command = [sys.executable, "-m", "assay", "list", "laws"]

    ended = subprocess.run(["/bin/sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, text=True, check=False)

    assert (0, "") == (ended.returncode, ended.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What could not be written is no fault of our own, and not kept either."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)

        code = run(["list", "laws", "--json"])

    assert ExitCode.USAGE_ERROR == code
    assert "assay: No space left on device\n" == capsys.readouterr().err
