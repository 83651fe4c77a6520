"""Tests of where and how rivals are built."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.artefacts.cache import CACHE
from studies.oracle.rivals import rival_build
from studies.oracle.rivals.rival_build import RIVALS, Rival, RivalMissing, build_rival

COUNTING = "from pathlib import Path; counted = Path('count'); counted.write_text(counted.read_text() + 'x')"


@pytest.fixture
def rival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rival:
    """A rival whose build writes down that it ran; sources and cache lie in a folder of the test's."""
    (tmp_path / "sources" / "some").mkdir(parents=True)
    (tmp_path / "sources" / "some" / "count").write_text("")
    monkeypatch.setattr(rival_build, "HERE", tmp_path / "sources")
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return Rival(
        name="some", says="", sources="some", tools=("sh",), build=(sys.executable, "-c", COUNTING), start=("true",)
    )


def test_it_is_built_once_in_the_cache(rival: Rival, tmp_path: Path) -> None:
    """A copy of the sources is built, the second time there is nothing to do, and the sources stay as they are."""
    folder = build_rival(rival)

    assert folder == build_rival(rival)
    assert "x" == (folder / "count").read_text()
    assert tmp_path / "cache" in folder.parents
    assert "" == (tmp_path / "sources" / "some" / "count").read_text()


def test_changed_sources_are_built_anew(rival: Rival, tmp_path: Path) -> None:
    """The folder is named by the sources' hash."""
    before = build_rival(rival)
    (tmp_path / "sources" / "some" / "new").write_text("")

    assert before != build_rival(rival)


def test_a_missing_tool_is_named(rival: Rival) -> None:
    """One line says what is not there."""
    with pytest.raises(RivalMissing, match="some is left out: no-such-tool is not on the PATH"):
        build_rival(replace(rival, tools=("no-such-tool",)))


def test_a_failing_build_is_told_in_one_line(rival: Rival) -> None:
    """With the command and the beginning of what it said; and it is tried again the next time."""
    failing = replace(rival, build=("sh", "-c", "echo no network; echo at all; exit 1"))

    for _ in range(2):
        with pytest.raises(RivalMissing, match=r"`sh -c .*` failed: no network at all$"):
            build_rival(failing)


@pytest.mark.parametrize("name", RIVALS)
def test_versions_are_pinned_where_the_sources_are(name: str) -> None:
    """The release that the rival is said to have is the one that its own build file asks for."""
    release = RIVALS[name].says.split()[-1]
    asked = "".join(
        path.read_text("utf-8")
        for path in (rival_build.HERE / RIVALS[name].sources).iterdir()
        if path.name in {"go.mod", "pom.xml"}
    )

    assert release in asked
