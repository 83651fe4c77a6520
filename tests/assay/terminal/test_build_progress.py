"""Tests of what is said while something is fetched or built."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from assay.cli import run
from assay.terminal import build_progress as waiting
from assay.terminal.build_progress import BuildDisplay
from kafka_assay.assignors.hosted.artefacts.progress import SilentListener, current_listener, set_listener


@pytest.fixture(autouse=True)
def nobody() -> Iterator[None]:
    """After the test nobody listens."""
    yield
    set_listener(SilentListener())


class Terminal(StringIO):
    """A terminal that is only written to."""

    def isatty(self) -> bool:
        """It says that it is one."""
        return True


def test_it_says_what_is_made_and_that_it_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """Two lines, on stderr."""
    with BuildDisplay().announce("go franz 1"):
        pass

    before, after = capsys.readouterr().err.splitlines()
    assert "assay: downloading and building go franz 1 (only once)" == before
    assert after.startswith("assay: go franz 1 is ready (")


def test_what_failed_is_not_said_to_be_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """Its reason is another's line."""
    with pytest.raises(ValueError, match="no network"), BuildDisplay().announce("go franz 1"):
        raise ValueError("no network")

    assert 1 == len(capsys.readouterr().err.splitlines())


def test_a_terminal_shows_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it takes long."""
    terminal = Terminal()
    monkeypatch.setattr(waiting, "LONG", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)

    with waiting._show_status("go franz 1 ..."):
        while "franz" not in terminal.getvalue():
            pass

    assert "go franz 1 ..." in terminal.getvalue()


def test_the_command_line_listens() -> None:
    """Whoever runs a verb is told."""
    set_listener(SilentListener())

    run(["cache", "--json"])

    assert isinstance(current_listener(), BuildDisplay)
