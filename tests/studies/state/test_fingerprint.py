from __future__ import annotations

from pathlib import Path

import pytest

from studies.newest_releases import NEWEST
from studies.output import ROOT
from studies.state import fingerprint
from studies.state.fingerprint import INSTRUMENTS, answering_code, hash_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fingerprint, "ROOT", tmp_path)
    monkeypatch.setattr(fingerprint, "hash_files", hash_files.__wrapped__)
    (tmp_path / "a.py").write_text("one", encoding="utf-8")
    return tmp_path


def test_hash_depends_on_the_content_and_the_name(folder: Path) -> None:
    before = fingerprint.hash_files(("*.py",))

    (folder / "a.py").write_text("two", encoding="utf-8")
    changed = fingerprint.hash_files(("*.py",))
    (folder / "a.py").rename(folder / "b.py")

    assert 3 == len({before, changed, fingerprint.hash_files(("*.py",))})


def test_hash_ignores_other_files(folder: Path) -> None:
    before = fingerprint.hash_files(("*.py",))

    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "a.py").write_text("", encoding="utf-8")
    (folder / "a.txt").write_text("", encoding="utf-8")

    assert before == fingerprint.hash_files(("*.py", "**/*.py"))


@pytest.mark.parametrize("measure", INSTRUMENTS)
def test_every_pattern_of_an_instrument_has_files(measure: str) -> None:
    assert all(any(ROOT.glob(pattern)) for pattern in INSTRUMENTS[measure])


def test_every_release_has_the_code_of_its_host() -> None:
    """A family that is not known would get the code of the references."""
    references = answering_code("sticky")

    assert references not in map(answering_code, NEWEST)
