from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java import ivy, java_host
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars

RELEASE = ("com.acme", "mine", "1.3")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use an empty cache, and a registry that lists two releases."""
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(java_host, "releases_of", lambda group, artifact: ("1.2", "2.0"))


def failing(monkeypatch: pytest.MonkeyPatch, words: str) -> str:
    """Return the message to the user where Ivy fails with `words`."""

    def run(*_: object, **__: Any) -> str:
        raise AssayError(f"the target: `java ..` failed{words}")

    monkeypatch.setattr(ivy, "run_tool", run)
    with pytest.raises(AssayError) as wrong:
        ensure_released_jars(*RELEASE, "the target")
    return str(wrong.value)


def test_unknown_release_suggests_the_nearest_and_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    said = failing(monkeypatch, ": :: UNRESOLVED :: :: com.acme#mine;1.3: not found ::::")

    assert (
        "the target: not found in any reachable registry: com.acme:mine:1.3; did you mean '1.2'?; the newest is 2.0"
    ) == said


def test_missing_dependency_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    said = failing(monkeypatch, ": :: com.other#part;7: not found ::::")

    assert "the target: it needs com.other:part:7, which is not in any reachable registry" == said


def test_offline_error_does_not_call_the_release_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    said = failing(monkeypatch, " (no registry can be reached; are you offline?): :: com.acme#mine;1.3: not found ::")

    assert "offline?" in said
    assert "did you mean" not in said


def test_missing_ivy_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ivy, "find_spec", lambda name: None)
    monkeypatch.setattr(ivy, "which", lambda tool: None)

    with pytest.raises(AssayError, match=r"^the target, without mvn on the PATH, needs PySpark: .*\[spark\]$"):
        ivy.ivy_jar("the target")


def test_without_pyspark_maven_fetches_ivy_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def run(words: tuple[str, ...], *, folder: Path, **further: Any) -> str:
        calls.append(words[0])
        (folder / "ivy-2.5.3.jar").write_bytes(b"another one")
        return ""

    monkeypatch.setattr(ivy, "find_spec", lambda name: None)
    monkeypatch.setattr(ivy, "which", lambda tool: tool)
    monkeypatch.setattr(ivy, "run_tool", run)
    with pytest.raises(AssayError, match=r"ivy-2.5.3.jar has SHA-256 .*, but 9502aa5a"):
        ivy.ivy_jar("the target")
    monkeypatch.setattr(ivy, "check_pin", lambda *known: None)

    assert ivy.ivy_jar("the target") == ivy.ivy_jar("the target")
    assert ["mvn", "mvn"] == calls
