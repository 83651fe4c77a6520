"""The words that start the recipes of `docs/wire/` with a release of a client, which is fetched first."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import find_program
from kafka_assay.assignors.hosted.java.jars import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.node.installation import ensure_installed
from kafka_assay.assignors.hosted.python_clients.wheels import unpack_release
from studies.wire.go_recipes import RECIPES, ensure_go_consumer
from studies.wire.rust_recipes import ensure_rust_consumer

WHEELS = ((3, 11), "linux")
"""The Python and the platform of the pinned wheels of confluent-kafka."""


def python_words(client: str) -> tuple[str, ...]:
    """The recipe of an installed Python client."""
    return sys.executable, str(RECIPES / client / "consumer.py")


def java_words(release: str) -> tuple[str, ...]:
    """The Java recipe with this release of kafka-clients. Raises `AssayError`."""
    text = "the Java recipe"
    java = find_java(text)
    if java.compiler is None:
        raise AssayError(f"{text} needs a Java with a compiler, which is not on the PATH")
    jars = ensure_released_jars("org.apache.kafka", "kafka-clients", release, text)
    return (java.program, "-XX:TieredStopAtLevel=1", "-cp", ":".join(jars.path), str(RECIPES / "java/Consumer.java"))


def confluent_words(release: str) -> tuple[str, ...]:
    """The recipe of confluent-kafka with this release. Raises `AssayError`."""
    name = "confluent-kafka"
    if (sys.version_info[:2], sys.platform) != WHEELS:
        raise AssayError(f"{name}: a wheel for Python 3.11 on Linux is needed, and this Python is not on the PATH")
    artefact = Artefact(kind="python", name=name, version=release, recipe=recipe_of(()))
    folder = ensure_artefact(artefact, lambda into: unpack_release(name, release, into))
    return ("env", f"PYTHONPATH={folder}", *python_words(name))


def node_words(client: str, package: str, release: str) -> tuple[str, ...]:
    """The recipe of a JavaScript client with this release. Raises `AssayError`."""
    node = find_program("node", package)
    home = ensure_installed(package, release, package)
    recipe = RECIPES / client / "consumer.mjs"

    def make(folder: Path) -> Mapping[str, str]:
        (folder / "node_modules").symlink_to(home / "node_modules")  # node looks for packages beside the program
        shutil.copy(recipe, folder)
        return {}

    artefact = Artefact(kind="npm", name=f"{client} consumer", version=release, recipe=recipe_of((recipe,), str(home)))
    return (node, str(ensure_artefact(artefact, make) / recipe.name))


def go_words(client: str, release: str | None = None) -> tuple[str, ...]:
    """The recipe of a Go client, with the release that it pins or with another. Raises `AssayError`."""
    return (str(ensure_go_consumer(client, release)),)


def rust_words(client: str, release: str) -> tuple[str, ...]:
    """The recipe of a Rust client, with the release that it pins; building it takes minutes. Raises `AssayError`."""
    return (str(ensure_rust_consumer(client, release)),)
