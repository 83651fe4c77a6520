"""The consumers of `docs/wire/` as `wire:` targets: their clients are fetched first, or the test is skipped."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import find_program
from kafka_assay.assignors.hosted.java.jars import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.node.installation import ensure_installed
from kafka_assay.assignors.hosted.python_clients.wheels import unpack_release
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from tests.assignors.hosted.real_hosts import start_or_skip

RECIPES = Path(__file__).parents[4] / "docs" / "wire"
ARGUMENTS = "{bootstrap} {group} {topics} {strategy}"
WHEELS = ((3, 11), "linux")
"""The Python and the platform of the pinned wheel."""


def wire_target(words: tuple[str, ...], strategy: str) -> str:
    """Return the name of the target that starts these words."""
    return f"wire:{shlex.join(words)} {ARGUMENTS}#{strategy}"


@contextmanager
def opened(text: str) -> Iterator[HostTarget]:
    """Open a target. Skip the test where its tools are missing."""
    command = start_or_skip(text, parse_target(text).host_command)
    with closing(HostTarget(text, command)) as target:
        yield target


def java_program(release: str) -> tuple[str, ...]:
    """Return the words that start the Java recipe with this release of kafka-clients."""
    text = "the Java recipe"
    java = start_or_skip(text, lambda: find_java(text))
    if java.compiler is None:
        pytest.skip(f"{text} needs a Java with a compiler, which is not on the PATH")
    jars = start_or_skip(text, lambda: ensure_released_jars("org.apache.kafka", "kafka-clients", release, text))
    return (java.program, "-XX:TieredStopAtLevel=1", "-cp", ":".join(jars.path), str(RECIPES / "java/Consumer.java"))


def confluent_program(release: str) -> tuple[str, ...]:
    """Return the words that start the recipe of confluent-kafka."""
    if (sys.version_info[:2], sys.platform) != WHEELS:
        pytest.skip("the pinned wheel of confluent-kafka is for Python 3.11 on Linux")
    name = "confluent-kafka"
    artefact = Artefact(kind="python", name=name, version=release, recipe=recipe_of(()))
    folder = start_or_skip(name, lambda: ensure_artefact(artefact, lambda into: unpack_release(name, release, into)))
    return ("env", f"PYTHONPATH={folder}", sys.executable, str(RECIPES / name / "consumer.py"))


def node_program(recipe: str, package: str, release: str, folder: Path) -> tuple[str, ...]:
    """Return the words that start a copy of the recipe in `folder`, where node finds the package."""
    node = start_or_skip(package, lambda: find_program("node", package))
    home = start_or_skip(package, lambda: ensure_installed(package, release, package))
    (folder / "node_modules").symlink_to(home / "node_modules")
    program = folder / "consumer.mjs"
    program.write_bytes((RECIPES / recipe / "consumer.mjs").read_bytes())
    return (node, str(program))
