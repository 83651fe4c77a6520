"""The releases of a Maven artefact, as its registry lists them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.tools import run_tool
from kafka_assay.assignors.hosted.java.compiling import ensure_releases_jar
from kafka_assay.assignors.hosted.java.ivy import ivy_jar, settings_words
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_SECONDS = 120.0


def list_releases(group: str, artifact: str) -> tuple[str, ...]:
    """All released versions of `group:artifact`, oldest first. Raises `AssayError` where the list cannot be fetched."""
    target_text = f"maven:{group}:{artifact}"
    path = f"{ensure_releases_jar(target_text)}:{ivy_jar(target_text)}"
    with TemporaryDirectory() as scratch:
        words = (find_java(target_text).program, "-cp", path, "assay.ivy.Releases", group, artifact, scratch)
        printed = run_tool(
            (*words, *settings_words()[1:]), folder=Path(scratch), target_text=target_text, seconds=_SECONDS
        )
    listed = printed.split()
    if not listed:
        raise AssayError(f"{target_text}: no release found in any reachable registry")
    return tuple(sorted(set(listed), key=lambda release: (ReleaseOrder.MAVEN.sort_key(release), release)))
