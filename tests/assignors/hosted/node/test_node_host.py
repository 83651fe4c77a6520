from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import cache, tools
from kafka_assay.assignors.hosted.node import node_host
from kafka_assay.assignors.hosted.node.node_host import ensure_installed
from kafka_assay.assignors.hosted.target_kinds import parse_target

KAFKAJS = parse_target("npm:kafkajs@2.2.4:roundrobin")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """Return the list of steps run, by an npm that installs one file into an empty cache."""
    ran: list[tuple[str, ...]] = []

    def run(words: Sequence[str], *, folder: Path, target_text: str) -> str:
        ran.append(tuple(words))
        if words[1] == "install":
            (folder / "node_modules" / "kafkajs").mkdir(parents=True)
            (folder / "node_modules" / "kafkajs" / "index.js").write_text("// nothing")
        return "1.2.3\n"

    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(node_host, "run_tool", run)
    return ran


def set_npm_output(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Make `npm view` print `text`."""

    def run(words: Sequence[str], *, folder: Path, target_text: str, seconds: float) -> str:
        return text

    monkeypatch.setattr(tools, "run_tool", run)


def test_release_is_installed_once(steps: list[tuple[str, ...]]) -> None:
    """No script of the package runs."""
    folders = [ensure_installed("kafkajs", "9.9.9", "a test") for _ in range(2)]

    assert folders[0] == folders[1]
    assert [1, 2] == [sum("install" in step for step in steps), sum("--version" in step for step in steps)]
    assert "--ignore-scripts" in steps[0]


def test_release_is_installed_into_its_own_folder(steps: list[tuple[str, ...]]) -> None:
    """A manifest in it keeps npm from choosing a parent folder as the project."""
    folder = ensure_installed("kafkajs", "9.9.9", "a test")

    assert '"kafkajs": "9.9.9"' in (folder / "package.json").read_text()


def test_file_with_another_checksum_is_rejected(steps: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    known = {("npm", "kafkajs", "2.2.4", "index.js"): "0" * 64}
    for module in (node_host, cache):
        monkeypatch.setattr(module, "pins", lambda: known)

    with pytest.raises(AssayError, match=r"npm kafkajs 2\.2\.4: index\.js has SHA-256"):
        ensure_installed("kafkajs", "2.2.4", "a test")


def test_unknown_release_suggests_the_nearest_and_the_newest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def run(words: Sequence[str], *, folder: Path, target_text: str) -> str:
        raise AssayError(f"{target_text}: `npm install` failed: npm error code ETARGET")

    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(node_host, "run_tool", run)
    monkeypatch.setattr(node_host, "releases_of", lambda package: ("2.2.3", "2.2.4", "2.3.0-beta.3"))

    with pytest.raises(
        AssayError, match=r"^it: npm has no kafkajs 2\.2\.44; did you mean '2\.2\.4'\?; the newest is 2\.2\.4$"
    ):
        ensure_installed("kafkajs", "2.2.44", "it")


def test_missing_node_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(AssayError, match=r"^npm:kafkajs@2\.2\.4:roundrobin needs node, which is not on the PATH$"):
        KAFKAJS.host_command()


def test_unknown_package_suggests_the_nearest() -> None:
    with pytest.raises(AssayError, match="did you mean 'kafkajs'"):
        parse_target("npm:kafkasj@2.2.4:roundrobin").host_command()


def test_releases_are_listed_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """By number; a pre-release comes before its release."""
    set_npm_output(monkeypatch, '["1.10.0", "1.9.0", "2.0.0", "2.0.0-beta.1"]')

    assert KAFKAJS.list_releases() == ("1.9.0", "1.10.0", "2.0.0-beta.1", "2.0.0")


def test_single_release_is_read_as_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """npm prints its text without a list."""
    set_npm_output(monkeypatch, '"1.9.0"')

    assert KAFKAJS.list_releases() == ("1.9.0",)


def test_unreadable_release_list_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    set_npm_output(monkeypatch, "nothing today")

    with pytest.raises(AssayError, match="gave no list of releases"):
        KAFKAJS.list_releases()
