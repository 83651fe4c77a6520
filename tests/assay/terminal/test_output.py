"""Tests that output can always be printed, whatever the terminal's encoding."""

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
def test_json_is_escaped_for_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding=encoding, write_through=True))

    emit_json({"id": "é消😀\x1b"})

    assert {"id": "é消😀\x1b"} == json.loads(written.getvalue().decode(encoding))


@contextmanager
def closed_stdout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make stdout a closed pipe. (No fixture, because pytest replaces stdout before the test itself.)"""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1, encoding="utf-8") as stdout:
        monkeypatch.setattr("sys.stdout", stdout)
        monkeypatch.setattr("assay.terminal.output._Reader.gone", False)
        yield


def test_output_to_a_closed_pipe_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    with closed_stdout(monkeypatch):
        emit("one")
        emit_json({"two": 2})
        findings_console().print("three")
        flush()

        assert not is_read()


def test_many_groups_stop_when_the_reader_leaves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in `assay judge many.jsonl sticky | head -1`; the groups answered so far decide the exit code."""
    path = tmp_path / "many.jsonl"
    path.write_text('{"format": "assay-group/1", "topics": {}, "members": []}\n' * 9)
    asked = []

    def answer(question: Question) -> list[tuple[dict[str, Any], ExitCode]]:
        asked.append(question.index)
        return [({}, ExitCode.BROKEN)]

    with closed_stdout(monkeypatch):
        code = answer_each(str(path), answer)

    assert [0] == asked
    assert ExitCode.BROKEN == code


@pytest.mark.functional
def test_exit_code_is_the_same_without_stdout() -> None:
    command = [sys.executable, "-m", "assay", "list", "laws"]

    ended = subprocess.run(["/bin/sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, text=True, check=False)

    assert (0, "") == (ended.returncode, ended.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)

        code = run(["list", "laws", "--json"])

    assert ExitCode.USAGE_ERROR == code
    assert "assay: No space left on device\n" == capsys.readouterr().err
