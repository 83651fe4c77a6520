"""An artefact is made once, whole or not at all, and found again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import progress as news
from kafka_assay.assignors.hosted.artefacts.lock import hold_lock
from kafka_assay.assignors.hosted.artefacts.manifest import MANIFEST, read_manifest
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, lock_path, unfinished_folder
from tests.assignors.hosted.artefacts.conftest import Maker


class Ears:
    """A listener that remembers a line, and `then` does something."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.then: Callable[[], None] = lambda: None

    def say(self, line: str) -> None:
        """Remember it."""
        self.heard.append(line)
        self.then()

    @contextmanager
    def announce(self, what: str) -> Iterator[None]:
        """Remember that it was made."""
        self.heard.append(f"making {what}")
        yield


@pytest.fixture
def ears(monkeypatch: pytest.MonkeyPatch) -> Ears:
    """Who listens during the test."""
    ears = Ears()
    monkeypatch.setattr(news._CurrentListener, "by", ears)
    return ears


def test_it_is_made_once(artefact: Artefact, make: Maker, cache: Path) -> None:
    """The second time the same folder is there, and nothing but it."""
    folder = ensure_artefact(artefact, make)

    assert (folder, 1) == (ensure_artefact(artefact, make), make.made)
    assert "binary" == (folder / "host").read_text()
    assert [folder] == list((cache / "go").iterdir())


def test_the_manifest_tells_what_it_is(artefact: Artefact, make: Maker) -> None:
    """Who, which release, with which tools, and every file."""
    manifest = read_manifest(ensure_artefact(artefact, make))

    assert manifest is not None
    assert (artefact.name, "1.2.3", {"go": "1.26"}) == (manifest.name, manifest.version, manifest.tools)
    assert ["host", "lib/part"] == list(manifest.files)
    assert 10 == manifest.size


@pytest.mark.parametrize("other", [{"version": "1.2.4"}, {"recipe": "two"}, {"name": "example.org/other"}])
def test_another_release_or_recipe_is_another_artefact(artefact: Artefact, make: Maker, other: dict[str, str]) -> None:
    """Both are kept, side by side."""
    assert ensure_artefact(artefact, make) != ensure_artefact(replace(artefact, **other), make)
    assert 2 == make.made


def test_a_build_that_fails_leaves_nothing(artefact: Artefact, make: Maker, cache: Path) -> None:
    """Its reason comes through, and the next time it is tried again."""

    def fails(folder: Path) -> None:
        make(folder)
        raise AssayError("no network")

    with pytest.raises(AssayError, match=r"^no network$"):
        ensure_artefact(artefact, fails)

    assert [] == list((cache / "go").iterdir())
    assert ensure_artefact(artefact, make).is_dir()


def test_an_interrupted_build_leaves_nothing(artefact: Artefact, make: Maker, cache: Path) -> None:
    """Ctrl-C in the middle of it, too."""

    def interrupted(folder: Path) -> None:
        make(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ensure_artefact(artefact, interrupted)

    assert [] == list((cache / "go").iterdir())


def test_what_a_killed_process_left_is_no_artefact(artefact: Artefact, make: Maker) -> None:
    """It is swept away when the artefact is made."""
    folder = unfinished_folder(artefact.folder)
    folder.mkdir(parents=True)
    (folder / "half").write_text("")

    made = ensure_artefact(artefact, make)

    assert not folder.exists()
    assert not (made / "half").exists()


def damage_size(folder: Path) -> None:
    """A file is cut short, as by a full disk."""
    (folder / "host").write_text("bin")


def damage_contents(folder: Path) -> None:
    """A file has other contents of the same length."""
    (folder / "lib" / "part").write_text("MORE")


def damage_absence(folder: Path) -> None:
    """A file is gone."""
    (folder / "host").unlink()


def damage_manifest(folder: Path) -> None:
    """The manifest cannot be read."""
    (folder / MANIFEST).write_text("{")


@pytest.mark.parametrize("damage", [damage_size, damage_contents, damage_absence, damage_manifest])
def test_a_damaged_artefact_is_made_anew(artefact: Artefact, make: Maker, ears: Ears, damage: object) -> None:
    """And whoever listens is told."""
    folder = ensure_artefact(artefact, make)
    damage(folder)  # type: ignore[operator]

    ensure_artefact(artefact, make)

    assert (2, "binary") == (make.made, (folder / "host").read_text())
    assert 1 == sum("is made anew" in line for line in ears.heard)


def test_a_file_that_was_only_copied_is_not_damaged(artefact: Artefact, make: Maker) -> None:
    """Another time of writing with the same contents is a backup that was restored."""
    folder = ensure_artefact(artefact, make)
    (folder / "host").write_text("binary")

    ensure_artefact(artefact, make)

    assert 1 == make.made


def test_what_is_made_read_only_can_be_made_anew(artefact: Artefact, make: Maker) -> None:
    """Go writes its modules so."""

    def read_only(folder: Path) -> None:
        make(folder)
        (folder / "lib").chmod(0o500)

    folder = ensure_artefact(artefact, read_only)
    damage_size(folder)
    ensure_artefact(artefact, make)

    assert ("binary", 2) == ((folder / "host").read_text(), make.made)


def test_what_is_kept_needs_nobody(artefact: Artefact, make: Maker) -> None:
    """Offline, and without the tools that made it, it is opened as before."""

    def unreachable(_: Path) -> None:
        raise AssayError("no registry can be reached")

    folder = ensure_artefact(artefact, make)

    assert folder == ensure_artefact(artefact, unreachable)


TWO = """
    import sys, time
    from pathlib import Path
    from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact

    def make(folder):
        with Path(sys.argv[1]).open("a") as made:
            made.write("x")
        time.sleep(0.3)
        (folder / "host").write_text("binary")

    folder = ensure_artefact(Artefact(kind="go", name="n", version="1", recipe="r"), make)
    print((folder / "host").read_text())
"""


def test_of_two_processes_one_makes_it(tmp_path: Path) -> None:
    """The other waits, and finds it whole."""
    words = [sys.executable, "-c", dedent(TWO), str(tmp_path / "made")]

    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]

    assert ["binary\n", "binary\n"] == [one.communicate()[0] for one in both]
    assert "x" == (tmp_path / "made").read_text()


def test_who_has_to_wait_is_told(artefact: Artefact, make: Maker, ears: Ears) -> None:
    """Before the waiting, not after it."""
    artefact.folder.parent.mkdir(parents=True)
    with ExitStack() as other:
        other.enter_context(hold_lock(lock_path(artefact.folder)))
        ears.then = other.close

        ensure_artefact(artefact, make)

    assert "go example.org/some/client 1.2.3 is being made by another process; waiting for it" == ears.heard[0]


def test_who_listens_is_told_what_is_made(artefact: Artefact, make: Maker, ears: Ears) -> None:
    """Once, and not again when it is kept."""
    ensure_artefact(artefact, make)
    ensure_artefact(artefact, make)

    assert ["making go example.org/some/client 1.2.3"] == ears.heard


def test_a_cache_that_cannot_be_written_is_one_line(artefact: Artefact, make: Maker, cache: Path) -> None:
    """It names the folder."""
    cache.write_text("a file in its place")

    with pytest.raises(AssayError, match=r"^go example.org/some/client 1.2.3 cannot be made in .*cache/go: "):
        ensure_artefact(artefact, make)
