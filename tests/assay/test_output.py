"""Tests of output, whatever the terminal, and of the messages while something is fetched or built."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay import build_progress
from assay.build_progress import BuildDisplay
from assay.command import ExitCode
from assay.files.inputs import Question, answer_each
from assay.output import emit, emit_json, findings_console, flush, is_read
from kafka_assay.assignors.hosted.artefacts import LISTENERS
from tests.assay.shell import Shell


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
        monkeypatch.setattr("assay.output._Reader.gone", False)
        yield


def test_output_to_a_closed_pipe_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    with closed_stdout(monkeypatch):
        emit("one")
        emit_json({"two": 2})
        findings_console().print("three")
        flush()

        assert not is_read()


def test_many_groups_stop_when_the_reader_leaves(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    """As in `assay judge many.jsonl sticky | head -1`; the groups answered so far decide the exit code."""
    path = shell.write("many.jsonl", *[{"format": "assay-group/1", "topics": {}, "members": []}] * 9)
    asked = []

    def answer(question: Question) -> list[tuple[dict[str, Any], ExitCode]]:
        asked.append(question.index)
        return [({}, ExitCode.BROKEN)]

    with closed_stdout(monkeypatch):
        code = answer_each(path, answer)

    assert [0] == asked
    assert ExitCode.BROKEN == code


def test_exit_code_is_the_same_without_stdout() -> None:
    command = [sys.executable, "-m", "assay", "list", "laws"]

    ended = subprocess.run(["/bin/sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, text=True, check=False)

    assert (0, "") == (ended.returncode, ended.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_full_disk_is_one_line(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)

        ended = shell("list laws --json")

    assert (ExitCode.USAGE_ERROR, "assay: No space left on device\n") == (ended.code, ended.err)


@pytest.fixture
def remove_listener() -> Iterator[None]:
    """Remove the listener after the test."""
    yield
    del LISTENERS[1:]


class Terminal(io.StringIO):
    """A write-only terminal."""

    def isatty(self) -> bool:
        return True


def test_messages_name_the_artefact_and_that_it_is_cached(capsys: pytest.CaptureFixture[str]) -> None:
    with BuildDisplay().announce("go franz 1"):
        pass

    before, after = capsys.readouterr().err.splitlines()
    assert "assay: downloading and building go franz 1 (only once)" == before
    assert after.startswith("assay: go franz 1 is ready (")


def test_long_build_tells_now_and_then_that_it_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_progress, "EVERY", 0.01)

    with BuildDisplay().announce("go franz 1"):
        time.sleep(0.5)

    _, *between, _ = capsys.readouterr().err.splitlines()
    assert between
    assert all(line.startswith("assay: go franz 1: still at it (") for line in between)


def test_failed_build_is_not_reported_as_cached(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no network"), BuildDisplay().announce("go franz 1"):
        raise ValueError("no network")

    assert 1 == len(capsys.readouterr().err.splitlines())


def test_terminal_shows_progress_of_a_long_build(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    with BuildDisplay().announce("go franz 1"):
        deadline = time.monotonic() + 30
        while "go franz 1 ..." not in terminal.getvalue() and time.monotonic() < deadline:
            pass

    assert "go franz 1 ..." in terminal.getvalue()


@pytest.mark.usefixtures("remove_listener")
def test_command_line_installs_the_listener(shell: Shell) -> None:
    del LISTENERS[1:]

    shell("host cache list --json")

    assert isinstance(LISTENERS[-1], BuildDisplay)
