"""A user's own assignors, compiled by the tests: their folder and their target names."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.tools import run_tool
from tests.assignors.hosted.java.hosts import kafka_on_the_path

SOURCES = sorted((Path(__file__).parent / "classes").glob("*.java"))


def compile_classes(folder: Path) -> None:
    """Compile all of them into `folder`. Skip where there is no compiler."""
    compiler = find_java("a test").compiler
    if compiler is None:
        pytest.skip("no javac beside the Java runtime")
    words = (compiler, "-cp", kafka_on_the_path(), "-d", str(folder), *map(str, SOURCES))
    run_tool(words, folder=folder, target_text="a test")


def own_target(classes: Path, name: str) -> str:
    """Return the target text of a class in the folder."""
    return f"jar:{classes}:{kafka_on_the_path()}:{name}"
