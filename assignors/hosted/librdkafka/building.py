"""A host of one release of librdkafka: our sources, compiled and linked with the library."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.store import Artefact, kept, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import run
from kafka_assay.assignors.hosted.librdkafka.carriers import NAME
from kafka_assay.assignors.hosted.librdkafka.library import ARCHIVE, RECIPE, library, setting, version_of

HOST = "host"
_SOURCES = Path(__file__).with_name("host")
_COMPILE = ("gcc", "-std=gnu11", "-O1", "-g", "-w")


def built(release: str, target_text: str) -> Path:
    """The host program of `release`, built unless it was before. Raises `AssayError`."""
    return kept(artefact_of(release), partial(_build, release, target_text)) / HOST


def artefact_of(release: str) -> Artefact:
    """What is kept of the host of `release`."""
    return Artefact(kind=NAME, name=HOST, version=release, recipe=recipe_of((_SOURCES,), RECIPE, *_COMPILE))


def _build(release: str, target_text: str, folder: Path) -> dict[str, str]:
    made = library(release, target_text)
    libraries = setting(made, "LIBS").split()
    sources = [str(path) for path in sorted(_SOURCES.glob("*.c"))]
    headers = (f"-I{made / 'src'}", f"-I{made}")
    # Before the archive: what our reading.c takes the place of is then not taken from there.
    words = (*_COMPILE, *headers, *sources, "-o", HOST, str(made / "src" / ARCHIVE), *libraries)
    run(words, folder=folder, target_text=target_text)
    return {"gcc": version_of("gcc", target_text)}
