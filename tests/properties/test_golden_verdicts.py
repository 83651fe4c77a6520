from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import VERDICT_VERSION, Broken
from tests.assignors.hosted.real_hosts import start_or_skip, with_releases
from tests.support import golden_verdicts
from tests.support.golden_verdicts import (
    FILE,
    RAISE,
    WRITE,
    Texts,
    compare_golden,
    differences,
    golden_families,
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


def test_golden_file_is_small() -> None:
    assert 300_000 > FILE.stat().st_size


def test_law_that_judges_differently_changes_the_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    law = LAW_BY_ID["even-when-equal"]
    wrong = replace(law, judge=lambda _: Broken({"never": "even"}))
    monkeypatch.setattr(golden_verdicts, "promised_laws", lambda _: [wrong])

    changed = differences("roundrobin", GOLDEN, subjects()["roundrobin"]())

    assert "roundrobin: even-when-equal: was 'kkk" in "".join(changed)


def test_other_facts_change_a_broken_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = "mutant keeps-everything"
    law = replace(LAW_BY_ID["even-when-equal"], judge=lambda _: Broken({"loads": [9, 0]}))
    monkeypatch.setattr(golden_verdicts, "promised_laws", lambda _: [law])

    changed = differences(mutant, GOLDEN, subjects()[mutant]())

    assert any(line.startswith(f"{mutant}: even-when-equal: was 'broken") for line in changed)


def test_generator_that_draws_other_groups_changes_the_families(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {family: [drawn_example(family, 1, 0)] for family in FAMILIES}
    monkeypatch.setattr(golden_verdicts, "examples", lambda: others)

    assert len(FAMILIES) == len(differences("families", GOLDEN, golden_families()))


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


def test_law_that_is_new_for_a_subject_needs_a_higher_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_subjects_say(monkeypatch, sticky={"settles": "kk", "new-law": "kk"})

    with pytest.raises(AssayError, match="raise VERDICT_VERSION"):
        compare_golden(write=True)

    assert ["range", "sticky"] == sorted(read_golden(file)[1])


def test_new_subject_needs_no_higher_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_subjects_say(monkeypatch, sticky={"settles": "kk"}, fair={"settles": "k-"})

    assert 1 == compare_golden(write=False)
    assert 0 == compare_golden(write=True)

    assert ["fair", "sticky"] == sorted(read_golden(file)[1])


def test_target_that_cannot_be_opened_keeps_its_texts(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Texts:
        raise AssayError("go is not on the PATH")

    monkeypatch.setattr(golden_verdicts, "subjects", lambda: {"sticky": fail})

    assert 0 == compare_golden(write=True)

    assert "sticky: not compared: go is not on the PATH" in capsys.readouterr().err
    assert {"sticky": {"settles": "kk"}} == read_golden(file)[1]
