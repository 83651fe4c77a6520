from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.cache import CACHE
from studies.oracle.rivals import rival_build
from studies.oracle.rivals.rival_build import RIVALS, Rival, RivalMissing, build_rival

COUNTING = "from pathlib import Path; counted = Path('count'); counted.write_text(counted.read_text() + 'x')"


@pytest.fixture
def rival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rival:
    """Return a rival whose build records that it ran, with its own folders for sources and cache."""
    (tmp_path / "sources" / "some").mkdir(parents=True)
    (tmp_path / "sources" / "some" / "count").write_text("")
    monkeypatch.setattr(rival_build, "HERE", tmp_path / "sources")
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return Rival(
        name="some", says="", sources="some", tools=("sh",), build=(sys.executable, "-c", COUNTING), start=("true",)
    )


def test_rival_is_built_once_in_the_cache(rival: Rival, tmp_path: Path) -> None:
    """From a copy of the sources."""
    folder = build_rival(rival)

    assert folder == build_rival(rival)
    assert "x" == (folder / "count").read_text()
    assert tmp_path / "cache" in folder.parents
    assert "" == (tmp_path / "sources" / "some" / "count").read_text()


def test_changed_sources_are_rebuilt(rival: Rival, tmp_path: Path) -> None:
    """The folder's name has the sources' hash."""
    before = build_rival(rival)
    (tmp_path / "sources" / "some" / "new").write_text("")

    assert before != build_rival(rival)


def test_missing_tool_is_named(rival: Rival) -> None:
    with pytest.raises(RivalMissing, match="some is left out: no-such-tool is not on the PATH"):
        build_rival(replace(rival, tools=("no-such-tool",)))


def test_failed_build_is_reported_in_one_line(rival: Rival) -> None:
    """The next run tries again."""
    failing = replace(rival, build=("sh", "-c", "echo no network; echo at all; exit 1"))

    for _ in range(2):
        with pytest.raises(RivalMissing, match=r"`sh -c .*` failed: no network at all$"):
            build_rival(failing)


@pytest.mark.parametrize("name", RIVALS)
def test_stated_version_is_the_one_in_the_build_file(name: str) -> None:
    release = RIVALS[name].says.split()[-1]
    asked = "".join(
        path.read_text("utf-8")
        for path in (rival_build.HERE / RIVALS[name].sources).iterdir()
        if path.name in {"go.mod", "pom.xml"}
    )

    assert release in asked
