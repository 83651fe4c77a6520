from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.registry import LAWS
from kafka_assay.properties.verdict import VERDICT_VERSION
from tests.assignors.hosted.real_hosts import start_or_skip, with_releases
from tests.support import golden_verdicts
from tests.support.golden_verdicts import (
    FILE,
    RAISE,
    WRITE,
    Texts,
    compare_golden,
    differences,
    read_golden,
    subjects,
)

VERSION, GOLDEN = read_golden(FILE)


@pytest.mark.parametrize("subject", with_releases(subjects()))
def test_code_says_what_it_said_when_the_version_was_raised(subject: str) -> None:
    """If this fails and the change is wanted: raise the version if a verdict changed, and write the file anew."""
    found = start_or_skip(subject, subjects()[subject])

    assert subject in GOLDEN, f"unknown subject; {WRITE}"
    assert [] == differences(subject, GOLDEN, found), f"{RAISE}, then {WRITE}"


def test_golden_file_has_the_present_version_and_subjects() -> None:
    assert (VERSION, sorted(GOLDEN)) == (VERDICT_VERSION, sorted(subjects())), WRITE


def test_every_law_has_golden_broken_verdicts() -> None:
    broken = {law for texts in GOLDEN.values() for law, text in texts.items() if text.startswith("broken")}

    assert {law.id for law in LAWS} == broken


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A golden file of two subjects that say what they say now."""
    path = tmp_path / "verdicts.json"
    monkeypatch.setattr(golden_verdicts, "FILE", path)
    let_subjects_say(monkeypatch, sticky={"settles": "kk"}, range={"settles": "kk"})
    compare_golden(write=True)
    return path


def let_subjects_say(monkeypatch: pytest.MonkeyPatch, **texts: Texts) -> None:
    said = {subject: lambda one=one: one for subject, one in texts.items()}
    monkeypatch.setattr(golden_verdicts, "subjects", lambda: said)


def test_changed_verdict_is_refused_until_the_version_is_raised(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    let_subjects_say(monkeypatch, sticky={"settles": "kb 12"}, range={"settles": "kk"})

    assert 1 == compare_golden(write=False)
    assert "sticky: settles: was 'kk', is 'kb 12'" in capsys.readouterr().out
    with pytest.raises(AssayError, match="raise VERDICT_VERSION"):
        compare_golden(write=True)
    assert "kk" == read_golden(file)[1]["sticky"]["settles"]

    monkeypatch.setattr(golden_verdicts, "VERDICT_VERSION", VERDICT_VERSION + 1)
    assert 0 == compare_golden(write=True)
    assert (VERDICT_VERSION + 1, "kb 12") == (read_golden(file)[0], read_golden(file)[1]["sticky"]["settles"])
    assert 0 == compare_golden(write=False)
