"""Tests of `assay cache`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.hosted.artefacts.cache import CACHE
from kafka_assay.assignors.hosted.artefacts.lock import hold_lock
from kafka_assay.assignors.hosted.artefacts.manifest import read_manifest
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, lock_path, unfinished_folder

pytestmark = pytest.mark.functional

FRANZ = Artefact(kind="go", name="example.org/franz", version="v1.2.0", recipe="r")
JARS = Artefact(kind="java", name="org.example:clients", version="4.0.0", recipe="r")


def fill(folder: Path) -> dict[str, str]:
    """Make a small artefact."""
    (folder / "host").write_text("x" * 1500)
    return {"go": "1.26"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with two artefacts."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    ensure_artefact(FRANZ, fill)
    ensure_artefact(JARS, fill)
    return tmp_path / "cache"


def names() -> list[str]:
    """What is called how, in the order of the list."""
    return [f"{one.kind}/{one.folder.name}" for one in (FRANZ, JARS)]


def test_it_lists_names_sizes_and_dates(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each, and one for all."""
    code = run(["cache"])

    told = capsys.readouterr().out
    assert 0 == code
    assert "example.org/franz v1.2.0" in told
    assert "1.5 kB" in told
    assert f"2 artefacts, 3.0 kB, in {cache}" in told.replace("\n", " ")


def test_scripts_get_everything(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is in the manifest, and where it lies."""
    run(["cache", "--json"])

    document = json.loads(capsys.readouterr().out)
    first = document["artefacts"][0]
    assert ("assay-cache/1", str(cache), 3000) == (document["format"], document["folder"], document["size"])
    assert names() == [one["name"] for one in document["artefacts"]]
    assert ("kept", {"go": "1.26"}, ["host"]) == (first["state"], first["tools"], list(first["files"]))
    assert {"kind": "go", "name": "example.org/franz", "version": "v1.2.0", "recipe": "r"} == first["artefact"]


def test_an_empty_cache_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: object) -> None:
    """Nothing was fetched yet."""
    monkeypatch.setenv(CACHE, str(tmp_path / "none"))

    assert 0 == run(["cache", "--verify"])
    assert not (tmp_path / "none").exists()


def test_verify_reads_every_file(capsys: pytest.CaptureFixture[str]) -> None:
    """What is whole is said to be."""
    code = run(["cache", "--verify"])

    assert 0 == code
    assert "verified: 2 artefacts, every file unchanged" in capsys.readouterr().out


def test_verify_finds_damage_that_no_glance_sees(capsys: pytest.CaptureFixture[str]) -> None:
    """Other contents of the same length, and a file that nobody made."""
    (FRANZ.folder / "host").write_text("y" * 1500)
    (FRANZ.folder / "more").write_text("")

    code = run(["cache", "--verify"])

    assert 1 == code
    assert f"DAMAGED {names()[0]}: host and more" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["example.org/franz", "example.org/franz v1.2.0", "go", "place"])
def test_one_is_removed_by_any_of_its_names(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The other stays."""
    code = run(["cache", "--remove", names()[0] if name == "place" else name])

    assert (0, f"removed {names()[0]} (1.5 kB)") == (code, capsys.readouterr().out.strip())
    assert (False, True) == (FRANZ.folder.exists(), JARS.folder.exists())


def test_what_an_older_recipe_made_is_outdated(capsys: pytest.CaptureFixture[str]) -> None:
    """The newest of each release stays, and so does every other release."""
    newer = ensure_artefact(replace(FRANZ, recipe="another"), fill)
    manifest = read_manifest(newer)
    assert manifest is not None
    replace(manifest, made="2999-01-01T00:00:00+00:00").write(newer)
    ensure_artefact(replace(FRANZ, version="v1.3.0"), fill)

    run(["cache", "--remove", "--outdated"])

    assert f"removed {names()[0]} (1.5 kB)" == capsys.readouterr().out.strip()
    assert newer.exists()


def test_where_nothing_is_outdated_a_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """What is kept stays."""
    assert 0 == run(["cache", "--remove", "--outdated"])
    assert "nothing to remove" == capsys.readouterr().out.strip()
    assert FRANZ.folder.exists()


def test_all_are_removed(cache: Path) -> None:
    """Unfinished ones too."""
    unfinished_folder(FRANZ.folder).mkdir()

    assert 0 == run(["cache", "--remove", "--all"])
    assert [] == [*cache.glob("*/*")]


def test_what_is_being_made_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    """It is named, and so is the reason."""
    with hold_lock(lock_path(FRANZ.folder)):
        code = run(["cache", "--remove", "--all"])

    assert 3 == code
    assert f"assay: {names()[0]} was not removed: it is being built now" in capsys.readouterr().err
    assert (True, False) == (FRANZ.folder.exists(), JARS.folder.exists())


def test_what_is_being_made_and_what_was_never_finished_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """So is what nobody wrote a manifest for."""
    new, killed = (Artefact(kind="npm", name=name, version="1", recipe="r") for name in ("new", "killed"))
    unfinished_folder(killed.folder).mkdir(parents=True)
    (killed.folder.parent / "strange").mkdir()

    with hold_lock(lock_path(new.folder)):
        run(["cache", "npm", "--json"])

    states = {one["name"]: one["state"] for one in json.loads(capsys.readouterr().out)["artefacts"]}
    assert {
        f"npm/{new.folder.name}": "being made",
        f"npm/{killed.folder.name}": "unfinished",
        "npm/strange": "unknown",
    } == states


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ["example.org/frans"],
            "the cache has no 'example.org/frans'; did you mean 'example.org/franz'?",
        ),
        (["--remove"], "--remove: needs names, --outdated or --all"),
        (["--remove", "--all", "go"], "--all: cannot be used with names or --outdated"),
        (["--all"], "--all: needs --remove"),
    ],
)
def test_a_wrong_question_is_one_line(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It removes nothing."""
    code = run(["cache", *words])

    assert (2, f"assay: {why}") == (code, capsys.readouterr().err.strip())
    assert FRANZ.folder.exists()
