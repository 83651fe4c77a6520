"""
The jars of a Kafka broker, out of the artefact cache.

Every jar must have the checksum in `pinned.txt`; a jar without one is refused.
"""

from __future__ import annotations

from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import sha256_of
from kafka_assay.assignors.hosted.java.ivy import KAFKA, compile_jar, dependency, run_ivy

RELEASE = "4.3.1"
_BROKER = "kafka_2.13"
_LOGGING = ("org.apache.logging.log4j", "log4j-slf4j-impl", "2.25.3")
_PINS = Path(__file__).with_name("pinned.txt")
_SOURCES = Path(__file__).with_name("java")
_RECIPE = "1"
_ASKED_BY = "the real broker"


def ensure_broker_jars() -> Path:
    """The folder with the broker and its runtime dependencies, fetched first where they are missing (44 MB)."""

    def make(folder: Path) -> dict[str, str]:
        broker = KAFKA, _BROKER, RELEASE
        tools = run_ivy([dependency(*broker), dependency(*_LOGGING)], broker, folder, _ASKED_BY)
        _check(folder)
        return tools

    return ensure_artefact(
        Artefact(kind="java", name=f"{KAFKA}:{_BROKER}", version=RELEASE, recipe=recipe_of((), *_LOGGING, _RECIPE)),
        make,
    )


def ensure_members_jar() -> Path:
    """The jar of the program that starts Java consumers, compiled first where it is missing."""
    jars = ensure_broker_jars()

    def make(folder: Path) -> dict[str, str]:
        clients = jars / f"kafka-clients-{RELEASE}.jar"
        return compile_jar(sorted(_SOURCES.glob("*.java")), folder / "members.jar", (clients,), _ASKED_BY)

    artefact = Artefact(kind="java", name="members", version=RELEASE, recipe=recipe_of((_SOURCES,), _RECIPE))
    return ensure_artefact(artefact, make) / "members.jar"


def _check(folder: Path) -> None:
    rows = (line.split() for line in _PINS.read_text("utf-8").splitlines() if not line.startswith("#"))
    pins = {file: sha256 for sha256, file in rows}
    for jar in sorted(folder.glob("*.jar")):
        found = sha256_of(jar)
        if found != pins.get(jar.name):
            raise AssayError(f"{jar.name} has SHA-256 {found}, but {pins.get(jar.name, 'no such jar')} is expected")
