"""The consumer programs of `docs/wire/` that need no build of ours: the release of the client is fetched once."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.node.node_host import ensure_installed
from kafka_assay.assignors.hosted.python.client_releases import unpack_release
from kafka_assay.assignors.hosted.tools import find_program
from tests.support.wire.go_recipes import RECIPES

KAFKA_CLIENTS, CONFLUENT_KAFKA, KAFKAJS, PLATFORMATIC = "4.4.0", "2.16.1", "2.2.4", "2.12.1"
"""The releases that the recipes are tested with."""

PINNED_WHEEL = "pinned wheel"
_WHEEL = ((3, 11), "linux")
"""The Python and the platform of the pinned wheel."""

Words: TypeAlias = "tuple[str, ...]"
"""The words that start a consumer program."""


def installed_program(client: str) -> Words:
    """The recipe of a Python client that is installed here."""
    return sys.executable, str(RECIPES / client / "consumer.py")


def java_program(release: str = KAFKA_CLIENTS) -> Words:
    """The Java recipe with this release of kafka-clients."""
    text = "the Java recipe"
    java = find_java(text)
    if java.compiler is None:
        raise AssayError(f"{text} needs a Java with a compiler, which is not on the PATH")
    jars = ensure_released_jars("org.apache.kafka", "kafka-clients", release, text)
    return java.program, "-XX:TieredStopAtLevel=1", "-cp", ":".join(jars.path), str(RECIPES / "java/Consumer.java")


def confluent_folder() -> Path:
    """The folder to import confluent-kafka from, fetched first where it is missing."""
    name, release = "confluent-kafka", CONFLUENT_KAFKA
    if (sys.version_info[:2], sys.platform) != _WHEEL:
        raise AssayError(f"the {PINNED_WHEEL} of {name} is for Python 3.11 on Linux")
    artefact = Artefact(kind="python", name=name, version=release, recipe=recipe_of(()))
    return ensure_artefact(artefact, partial(unpack_release, name, release))


def confluent_program() -> Words:
    """The recipe of confluent-kafka."""
    return "env", f"PYTHONPATH={confluent_folder()}", sys.executable, str(RECIPES / "confluent-kafka" / "consumer.py")


def kafkajs_program(folder: Path) -> Words:
    """The recipe of kafkajs."""
    return _node_program("kafkajs", "kafkajs", KAFKAJS, folder)


def platformatic_program(folder: Path) -> Words:
    """The recipe of @platformatic/kafka."""
    return _node_program("platformatic", "@platformatic/kafka", PLATFORMATIC, folder)


def _node_program(recipe: str, package: str, release: str, folder: Path) -> Words:
    """A copy of the recipe in a folder of its own, where node finds the package."""
    node = find_program("node", package)
    home = ensure_installed(package, release, package)
    place = Path(mkdtemp(prefix=recipe, dir=folder))
    (place / "node_modules").symlink_to(home / "node_modules")
    return node, str(shutil.copy(RECIPES / recipe / "consumer.mjs", place))
