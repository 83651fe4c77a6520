"""Packages are installed by npm, once, and known ones are compared with what we know; what is missing is one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import pinned
from kafka_assay.assignors.hosted.artefacts.tools import NPM_PATIENCE
from kafka_assay.assignors.hosted.node import installation
from kafka_assay.assignors.hosted.node import releases as listing
from kafka_assay.assignors.hosted.node.installation import ensure_installed
from kafka_assay.assignors.hosted.node.releases import list_releases
from kafka_assay.assignors.hosted.targets.target_name import parse_target

KAFKAJS = parse_target("npm:kafkajs@2.2.4:roundrobin")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """The steps that were run, by a npm that installs one file; the cache is an empty folder."""
    ran: list[tuple[str, ...]] = []

    def run(words: Sequence[str], *, folder: Path, target_text: str) -> str:
        ran.append(tuple(words))
        if words[1] == "install":
            (folder / "node_modules" / "kafkajs").mkdir(parents=True)
            (folder / "node_modules" / "kafkajs" / "index.js").write_text("// nothing")
        return "1.2.3\n"

    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(installation, "run_tool", run)
    return ran


def printing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """From now on `npm view` prints `text`."""

    def run(words: Sequence[str], *, folder: Path, target_text: str, seconds: float) -> str:
        return text

    monkeypatch.setattr(listing, "run_tool", run)


def test_a_release_is_installed_once(steps: list[tuple[str, ...]]) -> None:
    """The second time it is found where it was; no script of the package's is run."""
    folders = [ensure_installed("kafkajs", "9.9.9", "a test") for _ in range(2)]

    assert folders[0] == folders[1]
    assert [1, 2] == [sum("install" in step for step in steps), sum("--version" in step for step in steps)]
    assert "--ignore-scripts" in steps[0]


def test_npm_does_not_try_for_minutes(steps: list[tuple[str, ...]]) -> None:
    """Who has no network is told so within seconds."""
    ensure_installed("kafkajs", "9.9.9", "a test")

    assert set(NPM_PATIENCE) <= set(steps[0])


def test_an_install_goes_into_its_own_folder(steps: list[tuple[str, ...]]) -> None:
    """A manifest with the exact release stands there, so that npm takes no folder above for the project."""
    folder = ensure_installed("kafkajs", "9.9.9", "a test")

    assert '"kafkajs": "9.9.9"' in (folder / "package.json").read_text()


def test_another_file_than_the_known_one_is_refused(
    steps: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a pin says of a file of the release must be true of what came."""
    known = {("npm", "kafkajs", "2.2.4", "index.js"): "0" * 64}
    for module in (installation, pinned):
        monkeypatch.setattr(module, "pins", lambda: known)

    with pytest.raises(AssayError, match=r"npm kafkajs 2\.2\.4: index\.js has SHA-256"):
        ensure_installed("kafkajs", "2.2.4", "a test")


def test_a_release_that_is_nowhere_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It names the nearest and the newest."""

    def run(words: Sequence[str], *, folder: Path, target_text: str) -> str:
        raise AssayError(f"{target_text}: `npm install` failed: npm error code ETARGET")

    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(installation, "run_tool", run)
    monkeypatch.setattr(installation, "list_releases", lambda package: ("2.2.3", "2.2.4", "2.3.0-beta.3"))

    with pytest.raises(
        AssayError, match=r"^it: there is no kafkajs 2\.2\.44; did you mean '2\.2\.4'\?; the newest is 2\.2\.4$"
    ):
        ensure_installed("kafkajs", "2.2.44", "it")


def test_without_node_one_line_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It names node, and the target that needs it."""
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(AssayError, match=r"^npm:kafkajs@2\.2\.4:roundrobin needs node, which is not on the PATH$"):
        KAFKAJS.host_command()


def test_without_npm_one_line_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same for npm, where the package is not kept yet."""
    (tmp_path / "node").write_text("")
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))

    with pytest.raises(AssayError, match=r"^npm:kafkajs@2\.2\.4:roundrobin needs npm, which is not on the PATH$"):
        KAFKAJS.host_command()


def test_a_package_that_nobody_knows_is_a_wrong_question() -> None:
    """The nearest known one is named."""
    with pytest.raises(AssayError, match="did you mean 'kafkajs'"):
        parse_target("npm:kafkasj@2.2.4:roundrobin").host_command()


def test_releases_are_listed_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """By number, whatever the order of the list, stages before the release itself."""
    printing(monkeypatch, '["1.10.0", "1.9.0", "2.0.0", "2.0.0-beta.1"]')

    assert list_releases("kafkajs") == ("1.9.0", "1.10.0", "2.0.0-beta.1", "2.0.0")


def test_a_single_release_is_a_list_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its text is printed alone then."""
    printing(monkeypatch, '"1.9.0"')

    assert list_releases("kafkajs") == ("1.9.0",)


def test_no_list_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no JSON lists nothing."""
    printing(monkeypatch, "nothing today")

    with pytest.raises(AssayError, match="gave no list of releases"):
        list_releases("kafkajs")
