"""
Compile our own Java sources on first use, with the runtime's compiler or Eclipse's, and list releases with one of them.

Eclipse's compiler is one jar and needs only a runtime. So the repository has no binary, and users need no JDK.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.ivy import fetch_alone, ivy_jar, settings_words
from kafka_assay.assignors.hosted.java.runtime import OLDEST, JavaRuntime, find_java
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.tools import run_tool

HERE = Path(__file__).parent
HOST = HERE / "host"
OUTLINE = HERE / "outline"
RELEASES = HERE / "ivy"

_OURS = "assay"
_JAR = "host.jar"
_ECLIPSE = ("org.eclipse.jdt", "ecj", "3.40.0")
_RECIPE = "1"
"""Change this whenever a step below changes."""

_LISTING_SECONDS = 120.0


def ensure_host_jar(target_text: str) -> Path:
    """The jar of the host, compiled first where it is missing. Raises `AssayError` where it cannot be compiled."""
    sources = sorted(HOST.glob("*.java"))
    outline = sorted(OUTLINE.rglob("*.java"))

    def make(folder: Path) -> dict[str, str]:
        return compile_jar((*sources, *outline), folder / _JAR, (), target_text)

    return ensure_artefact(_artefact("host", (HOST, OUTLINE)), make) / _JAR


def ensure_releases_jar(target_text: str) -> Path:
    """
    The jar of the program that lists releases through Ivy, compiled first where it is missing. Raises `AssayError`.
    """
    sources = sorted(RELEASES.glob("*.java"))

    def make(folder: Path) -> dict[str, str]:
        return compile_jar(sources, folder / _JAR, (ivy_jar(target_text),), target_text)

    return ensure_artefact(_artefact("releases", (RELEASES,)), make) / _JAR


def _artefact(name: str, sources: Sequence[Path]) -> Artefact:
    return Artefact(kind="java", name=name, version=f"java-{OLDEST}", recipe=recipe_of(sources, _RECIPE))


def compile_jar(
    sources: Sequence[Path], jar: Path, beside: Sequence[Path], target_text: str, *, package: str = _OURS
) -> dict[str, str]:
    """
    Compile our own sources into `jar`, with the jars `beside` on the class path, and return the tools used.

    Only classes of the `package` are kept: outlines of Kafka's classes are for the compiler only.
    """
    java = find_java(target_text)
    with TemporaryDirectory() as scratch:
        classes = Path(scratch)
        path = ("-cp", ":".join(map(str, beside))) if beside else ()
        words = (*_compiler_words(java, target_text), "-g", "-nowarn", "-encoding", "UTF-8", *path, "-d", str(classes))
        run_tool((*words, *map(str, sources)), folder=classes, target_text=target_text)
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_STORED) as made:
            for file in sorted((classes / package).rglob("*.class")):
                made.write(file, file.relative_to(classes))
    return {"java": java.version, "compiler": "javac" if java.compiler else " ".join(_ECLIPSE)}


def _compiler_words(java: JavaRuntime, target_text: str) -> tuple[str, ...]:
    if java.compiler is not None:
        return java.compiler, "--release", str(OLDEST)
    group, artifact, version = _ECLIPSE
    artefact = Artefact(kind="java", name="compiler", version=version, recipe=recipe_of((), group, artifact, _RECIPE))
    folder = ensure_artefact(artefact, lambda into: fetch_alone(group, artifact, version, into, target_text))
    return (
        java.program,
        "-jar",
        str(folder / f"{artifact}-{version}.jar"),
        "-source",
        str(OLDEST),
        "-target",
        str(OLDEST),
    )


def releases_of(group: str, artifact: str) -> tuple[str, ...]:
    """All released versions of `group:artifact`, oldest first. Raises `AssayError` where the list cannot be fetched."""
    target_text = f"maven:{group}:{artifact}"
    path = f"{ensure_releases_jar(target_text)}:{ivy_jar(target_text)}"
    with TemporaryDirectory() as scratch:
        words = (find_java(target_text).program, "-cp", path, "assay.ivy.Releases", group, artifact, scratch)
        printed = run_tool(
            (*words, *settings_words()[1:]), folder=Path(scratch), target_text=target_text, seconds=_LISTING_SECONDS
        )
    listed = printed.split()
    if not listed:
        raise AssayError(f"{target_text}: no release found in any reachable registry")
    return tuple(sorted(set(listed), key=lambda release: (ReleaseOrder.MAVEN.sort_key(release), release)))
