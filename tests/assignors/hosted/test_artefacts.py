"""The cache of artefacts: builds, locks, damage, checksums, and the tools that build."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import artefacts as news
from kafka_assay.assignors.hosted import cache as pinned
from kafka_assay.assignors.hosted.artefacts import Artefact, BuildListener, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import (
    CACHE,
    MANIFEST,
    cache_folder,
    hold_lock,
    is_locked,
    lock_path,
    read_manifest,
    sha256_of,
    unfinished_folder,
)
from kafka_assay.assignors.hosted.tools import find_program, run_tool


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache's folder, which does not exist yet."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def artefact() -> Artefact:
    return Artefact(kind="go", name="example.org/some/client", version="1.2.3", recipe="one")


class Maker:
    """Writes a file and a nested one, and counts its calls."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, folder: Path) -> dict[str, str]:
        self.made += 1
        (folder / "host").write_text("binary")
        (folder / "lib").mkdir()
        (folder / "lib" / "part").write_text("more")
        return {"go": "1.26"}


@pytest.fixture
def make() -> Maker:
    return Maker()


class RecordingListener(BuildListener):
    """A listener that remembers each line, and then calls `then`."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.then: Callable[[], None] = lambda: None

    def say(self, line: str) -> None:
        self.heard.append(line)
        self.then()

    @contextmanager
    def announce(self, what: str) -> Iterator[None]:
        self.heard.append(f"making {what}")
        yield


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> RecordingListener:
    ears = RecordingListener()
    monkeypatch.setattr(news, "LISTENERS", [ears])
    return ears


def test_artefact_is_built_once(artefact: Artefact, make: Maker, cache: Path) -> None:
    """Its manifest names client, release, tools and files."""
    folder = ensure_artefact(artefact, make)

    assert (folder, 1) == (ensure_artefact(artefact, make), make.made)
    assert "binary" == (folder / "host").read_text()
    assert [folder] == list((cache / "go").iterdir())
    manifest = read_manifest(folder)
    assert manifest is not None
    assert (artefact.name, "1.2.3", {"go": "1.26"}) == (manifest.name, manifest.version, manifest.tools)
    assert (["host", "lib/part"], 10) == (list(manifest.files), manifest.size)


@pytest.mark.parametrize("other", [{"version": "1.2.4"}, {"recipe": "two"}, {"name": "example.org/other"}])
def test_each_release_and_recipe_is_a_separate_artefact(artefact: Artefact, make: Maker, other: dict[str, str]) -> None:
    assert ensure_artefact(artefact, make) != ensure_artefact(replace(artefact, **other), make)
    assert 2 == make.made


def test_failed_build_leaves_nothing(artefact: Artefact, make: Maker, cache: Path) -> None:
    def fails(folder: Path) -> None:
        make(folder)
        raise AssayError("no network")

    with pytest.raises(AssayError, match=r"^no network$"):
        ensure_artefact(artefact, fails)

    assert [] == list((cache / "go").iterdir())
    assert ensure_artefact(artefact, make).is_dir()


def test_remains_of_a_killed_build_are_removed(artefact: Artefact, make: Maker) -> None:
    folder = unfinished_folder(artefact.folder)
    folder.mkdir(parents=True)
    (folder / "half").write_text("")

    made = ensure_artefact(artefact, make)

    assert not folder.exists()
    assert not (made / "half").exists()


def truncate(folder: Path) -> None:
    """Truncate a file, as a full disk does."""
    (folder / "host").write_text("bin")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "size": truncate,
    "contents": lambda folder: (folder / "lib" / "part").write_text("MORE"),
    "absence": lambda folder: (folder / "host").unlink(),
    "manifest": lambda folder: (folder / MANIFEST).write_text("{"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_artefact_is_rebuilt(
    artefact: Artefact, make: Maker, recorder: RecordingListener, damage: Callable[[Path], object]
) -> None:
    folder = ensure_artefact(artefact, make)
    damage(folder)

    ensure_artefact(artefact, make)

    assert (2, "binary") == (make.made, (folder / "host").read_text())
    assert 1 == sum("building it again" in line for line in recorder.heard)


def test_read_only_artefact_can_be_rebuilt(artefact: Artefact, make: Maker) -> None:
    """Go writes its modules read-only."""

    def read_only(folder: Path) -> None:
        make(folder)
        (folder / "lib").chmod(0o500)

    folder = ensure_artefact(artefact, read_only)
    truncate(folder)
    ensure_artefact(artefact, make)

    assert ("binary", 2) == ((folder / "host").read_text(), make.made)


TWO = """
    import sys, time
    from pathlib import Path
    from kafka_assay.assignors.hosted.artefacts import Artefact, BuildListener, ensure_artefact

    def make(folder):
        with Path(sys.argv[1]).open("a") as made:
            made.write("x")
        time.sleep(0.3)
        (folder / "host").write_text("binary")

    folder = ensure_artefact(Artefact(kind="go", name="n", version="1", recipe="r"), make)
    print((folder / "host").read_text())
