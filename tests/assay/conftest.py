"""The command line of the tests of verbs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.assay.shell import Shell
from tests.assay.stand_in_releases import Releases, put_in_place


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """`assay` in an empty working directory with a user's module."""
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path, capsys)


@pytest.fixture
def releases_of(monkeypatch: pytest.MonkeyPatch) -> Releases:
    """Put a package of the shape that a test names in the place of a registry."""
    return lambda shape: put_in_place(shape, monkeypatch)
