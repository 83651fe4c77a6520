"""Tests of the messages while something is fetched or built."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from assay.cli import run
from assay.terminal import build_progress as waiting
from assay.terminal.build_progress import BuildDisplay
from kafka_assay.assignors.hosted.artefacts import LISTENERS


@pytest.fixture(autouse=True)
def remove_listener() -> Iterator[None]:
    """Remove the listener after the test."""
    yield
    del LISTENERS[1:]


class Terminal(StringIO):
    """A write-only terminal."""

    def isatty(self) -> bool:
        return True


def test_messages_name_the_artefact_and_that_it_is_cached(capsys: pytest.CaptureFixture[str]) -> None:
    with BuildDisplay().announce("go franz 1"):
        pass

    before, after = capsys.readouterr().err.splitlines()
    assert "assay: downloading and building go franz 1 (only once)" == before
    assert after.startswith("assay: go franz 1 is ready (")


def test_failed_build_is_not_reported_as_cached(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no network"), BuildDisplay().announce("go franz 1"):
        raise ValueError("no network")

    assert 1 == len(capsys.readouterr().err.splitlines())


def test_terminal_shows_progress_of_a_long_build(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(waiting, "LONG", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)

    with waiting._show_status("go franz 1 ..."):
        while "franz" not in terminal.getvalue():
            pass

    assert "go franz 1 ..." in terminal.getvalue()


def test_command_line_installs_the_listener() -> None:
    del LISTENERS[1:]

    run(["host", "cache", "list", "--json"])

    assert isinstance(LISTENERS[-1], BuildDisplay)
