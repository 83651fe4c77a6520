from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.target_kinds import parse_target

FRANZ = "github.com/twmb/franz-go"
TARGET = parse_target(f"go:{FRANZ}@v1.22.2:sticky")


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder as PATH, with an empty cache."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    return programs


def go_says(programs: Path, script: str) -> None:
    """Put a `go` into the PATH that runs the shell `script`."""
    tool = programs / "go"
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)


def test_missing_go_names_the_tool_and_the_target() -> None:
    with pytest.raises(AssayError, match=r"^go:github\.com/twmb/franz-go@v1\.22\.2:sticky needs go, .* PATH$"):
        TARGET.host_command()


def test_unknown_release_shows_the_message_of_go(path: Path) -> None:
    go_says(path, 'case $1 in get) echo "invalid version: unknown revision v1.22.2" >&2; exit 1;; esac')

    with pytest.raises(AssayError, match=r"`go get .*` failed: invalid version: unknown revision v1\.22\.2$"):
        TARGET.host_command()


def test_releases_are_listed_by_the_go_tool(path: Path) -> None:
    """Oldest first, as it prints them."""
    go_says(path, f'echo "{FRANZ} v1.0.0 v1.9.0 v1.10.0"')

    assert ("v1.0.0", "v1.9.0", "v1.10.0") == TARGET.list_releases()


def test_unknown_module_suggests_the_nearest() -> None:
    with pytest.raises(AssayError, match=r"unsupported Go module .* did you mean 'github\.com/IBM/sarama'"):
        parse_target("go:github.com/ibm/sarama@v1:range").list_releases()
