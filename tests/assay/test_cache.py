"""Tests of `assay host cache`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact
from kafka_assay.assignors.hosted.cache import CACHE, hold_lock, lock_path, read_manifest, unfinished_folder
from tests.assay.shell import Shell

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
    """The names of the artefacts, in the order of the list."""
    return [f"{one.kind}/{one.folder.name}" for one in (FRANZ, JARS)]


def test_list_shows_names_sizes_and_dates(cache: Path, shell: Shell) -> None:
    ended, document = shell("host cache list"), shell("host cache list --json").document

    first = document["artefacts"][0]
    assert 0 == ended.code
    assert "example.org/franz v1.2.0" in ended.out
    assert "1.5 kB" in ended.out
    assert f"2 artefacts, 3.0 kB, in {cache}" in ended.text
    assert ("assay-cache/1", str(cache), 3000) == (document["format"], document["folder"], document["size"])
    assert names() == [one["name"] for one in document["artefacts"]]
    assert ("kept", {"go": "1.26"}, ["host"]) == (first["state"], first["tools"], list(first["files"]))
    assert {"kind": "go", "name": "example.org/franz", "version": "v1.2.0", "recipe": "r"} == first["artefact"]


def test_empty_cache_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: Shell) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "none"))

    assert 0 == shell("host cache verify").code
    assert not (tmp_path / "none").exists()


def test_verify_finds_changed_contents_and_extra_files(shell: Shell) -> None:
    intact = shell("host cache verify")
    (FRANZ.folder / "host").write_text("y" * 1500)
    (FRANZ.folder / "more").write_text("")
    damaged = shell("host cache verify")

    assert (0, 1) == (intact.code, damaged.code)
    assert "verified: 2 artefacts, every file unchanged" in intact.out
    assert f"DAMAGED {names()[0]}: host and more" in damaged.out


@pytest.mark.parametrize("name", ["example.org/franz", "'example.org/franz v1.2.0'", "go", "place"])
def test_artefact_is_removed_by_any_of_its_names(name: str, shell: Shell) -> None:
    ended = shell(f"host cache remove {names()[0] if name == 'place' else name}")

    assert (0, f"removed {names()[0]} (1.5 kB)") == (ended.code, ended.text)
    assert (False, True) == (FRANZ.folder.exists(), JARS.folder.exists())


def test_artefact_of_an_older_recipe_is_outdated(shell: Shell) -> None:
    """The newest artefact of each release stays."""
    nothing = shell("host cache remove --outdated")
    assert (0, "nothing to remove", True) == (nothing.code, nothing.text, FRANZ.folder.exists())
    newer = ensure_artefact(replace(FRANZ, recipe="another"), fill)
    manifest = read_manifest(newer)
    assert manifest is not None
    replace(manifest, made="2999-01-01T00:00:00+00:00").write(newer)
    ensure_artefact(replace(FRANZ, version="v1.3.0"), fill)

    ended = shell("host cache remove --outdated")

    assert (f"removed {names()[0]} (1.5 kB)", True) == (ended.text, newer.exists())


def test_remove_all_includes_unfinished_artefacts(cache: Path, shell: Shell) -> None:
    unfinished_folder(FRANZ.folder).mkdir()

    assert 0 == shell("host cache remove --all").code
    assert [] == [*cache.glob("*/*")]


def test_artefact_under_construction_is_not_removed(shell: Shell) -> None:
    with hold_lock(lock_path(FRANZ.folder)):
        ended = shell("host cache remove --all")

    assert 3 == ended.code
    assert f"assay: {names()[0]} was not removed: it is being built now" in ended.err
    assert (True, False) == (FRANZ.folder.exists(), JARS.folder.exists())


def test_unfinished_artefacts_and_ones_without_a_manifest_are_listed(shell: Shell) -> None:
    new, killed = (Artefact(kind="npm", name=name, version="1", recipe="r") for name in ("new", "killed"))
    unfinished_folder(killed.folder).mkdir(parents=True)
    (killed.folder.parent / "strange").mkdir()

    with hold_lock(lock_path(new.folder)):
        listed = shell("host cache list npm --json").document["artefacts"]

    assert {
        f"npm/{new.folder.name}": "being made",
        f"npm/{killed.folder.name}": "unfinished",
        "npm/strange": "unknown",
    } == {one["name"]: one["state"] for one in listed}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("list example.org/frans", "the cache has no 'example.org/frans'; did you mean 'example.org/franz'?"),
        ("remove", "remove: needs names, --outdated or --all"),
        ("remove --all go", "--all: cannot be used with names or --outdated"),
        ("list --all", "--all: only for remove"),
    ],
)
def test_usage_error_is_one_line_and_removes_nothing(words: str, why: str, shell: Shell) -> None:
    assert f"assay: {why}\n" == shell(f"host cache {words}").refusal
    assert FRANZ.folder.exists()