"""


def test_second_process_waits_for_the_first_build(tmp_path: Path) -> None:
    words = [sys.executable, "-c", dedent(TWO), str(tmp_path / "made")]

    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]

    assert ["binary\n", "binary\n"] == [one.communicate()[0] for one in both]
    assert "x" == (tmp_path / "made").read_text()


def test_waiting_is_announced_before_it_starts(artefact: Artefact, make: Maker, recorder: RecordingListener) -> None:
    artefact.folder.parent.mkdir(parents=True)
    with ExitStack() as other:
        other.enter_context(hold_lock(lock_path(artefact.folder)))
        recorder.then = other.close

        ensure_artefact(artefact, make)

    assert "go example.org/some/client 1.2.3 is being built by another process; waiting for it" == recorder.heard[0]


def test_unwritable_cache_gets_one_line(artefact: Artefact, make: Maker, cache: Path) -> None:
    cache.write_text("a file in its place")

    with pytest.raises(AssayError, match=r"^go example.org/some/client 1.2.3 cannot be built in .*cache/go: "):
        ensure_artefact(artefact, make)


def test_recipe_changes_with_names_contents_and_arguments(tmp_path: Path) -> None:
    source = tmp_path / "host.go"
    source.write_text("one")
    before = recipe_of([source], "-O2")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_text("")

    folder = recipe_of([tmp_path])
    (tmp_path / "__pycache__" / "y.pyc").write_text("")

    assert (before, folder) == (recipe_of([source], "-O2"), recipe_of([tmp_path]))
    source.write_text("two")
    assert 4 == len({before, recipe_of([source], "-O2"), recipe_of([source], "-O", "2"), recipe_of([tmp_path])})


def test_tool_output_is_returned(tmp_path: Path) -> None:
    """A missing tool is named with the target that needs it."""
    words, environment = ["sh", "-c", "pwd; echo $WORD; cat"], {"WORD": "é"}

    said = run_tool(words, folder=tmp_path, target_text="a test", environment=environment)

    assert [str(tmp_path), "é"] == said.splitlines()
    with pytest.raises(AssayError, match=r"^the Go host needs no-such-tool, which is not on the PATH$"):
        find_program("no-such-tool", "the Go host")


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo fetching; echo 'pkg: ERROR: 404'; echo see the log; exit 1", "failed: pkg: ERROR: 404$"),
        ("echo one; echo two >&2; exit 3", "failed: one two$"),
        ("exit 3", "failed, without any output$"),
        (
            "echo 'dial tcp: lookup proxy: no such host' >&2; exit 1",
            r"failed \(no registry can be reached; are you offline\?\): dial tcp",
        ),
        (
            "echo 'Host repo1.maven.org not found. url=x'; exit 1",
            r"failed \(no registry can be reached; are you offline",
        ),
    ],
)
def test_failed_step_is_reported_in_one_line(tmp_path: Path, script: str, told: str) -> None:
    with pytest.raises(AssayError, match=told) as wrong:
        run_tool(["sh", "-c", script], folder=tmp_path, target_text="a test")

    assert str(wrong.value).startswith("a test: `sh -c ")
    assert "\n" not in str(wrong.value)


def test_full_disk_is_named_with_both_places_that_a_step_fills(tmp_path: Path) -> None:
    script = "echo 'java.io.IOException: No space left on device'; echo '  at java.base/write'; exit 1"

    with pytest.raises(AssayError, match=r"^a test: a disk is full .*TMPDIR.*ASSAY_CACHE.*`sh -c .*` failed$"):
        run_tool(["sh", "-c", script], folder=tmp_path, target_text="a test")


def test_hanging_step_is_killed_with_its_children(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    held = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    script = "(sleep 5; touch alive) 9>held & sleep 60"

    with pytest.raises(AssayError, match=r"did not end within 0\.5 s$"):
        run_tool(["sh", "-c", script], folder=tmp_path, target_text="a test", seconds=0.5)

    os.set_blocking(held, True)
    assert b"" == os.read(held, 1)  # not before the child is gone
    os.close(held)
    assert not (tmp_path / "alive").exists()


def test_configured_cache_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A relative folder belongs to the current directory, `~` is the user's home. The default is the platform's."""
    monkeypatch.chdir(tmp_path)
    folders = []
    for configured in ("kept", "~/kept", ""):
        monkeypatch.setenv(CACHE, configured)
        folders.append(cache_folder())

    assert [tmp_path / "kept", Path.home() / "kept"] == folders[:2]
    assert "kafka-assay" == folders[2].name
    assert folders[2].is_absolute()


DIES = """
    import os, signal, sys
    from pathlib import Path
    from kafka_assay.assignors.hosted.cache import hold_lock

    with hold_lock(Path(sys.argv[1])):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_only_one_process_holds_a_lock(tmp_path: Path) -> None:
    """A killed one releases it."""
    path = tmp_path / "a.lock"
    with hold_lock(path):
        held = is_locked(path)
        with pytest.raises(BlockingIOError), hold_lock(path, wait=False):
            raise AssertionError("two have it")

    assert (True, False) == (held, is_locked(path))
    assert not path.exists()
    killed = subprocess.run([sys.executable, "-c", dedent(DIES), str(path)], check=False)
    assert (-signal.SIGKILL, True, False) == (killed.returncode, path.exists(), is_locked(path))
    with hold_lock(path, wait=False):
        assert is_locked(path)


def test_file_with_another_checksum_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One with the known checksum, or without a known one, is accepted."""
    jar, lists = tmp_path / "a.jar", tmp_path / "java" / "pinned.txt"
    jar.write_text("contents")
    lists.parent.mkdir()
    lists.write_text(f"# a comment\n\n{sha256_of(jar)} java org.a:a 1.0 a.jar\n")
    monkeypatch.setattr(pinned, "_HOSTED", tmp_path)
    monkeypatch.setattr(pinned, "pins", pinned.pins.__wrapped__)

    for release in ("1.0", "1.1"):
        pinned.check_pin("java", "org.a:a", release, "a.jar", jar)
    assert 1 == len(pinned.pins())
    jar.write_text("something else")
    with pytest.raises(AssayError, match=r"^java org\.a:a 1\.0: a\.jar has SHA-256 \w{64}, .* is expected$"):
        pinned.check_pin("java", "org.a:a", "1.0", "a.jar", jar)


def test_installed_checksum_lists_are_readable() -> None:
    assert {64} == {len(sha256) for sha256 in pinned.pins().values()}
