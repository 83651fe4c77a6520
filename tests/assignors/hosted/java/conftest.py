"""A user's own assignors, compiled once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.tools import run_tool
from tests.assignors.hosted.real_hosts import COORDINATOR, command_or_skip

SOURCES = sorted((Path(__file__).parent / "classes").glob("*.java"))


@cache
def kafka_on_the_path() -> str:
    """Return the class path of the newest coordinator with its dependencies, the consumers' classes included."""
    words = command_or_skip(f"{COORDINATOR}:4.4.0:RangeAssignor").words
    return words[words.index("-cp") + 1].partition(":")[2]


def own_target(classes: Path, name: str) -> str:
    """Return the target text of a class in the folder."""
    return f"jar:{classes}:{kafka_on_the_path()}:{name}"


@pytest.fixture(scope="package")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the compiled classes of `classes/`. Skip where there is no compiler."""
    compiler = find_java("a test").compiler
    if compiler is None:
        pytest.skip("no javac beside the Java runtime")
    folder = tmp_path_factory.mktemp("classes")
    words = (compiler, "-cp", kafka_on_the_path(), "-d", str(folder), *map(str, SOURCES))
    run_tool(words, folder=folder, target_text="a test")
    return folder
