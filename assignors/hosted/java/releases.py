"""
The releases of an artefact of Maven's world, as its registry lists them.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from assignors.errors import AssayError
from assignors.hosted.artefacts.tools import run
from assignors.hosted.java.compiling import releases_jar
from assignors.hosted.java.ivy import ivy_jar, settings
from assignors.hosted.java.runtime import java_runtime
from assignors.hosted.release_order import ReleaseOrder

_SECONDS = 120.0


def releases(group: str, artifact: str) -> tuple[str, ...]:
    """
    All released versions of `group:artifact`, oldest first. Raises `AssayError` where they cannot be had.
    """
    wanted_by = f"maven:{group}:{artifact}"
    path = f"{releases_jar(wanted_by)}:{ivy_jar(wanted_by)}"
    with TemporaryDirectory() as scratch:
        words = (java_runtime(wanted_by).program, "-cp", path, "assay.ivy.Releases", group, artifact, scratch)
        printed = run((*words, *settings()[1:]), folder=Path(scratch), wanted_by=wanted_by, seconds=_SECONDS)
    listed = printed.split()
    if not listed:
        raise AssayError(f"{wanted_by}: no registry that can be reached has a release of it")
    return tuple(sorted(set(listed), key=lambda release: (ReleaseOrder.MAVEN.key(release), release)))
