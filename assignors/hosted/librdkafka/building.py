"""Build a host of one release of librdkafka: our sources, compiled and linked with the library."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import run_tool
from kafka_assay.assignors.hosted.librdkafka.carriers import NAME
from kafka_assay.assignors.hosted.librdkafka.library import ARCHIVE, RECIPE, ensure_library, read_setting, version_of

HOST = "host"
_SOURCES = Path(__file__).with_name("host")
_COMPILE = ("gcc", "-std=gnu11", "-O1", "-g", "-w")


def ensure_librdkafka_host(release: str, target_text: str) -> Path:
    """The host program of `release`, built first where it is missing. Raises `AssayError`."""
    return ensure_artefact(librdkafka_host_artefact(release), partial(_build, release, target_text)) / HOST


def librdkafka_host_artefact(release: str) -> Artefact:
    """The artefact of the host of `release`."""
    return Artefact(kind=NAME, name=HOST, version=release, recipe=recipe_of((_SOURCES,), RECIPE, *_COMPILE))


def _build(release: str, target_text: str, folder: Path) -> dict[str, str]:
    made = ensure_library(release, target_text)
    libraries = read_setting(made, "LIBS").split()
    sources = [str(path) for path in sorted(_SOURCES.glob("*.c"))]
    headers = (f"-I{made / 'src'}", f"-I{made}")
    # Our sources come before the archive, so that our reading.c replaces functions of the archive.
    words = (*_COMPILE, *headers, *sources, "-o", HOST, str(made / "src" / ARCHIVE), *libraries)
    run_tool(words, folder=folder, target_text=target_text)
    return {"gcc": version_of("gcc", target_text)}
